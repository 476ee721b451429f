"""Packets get lost: messages don't."""
from harness.cluster import Cluster
from harness.report import note


def _lossy_flood(environment, nodes, percent):
    seconds = 10 if environment.long else 1
    with Cluster(environment, nodes) as cluster:
        cluster.faults.lose(cluster.nodes, percent)
        for size in (64, 1000, 16000):
            sent = cluster.flood(1, size=size, seconds=seconds, drain=60)
            note(f"{percent}% lost, {size} bytes: {sent['rate']}/s, longest gap {sent['longest_gap_ms']} ms")
        cluster.faults.heal(cluster.nodes)
        cluster.flood(nodes, size=1000, seconds=0.3)
        cluster.ensure_alive()


def tests(environment):
    yield "loss/5-percent-of-3", lambda: _lossy_flood(environment, 3, 5)
    if environment.long:
        yield "loss/20-percent-of-3", lambda: _lossy_flood(environment, 3, 20)
        yield "loss/5-percent-of-5", lambda: _lossy_flood(environment, 5, 5)
