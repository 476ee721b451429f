"""Verdicts: a test returns, raises Failure with a reason, or raises Skip with one."""
import sys
import time
import traceback


class Failure(Exception):
    """The daemon didn't do what the test is about."""


class Skip(Exception):
    """Something that the test needs is missing here."""


def ensure(condition, reason):
    """Fails the test if the condition doesn't hold."""
    if not condition:
        raise Failure(reason)


def wait_until(condition, seconds, reason, pause=0.02):
    """Waits for an event; returns how long it took. The reason may be a function, asked at the end."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            raise Failure(f"{reason() if callable(reason) else reason} (waited {seconds:g} s)")
        time.sleep(pause)
    return time.monotonic() - start


class Report:
    """Runs tests one by one and keeps the count. `note` lines belong to the test that is running."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def run(self, name, test):
        start = time.monotonic()
        try:
            test()
        except Skip as reason:
            self.skipped += 1
            verdict = f"skip {name} {reason}"
        except Failure as reason:
            self.failed += 1
            verdict = f"not ok {name} {reason}"
        except Exception as surprise:  # a broken test is a failed one, and the others still run
            self.failed += 1
            traceback.print_exc()
            verdict = f"not ok {name} {type(surprise).__name__}: {surprise}"
        else:
            self.passed += 1
            verdict = f"ok {name}"
        print(f"{verdict} ({time.monotonic() - start:.1f} s)", flush=True)

    def summary(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped", flush=True)
        return 1 if self.failed else 0


def note(text):
    """A line about the running test: a measured number, a daemon's last words."""
    print(f"  {text}", flush=True)
    sys.stdout.flush()
