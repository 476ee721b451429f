"""Faults of the network, by nftables on the receiving node."""
import subprocess

from .environment import need_tool
from .report import Failure


class Faults:
    def __init__(self, network):
        need_tool("nft")
        self._network = network

    def _nft(self, node, text):
        done = subprocess.run(["ip", "netns", "exec", self._network.namespace(node), "nft", "-f", "-"], input=text,
                              text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(f"nft on node {node}: {done.stderr.strip()}")

    def _rule(self, node, rule):
        self._nft(node, "table inet fault {\n  chain in { type filter hook input priority 0; }\n}\n"
                        f"add rule inet fault in {rule}\n")

    def part(self, *sides):
        """Nodes of different sides don't hear each other."""
        for side in sides:
            for node in side:
                others = [self._network.address(other) for away in sides if away is not side for other in away]
                self._rule(node, f"ip saddr {{ {', '.join(others)} }} drop")

    def lose(self, nodes, percent):
        """Each packet of another node that arrives is lost with this probability."""
        for node in nodes:
            self._rule(node, f"iifname eth0 numgen random mod 100 < {percent} drop")

    def lose_bursts(self, nodes, length, every):
        """Of each node's datagrams that arrive, so many in a row are lost, again and again."""
        for node in nodes:
            self._rule(node, f"iifname eth0 meta l4proto udp numgen inc mod {every} < {length} drop")

    def heal(self, nodes):
        for node in nodes:
            self._nft(node, "table inet fault {}\ndelete table inet fault\n")
