"""What the kernel sends from one node to another: nftables counts."""
import re
import subprocess

from .environment import need_tool
from .report import Failure

# Pings, tokens of a ring in peace and what else is no frame are shorter than any frame with a message in it.
DATA_BYTES_MIN = 208  # of UDP, its header included


class Traffic:
    """Counts datagrams of at least DATA_BYTES_MIN."""

    def __init__(self, network, sender, receiver):
        need_tool("nft")
        self._namespace = network.namespace(sender)
        family = "ip6" if network.ipv6 else "ip"
        self._nft("-f", "-", text=f"""
table inet traffic {{
  counter data {{ }}
  chain out {{
    type filter hook output priority 0;
    {family} daddr {network.address(receiver)} udp length >= {DATA_BYTES_MIN} counter name data
  }}
}}
""")

    def _nft(self, *words, text=None):
        done = subprocess.run(["ip", "netns", "exec", self._namespace, "nft", *words], input=text, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(f"nft: {done.stderr.strip()}")
        return done.stdout

    def sent(self):
        """(datagrams, bytes of IP) since the start."""
        found = re.search(r"packets (\d+) bytes (\d+)", self._nft("list", "counter", "inet", "traffic", "data"))
        return int(found.group(1)), int(found.group(2))
