"""A program on a node: its first line may be "ready", its result is its last line as KEY=VALUE words."""
import os
import tempfile

from .process import end, spawn
from .report import Failure, wait_until


class Client:
    def __init__(self, namespace, words, libraries=None):
        environment = dict(os.environ)
        if libraries:
            environment["LD_LIBRARY_PATH"] = libraries
        self.name = " ".join(os.path.basename(word) for word in words)
        self._out = tempfile.TemporaryFile()
        self._err = tempfile.TemporaryFile()
        # nsenter becomes the program, so this child's pid is the one that groups list.
        self.child = spawn(["nsenter", f"--net=/run/netns/{namespace}", *words], stdout=self._out, stderr=self._err,
                           env=environment)

    @property
    def pid(self):
        return self.child.pid

    def output(self):
        return self._read(self._out)

    def errors(self):
        return self._read(self._err)

    @staticmethod
    def _read(file):
        return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode(errors="replace")

    def ready(self, seconds=30):
        """Waits until it is in its group."""
        def is_ready():
            if "ready\n" in self.output():
                return True
            if self.child.poll() is not None:
                raise Failure(f"{self.name} ended with {self.child.returncode}: {self.errors().strip()}")
            return False
        wait_until(is_ready, seconds, f"{self.name} isn't in its group")
        return self

    def running(self):
        return self.child.poll() is None

    def wait(self, seconds=60):
        """Waits for its end and returns its exit status."""
        wait_until(lambda: not self.running(), seconds, f"{self.name} doesn't end")
        return self.child.returncode

    def result(self, seconds=60, good=(0,)):
        """The words of its last line, once it ended well."""
        status = self.wait(seconds)
        lines = self.output().splitlines() or [""]
        if status not in good:
            raise Failure(f"{self.name} ended with {status}: {lines[-1]} {self.errors().strip()}".strip())
        return dict(word.split("=", 1) for word in lines[-1].split() if "=" in word)

    def end(self):
        end(self.child)
