"""How many datagrams a message becomes, and how long they are: computed from the formats alone, apart from the
daemon's own arithmetic, so that a mistake in one of them shows.

A message with the headers of its group travels in frames, each as long as whole pieces of libknet allow; libknet cuts a
frame into pieces and wraps each.
"""
import dataclasses

FRAME_HEADER = 45
PACKING_HEADER = 8 + 2
GROUP_PREFIX = 5
CPG_HEADER = 184
KNET_DATA_HEADER = 14
KNET_RESERVED = 26  # what libknet leaves free for its header
UDP_HEADER = 8
SALT = BLOCK = 16
HASH = 32  # sha256


@dataclasses.dataclass(frozen=True)
class Path:
    """One way to send: MTU of the interface, family, and whether all is encrypted (AES and sha256)."""
    mtu: int = 1500
    ipv6: bool = False
    encrypted: bool = False

    def __str__(self):
        return f"mtu-{self.mtu}-ipv{6 if self.ipv6 else 4}-{'aes' if self.encrypted else 'clear'}"

    @property
    def totem(self):
        """The keys of the configuration that make it so."""
        if not self.encrypted:
            return {}
        return {"crypto_cipher": "aes256", "crypto_hash": "sha256", "key": "0123456789abcdef" * 8}

    @property
    def _headers(self):
        return (40 if self.ipv6 else 20) + UDP_HEADER

    @property
    def piece(self):
        """What libknet puts into one datagram."""
        room = self.mtu - self._headers
        if not self.encrypted:
            return room - KNET_RESERVED
        blocks = (room - SALT - HASH) // BLOCK
        return blocks * BLOCK - 1 - KNET_RESERVED

    def ip_bytes(self, piece):
        """The IP packet around so many bytes of a frame."""
        plain = KNET_DATA_HEADER + piece
        if self.encrypted:
            plain = SALT + (plain // BLOCK + 1) * BLOCK + HASH
        return plain + self._headers


def _cut(total, size):
    return [size] * (total // size) + ([total % size] if total % size else [])


def frames(message, netmtu, path):
    """Lengths of the frames of a message that has nobody to share them with."""
    longest = netmtu - FRAME_HEADER
    best = longest - longest % path.piece if longest >= path.piece else longest
    around = FRAME_HEADER + PACKING_HEADER
    return [around + data for data in _cut(GROUP_PREFIX + CPG_HEADER + message, best - around)]


def datagrams(message, netmtu, path):
    """Lengths of the IP packets that carry it to one node."""
    return [path.ip_bytes(piece) for frame in frames(message, netmtu, path) for piece in _cut(frame, path.piece)]
