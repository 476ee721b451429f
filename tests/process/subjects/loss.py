"""Packets get lost: messages don't."""
from harness.cluster import Cluster
from harness.report import note

# The default. With a shorter one the links' pings come so often that two lost ones in a row take a link down, and
# corosync gets no further.
TOKEN_MS = 3000


def _lossy_flood(environment, nodes, percent):
    seconds = 10 if environment.long else 1
    with Cluster(environment, nodes, token=TOKEN_MS) as cluster:
        cluster.faults.lose(cluster.nodes, percent)
        for size in (64, 1000, 16000):
            sent = cluster.flood(1, size=size, seconds=seconds, drain=60)
            note(f"{percent}% lost, {size} bytes: {sent['rate']}/s, longest gap {sent['longest_gap_ms']} ms")
        cluster.faults.heal(cluster.nodes)
        cluster.flood(nodes, size=1000, seconds=0.3)
        cluster.ensure_alive()


def _heavy(environment, nodes, percent):
    environment.need_rondel("corosync's frames of 46 fragments don't get through, and its links go down with the pings")
    _lossy_flood(environment, nodes, percent)


def tests(environment):
    yield "loss/1-percent-of-3", lambda: _lossy_flood(environment, 3, 1)
    yield "loss/5-percent-of-3", lambda: _heavy(environment, 3, 5)
    if environment.long:
        yield "loss/5-percent-of-5", lambda: _heavy(environment, 5, 5)
