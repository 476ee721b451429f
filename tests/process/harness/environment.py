"""What there is to test with: programs, rights, the daemon under test."""
import os
import pathlib
import shutil
import subprocess

from .report import Skip

ROOT = pathlib.Path(__file__).resolve().parents[3]
COROSYNC = "/usr/sbin/corosync"
DISTRIBUTION_LIBRARIES = "/usr/lib/x86_64-linux-gnu"


class Environment:
    """Where things are. The daemon under test is --daemon, or $RONDELD, or the build's."""

    def __init__(self, daemon=None, build=None, long=False, keep=False):
        self.build = pathlib.Path(build or os.environ.get("RONDEL_BUILD") or ROOT / "build").resolve()
        self.daemon = daemon or os.environ.get("RONDELD") or str(self.build / "daemon" / "rondeld")
        self.long = long
        self.keep = keep

    @property
    def is_corosync(self):
        return os.path.basename(self.daemon) == "corosync"

    def program(self, name):
        """A program of the tests, built next to them."""
        for path in (self.build / "tests" / "process" / name, self.build / "tests" / "process" / "cpgload" / name):
            if path.is_file():
                return str(path)
        raise Skip(f"{name} isn't built in {self.build}")

    @property
    def libraries(self):
        return str(self.build / "lib" / "client")

    def need_daemon(self, daemon=None):
        daemon = daemon or self.daemon
        if not os.access(daemon, os.X_OK):
            raise Skip(f"there is no daemon at {daemon}")

    def need_rondel(self, why):
        if self.is_corosync:
            raise Skip(f"only for rondel: {why}")
        self.need_daemon()

    def need_namespaces(self):
        if os.geteuid() != 0:
            raise Skip("needs root for network namespaces")
        for tool in ("ip", "nsenter", "unshare", "mount"):
            need_tool(tool)
        probe = subprocess.run(["unshare", "-n", "-m", "true"], capture_output=True, text=True, check=False)
        if probe.returncode != 0:
            raise Skip(f"can't make namespaces: {probe.stderr.strip()}")


def need_tool(name):
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not path:
        raise Skip(f"{name} isn't installed")
    return path
