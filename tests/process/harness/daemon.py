"""One daemon process in its node's namespaces."""
import glob
import pathlib
import re
import shutil
import signal

from .process import end, spawn
from .report import Failure, wait_until

# The daemon sees its node's directories in the usual places. All words after the script are the daemon's.
ENTER = """
mount --bind "$0/run" /run && mount --bind "$0/lib" /var/lib/corosync && mount --bind "$0/etc" /etc/corosync &&
mkdir -p /var/log/corosync && mount --bind "$0/log" /var/log/corosync && exec "$@"
"""


def make_places():
    """The directories that are mounted over: they must exist on a machine that has never seen corosync."""
    for place in ("/var/lib/corosync", "/etc/corosync"):
        pathlib.Path(place).mkdir(parents=True, exist_ok=True)


class Daemon:
    """A daemon of one node; can be started again after it ended."""

    def __init__(self, words, namespace, directory):
        self.words = words
        self.namespace = namespace
        self.directory = pathlib.Path(directory)
        self.child = None
        for name in ("run", "lib", "etc", "log"):
            (self.directory / name).mkdir(parents=True, exist_ok=True)

    def start(self):
        with open(self.directory / "out", "ab") as out:
            self.child = spawn(["ip", "netns", "exec", self.namespace, "unshare", "-m", "sh", "-c", ENTER,
                                str(self.directory), *self.words], stdout=out, stderr=out)

    @property
    def pid(self):
        return self.child.pid

    def running(self):
        return self.child is not None and self.child.poll() is None

    def signal(self, number):
        self.child.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.child.wait()
        self._clear_shared_memory()

    def terminate(self, seconds=10):
        """Asks it to end; returns its exit status."""
        self.signal(signal.SIGTERM)
        wait_until(lambda: self.child.poll() is not None, seconds, f"{self.words[0]} didn't end after SIGTERM")
        self._clear_shared_memory()
        return self.child.returncode

    def memory_bytes(self):
        """Resident memory. Anonymous only: the clients' rings are shared with them."""
        text = pathlib.Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"^RssAnon:\s+(\d+) kB", text, re.MULTILINE)
        if not found:
            raise Failure(f"daemon {self.pid} has no memory: it ended")
        return int(found.group(1)) * 1024

    def log(self):
        """All that it wrote: log file and standard output."""
        texts = [path.read_text(errors="replace") for path in sorted(self.directory.glob("log/**/*")) if path.is_file()]
        out = self.directory / "out"
        return "".join(texts) + (out.read_text(errors="replace") if out.exists() else "")

    def remove(self):
        if self.child is not None:
            end(self.child)
            self._clear_shared_memory()

    def _clear_shared_memory(self):
        """A daemon that was killed leaves its clients' rings and its flight recorder."""
        for pattern in (f"/dev/shm/qb-{self.pid}-*", f"/dev/shm/qb-*-{self.pid}-*"):
            for path in map(pathlib.Path, glob.glob(pattern)):
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
