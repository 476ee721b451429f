"""A ring falls in two, both sides go on, and one ring forms when the network heals."""
import time

from harness.cluster import Cluster
from harness.report import note

from .trouble import traffic

SPLIT_SECONDS_MAX = 20


def _part_and_heal(environment, left, right, times):
    nodes = sorted(left + right)
    with Cluster(environment, len(nodes)) as cluster:
        for _ in range(times):
            with traffic(cluster, nodes, seconds=2 * len(nodes)):
                time.sleep(0.5)
                start = time.monotonic()
                cluster.faults.part(left, right)
                cluster.wait_ring(left, seconds=SPLIT_SECONDS_MAX)
                cluster.wait_ring(right, seconds=SPLIT_SECONDS_MAX)
                note(f"two rings after {time.monotonic() - start:.2f} s")
                start = time.monotonic()
                cluster.faults.heal(nodes)
                cluster.wait_ring(nodes)
                note(f"one ring after {time.monotonic() - start:.2f} s")
            cluster.flood(left[0], size=1000, seconds=0.3)
            cluster.flood(right[0], size=64000, seconds=0.3)
        cluster.ensure_alive()


def tests(environment):
    cases = [([1], [2, 3], 1)]
    if environment.long:
        cases = [([1], [2, 3], 3), ([1, 2], [3, 4, 5], 3), ([2, 5], [1, 3, 4], 1)]
    for left, right, times in cases:
        name = "+".join("".join(map(str, side)) for side in (left, right))
        yield (f"partitions/{name}", lambda left=left, right=right, times=times:
               _part_and_heal(environment, left, right, times))
