"""totem.netmtu: whatever it is, on whatever path, everything passes, and each message costs exactly the datagrams that
can be computed."""
import itertools

from harness.cluster import Cluster
from harness.datagrams import Path, datagrams
from harness.report import ensure, note, wait_until
from harness.traffic import DATA_BYTES_MIN, Traffic

NETMTUS = (600, 1500, 4096, 8192, 16384, 64000)
LARGE = ((9000, 9000), (65535, 65000))  # MTU, netmtu
FLOOD_SIZES = (0, 8, 64, 1000, 16000, 64000, 1_000_000)
COUNT_SIZES = FLOOD_SIZES[1:]  # what is counted are pings, which carry the time
SHORT = ((Path(), 600), (Path(ipv6=True, encrypted=True), 4096), (Path(9000, encrypted=True), 9000),
         (Path(65535, ipv6=True), 65000))
DISCOVERY_SECONDS_MAX = 40
TRIES = 3  # a busy machine may lose a datagram, which is sent again


def cluster_of(environment, path, netmtu, nodes=3):
    """A ring on that path. libknet discovers it once: its probes are as long as data."""
    totem = {"netmtu": netmtu, "knet_pmtud_interval": 86400, **path.totem}
    return Cluster(environment, nodes, totem=totem, mtu=path.mtu, ipv6=path.ipv6)


class Message:
    """What a message of about this size should cost: none of its datagrams so short that it might be something else."""

    def __init__(self, size, netmtu, path):
        while min(datagrams(size, netmtu, path)) < DATA_BYTES_MIN + 40:
            size += 8
        self.size = size
        self.lengths = datagrams(size, netmtu, path)

    def is_as_computed(self, cluster, traffic, seen):
        """Sends some, each when the one before is back, and counts. The client's join and leave are counted in the run
        before, and taken off."""
        times = 10 if len(self.lengths) == 1 else 3
        totals = []
        for count in (1, 1 + times):
            before = traffic.sent()
            cluster.load(1, "ping", size=self.size, count=count).result()
            totals.append([after - start for start, after in zip(before, traffic.sent())])
        seen.append([(more - first) / times for first, more in zip(*totals)])
        return seen[-1] == [len(self.lengths), sum(self.lengths)]

    def problem(self, seen):
        return (f"a message of {self.size} bytes cost {seen} datagrams and bytes, computed are {len(self.lengths)} and "
                f"{sum(self.lengths)}")


def count(cluster, netmtu, path):
    """Counts the datagrams of messages of all sizes."""
    # The token goes from 1 to 2, so what 1 sends to 3 is what it sends to all.
    traffic = Traffic(cluster.network, 1, 3)
    first, seen = Message(16000, netmtu, path), []
    wait_until(lambda: first.is_as_computed(cluster, traffic, seen), DISCOVERY_SECONDS_MAX,
               lambda: first.problem(seen[-1]))
    shown = []
    for size in COUNT_SIZES:
        message, seen = Message(size, netmtu, path), []
        good = any(message.is_as_computed(cluster, traffic, seen) for _ in range(TRIES))
        ensure(good, message.problem(seen))
        shown.append(f"{len(message.lengths)} for {message.size} B")
    note(f"netmtu {netmtu}, {path}: datagrams {', '.join(shown)}")


def flood(cluster, netmtu, path, seconds):
    rates = []
    for size in FLOOD_SIZES:
        sent = cluster.flood(1, size=size, seconds=seconds, drain=30)
        rates.append(f"{sent['rate']} of {size} B")
    note(f"netmtu {netmtu}, {path}: messages/s {', '.join(rates)}")
    cluster.ensure_alive()


def _one(environment, path, netmtu):
    environment.need_rondel("corosync's frames aren't whole pieces")
    with cluster_of(environment, path, netmtu) as cluster:
        count(cluster, netmtu, path)
        flood(cluster, netmtu, path, 1 if environment.long else 0.1)


def _combinations():
    for ipv6, encrypted in itertools.product((False, True), repeat=2):
        for netmtu in NETMTUS:
            yield Path(1500, ipv6, encrypted), netmtu
        for mtu, netmtu in LARGE:
            yield Path(mtu, ipv6, encrypted), netmtu


def tests(environment):
    for path, netmtu in _combinations() if environment.long else SHORT:
        yield f"netmtu/{netmtu}-{path}", lambda path=path, netmtu=netmtu: _one(environment, path, netmtu)
