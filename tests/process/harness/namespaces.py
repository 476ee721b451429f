"""Nodes as network namespaces on one bridge. Every name contains the runner's pid; what a killed
runner left is swept."""
import atexit
import os
import re
import signal
import subprocess
import sys

PREFIX = "rdl"
PREFIX_PATTERN = re.compile(rf"^{PREFIX}(\d+)x\d+-")
_cleanups = []


def at_end(action):
    """Runs the action when this process ends, however it ends; returns the key for forget()."""
    _cleanups.append(action)
    return action


def forget(action):
    if action in _cleanups:
        _cleanups.remove(action)


def _clean_up():
    while _cleanups:
        try:
            _cleanups.pop()()
        except Exception as surprise:  # the rest must be cleaned up, too
            print(f"cleaning up: {surprise}", file=sys.stderr)


def install_cleanup():
    atexit.register(_clean_up)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True).stdout


def ip_batch(namespace, lines):
    subprocess.run(["ip", "-netns", namespace, "-batch", "-"], input="\n".join(lines) + "\n", check=True, text=True,
                   capture_output=True)


def sweep():
    """Removes the namespaces of runners that are no more."""
    for line in ip("netns", "list", check=False).splitlines():
        name = line.split()[0] if line.split() else ""
        owner = PREFIX_PATTERN.match(name)
        if owner and not os.path.exists(f"/proc/{owner.group(1)}"):
            ip("netns", "del", name, check=False)


class Network:
    """A bridge in a namespace of its own and one namespace for each node: 10.77.0.NODE or fd77::NODE on eth0."""

    _made = 0

    def __init__(self, nodes, mtu=1500, ipv6=False):
        Network._made += 1
        self.mtu = mtu
        self.ipv6 = ipv6
        self.prefix = f"{PREFIX}{os.getpid()}x{Network._made}-"
        self.names = [self.prefix + "hub"]
        self._cleanup = at_end(self.remove)
        ip("netns", "add", self.prefix + "hub")
        ip_batch(self.prefix + "hub", ["link add br0 type bridge", f"link set br0 up mtu {mtu}"])
        for node in range(1, nodes + 1):
            self._add(node, mtu)

    def _add(self, node, mtu):
        name = self.namespace(node)
        self.names.append(name)
        ip("netns", "add", name)
        ip_batch(self.prefix + "hub", [f"link add v{node} mtu {mtu} type veth peer name eth0 mtu {mtu} netns {name}",
                                       f"link set v{node} master br0 up"])
        length = "64 nodad" if self.ipv6 else "24"
        ip_batch(name, ["link set lo up", "link set eth0 up", f"addr add {self.address(node)}/{length} dev eth0"])

    def namespace(self, node):
        return f"{self.prefix}n{node}"

    def address(self, node):
        return f"fd77::{node:x}" if self.ipv6 else f"10.77.0.{node}"

    def remove(self):
        forget(self._cleanup)
        for name in self.names:
            ip("netns", "del", name, check=False)
        self.names = []
