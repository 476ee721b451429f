#!/usr/bin/env python3
"""Builds rondel and runs its tests. The short form takes minutes; --long is what a release is measured by.

Prints the counts of each level, the reasons of what was skipped, the output of what failed, and as its last line
"N passed, N failed, N skipped". The exit status is 0 only if nothing failed. Debian packages that are missing are
installed if that is possible (as root).
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped\b")
DOCTEST_CASES = re.compile(r"test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed")
PURE_SUITES = ("unit", "transcripts", "tidy", "fuzz", "sim")
LONG_SEEDS = 20_000
FUZZ_SECONDS = 600
# A small quarantine, as tests also bound the memory.
STRICT = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "ASAN_OPTIONS": "quarantine_size_mb=8"}


class Totals:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.reasons = []

    def add(self, level, counts, seconds):
        passed, failed, skipped = counts
        self.passed += passed
        self.failed += failed
        self.skipped += skipped
        print(f"   {level}: {passed} passed, {failed} failed, {skipped} skipped ({seconds:.0f} s)", flush=True)

    def skip(self, level, reason):
        self.reasons.append(f"{level}: {reason}")
        self.add(level, (0, 0, 1), 0)

    def summary(self):
        for reason in self.reasons:
            print(f"skipped {reason}")
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped", flush=True)
        return 1 if self.failed else 0


def say(text):
    print(f"== {text}", flush=True)


def tail(text, lines):
    print("\n".join("   | " + line for line in text.splitlines()[-lines:]), flush=True)


def run(command, **more):
    """With its output gathered, standard error included."""
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **more)


def install(*arrays):
    """Packages by the names of their arrays in packages.sh."""
    words = " ".join(f'"${{{array}[@]}}"' for array in arrays)
    return subprocess.run(["bash", "-c", f'source "{ROOT}/tools/packages.sh"; install_missing {words}'],
                          check=False).returncode == 0


def with_ccache(environment):
    if not shutil.which("ccache") or "CXX" in os.environ:
        return environment
    return {**environment, "CXX": "ccache " + environment.get("CXX", "g++"),
            "CC": "ccache " + environment.get("CC", "gcc")}


def build(totals, level, folder, options=(), environment=None, targets=()):
    """Configures and builds; True if that went well. Warnings are errors."""
    say(f"build {level} in {folder}")
    start = time.monotonic()
    settings = {**os.environ, **with_ccache(environment or {})}
    options = ["-Dwerror=true", *options]
    configured = (folder / "build.ninja").exists()
    result = run(["meson", "configure", folder, *options] if configured else ["meson", "setup", folder, ROOT, *options],
                 env=settings)
    if result.returncode != 0:
        tail(result.stdout, 40)
    else:
        # ninja's own progress is worth seeing; in a file only what went wrong is.
        seen = sys.stdout.isatty()
        result = subprocess.run(["ninja", "-C", str(folder), *targets], check=False, env=settings, text=True,
                                errors="replace", stdout=None if seen else subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode != 0 and not seen:
            tail(result.stdout, 80)
    good = result.returncode == 0
    totals.add(f"build {level}", (int(good), int(not good), 0), time.monotonic() - start)
    return good


def counts_of(entry):
    """Of a finished test: a doctest program's cases, or what its last line says, or one."""
    output = entry.get("stdout") or ""
    if cases := DOCTEST_CASES.search(output):
        counts = [int(cases[2]), int(cases[3]), 0]
    elif said := [COUNTS.match(line) for line in output.splitlines() if COUNTS.match(line)]:
        counts = [int(number) for number in said[-1].groups()]
    else:
        counts = [1, 0, 0]
        if entry["result"] == "SKIP":
            counts = [0, 0, 1]
    if entry["result"] not in ("OK", "SKIP") and counts[1] == 0:
        counts = [counts[0] if counts[0] > 1 else 0, 1, counts[2]]
    return counts


def test_suites(totals, level, folder, suites, environment=None, names=()):
    """meson's tests, or those of them with these names. Its log has a JSON object a test."""
    for suite in suites:
        say(f"{level} {suite}")
        start = time.monotonic()
        log = folder / "meson-logs/testlog.json"
        log.unlink(missing_ok=True)
        result = run(["meson", "test", "-C", folder, "--no-rebuild", "--suite", suite, *names],
                     env={**os.environ, **(environment or {})})
        entries = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        sums = [0, 0, 0]
        for entry in entries:
            counts = counts_of(entry)
            sums = [a + b for a, b in zip(sums, counts)]
            if counts[1]:
                print(f"   failed: {entry['name']} ({entry['result']})")
                tail((entry.get("stdout") or "") + (entry.get("stderr") or ""), 60)
            elif entry["result"] == "SKIP":
                totals.reasons.append(f"{entry['name']}: {(entry.get('stdout') or 'no reason').strip().splitlines()[-1]}")
        if result.returncode != 0 and sums[1] == 0:
            tail(result.stdout, 40)
            sums[1] = 1
        totals.add(f"{level} {suite}", sums, time.monotonic() - start)


def test_program(totals, level, command, **more):
    """A program that prints verdicts and at last its counts; its lines are shown as they come."""
    say(level)
    start = time.monotonic()
    counts = None
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **more) as process:
        for line in process.stdout:
            if found := COUNTS.match(line):
                counts = [int(number) for number in found.groups()]
                continue
            if line.startswith("skip "):
                totals.reasons.append(f"{level}: {line[len('skip '):].strip()}")
            print("   " + line, end="", flush=True)
    good = process.returncode == 0
    if counts is None:
        counts = [int(good), int(not good), 0]
    elif not good and counts[1] == 0:
        counts[1] = 1
    totals.add(level, counts, time.monotonic() - start)


def test_processes(totals, folder, long_form):
    level = "processes"
    if os.geteuid() != 0:
        totals.skip(level, "needs root for network namespaces")
        return
    # The runner is one of meson's tests, too: here its verdicts are counted, and the others are meson's.
    tests = json.loads(run(["meson", "introspect", "--tests", folder]).stdout)
    names = [test["name"] for test in tests if "rondel:process" in test["suite"] and test["name"] != "process"]
    if names:
        test_suites(totals, "tests:", folder, ["process"], names=names)
    test_program(totals, level, [ROOT / "tests/process/run", "--build", folder, *(["--long"] if long_form else [])])


def check_long(totals, folder, processes):
    """What takes hours: the same tests in other builds, many seeds, fuzzing."""
    simulator = folder / "tests/sim/rondel-sim"
    test_program(totals, f"simulator, {LONG_SEEDS} seeds", [simulator, "--seeds", str(LONG_SEEDS)])
    for name in ("coverage", "mutations.py"):
        words = [ROOT] if name == "mutations.py" else []
        test_program(totals, f"simulator, {name}", [sys.executable, "-B", ROOT / "tests/sim" / name, *words])

    clang = {"CXX": "clang++", "CC": "clang"}
    beside = folder.parent
    if build(totals, "clang", beside / f"{folder.name}-clang", environment=clang):
        test_suites(totals, "clang", beside / f"{folder.name}-clang", ("unit", "transcripts"))
    sanitized = beside / f"{folder.name}-sanitizers"
    if build(totals, "sanitizers", sanitized, ["-Db_sanitize=address,undefined", "-Db_lundef=false"]):
        test_suites(totals, "sanitizers", sanitized, ("unit", "transcripts", "fuzz", "sim"), STRICT)
        if processes:
            test_program(totals, "sanitizers, processes", [ROOT / "tests/process/run", "--build", sanitized],
                         env={**os.environ, **STRICT})
    threads = beside / f"{folder.name}-threads"
    targets = ["tests/unit/runtime/runtime_test", "tests/unit/link/knet_link_test", "tests/process/link/link_probe"]
    if build(totals, "thread sanitizer", threads, ["-Db_sanitize=thread", "-Db_lundef=false"], targets=targets):
        for target in targets:
            test_program(totals, f"thread sanitizer {target}", [threads / target])
    check_fuzzers(totals, beside / f"{folder.name}-fuzz", clang)


def check_fuzzers(totals, folder, clang):
    options = ["-Dfuzzers=true", "-Db_sanitize=address,undefined", "-Db_lundef=false",
               "-Dcpp_args=-fsanitize=fuzzer-no-link"]
    corpora = sorted((ROOT / "tests/data/corpus").iterdir())
    targets = [f"tests/fuzz/fuzz_{corpus.name}" for corpus in corpora]
    if not build(totals, "fuzzers", folder, options, clang, targets):
        return

    def fuzz(corpus):
        found = folder / "found" / corpus.name
        found.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        result = run(["nice", folder / f"tests/fuzz/fuzz_{corpus.name}", f"-max_total_time={FUZZ_SECONDS}",
                      "-print_final_stats=0", "-verbosity=0", f"-artifact_prefix={found}/", found, corpus])
        return corpus.name, result, time.monotonic() - start

    say(f"fuzzers, {FUZZ_SECONDS} s each")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, result, seconds in pool.map(fuzz, corpora):
            good = result.returncode == 0
            if not good:
                tail(result.stdout, 60)
            totals.add(f"fuzz {name}", (int(good), int(not good), 0), seconds)


def main():
    parser = argparse.ArgumentParser(prog="tools/check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true",
                        help="many seeds, all process tests, clang, sanitizers, fuzzers: hours")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
                        help="build folder [build, next to the sources]")
    parser.add_argument("--no-processes", action="store_true", help="leave out the tests that start daemons")
    options = parser.parse_args()
    totals = Totals()
    folder = options.build.resolve()
    say("packages")
    if not install("build_packages", "test_packages"):
        totals.add("packages", (0, 1, 0), 0)
        return totals.summary()
    if not install("interop_packages"):
        totals.reasons.append("packages: what compares with corosync isn't installed")
    if build(totals, "g++", folder, ["-Dtests=true"]):
        test_suites(totals, "tests:", folder, PURE_SUITES)
        if options.no_processes:
            totals.skip("processes", "--no-processes")
        else:
            test_processes(totals, folder, options.long)
        if options.long:
            check_long(totals, folder, not options.no_processes and os.geteuid() == 0)
    return totals.summary()


if __name__ == "__main__":
    sys.exit(main())
