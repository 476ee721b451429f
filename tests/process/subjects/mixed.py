"""One ring of both programs: a cluster moves over one node at a time."""
import os
import time

from harness.cluster import Cluster
from harness.environment import COROSYNC
from harness.report import Skip, note

from .trouble import traffic


def _need_both(environment):
    environment.need_rondel("needs both daemons")
    if not os.access(COROSYNC, os.X_OK):
        raise Skip(f"there is no daemon at {COROSYNC}")


def _one_corosync(environment, corosync_node):
    _need_both(environment)
    with Cluster(environment, 3, daemons={corosync_node: COROSYNC}) as cluster:
        for sender in cluster.nodes:
            for size in (64, 1000, 64000):
                sent = cluster.flood(sender, size=size, seconds=0.4, drain=30)
                note(f"node {sender}, {size} bytes: {sent['rate']}/s")
        cluster.ensure_alive()


def _lose_the_other(environment, corosync_node, victim):
    _need_both(environment)
    with Cluster(environment, 3, daemons={corosync_node: COROSYNC}) as cluster:
        others = [node for node in cluster.nodes if node != victim]
        with traffic(cluster, others, seconds=6):
            time.sleep(0.5)
            cluster.daemon[victim].kill()
            cluster.wait_ring(others, seconds=15)
            cluster.daemon[victim].start()
            cluster.wait_ring(cluster.nodes)
        cluster.flood(victim, size=1000, seconds=0.3)
        cluster.ensure_alive()


def tests(environment):
    for node in (1, 3) if environment.long else (3,):
        yield f"mixed/corosync-is-{node}", lambda node=node: _one_corosync(environment, node)
    for corosync_node, victim in ((1, 1), (1, 3), (3, 1)) if environment.long else ((1, 1),):
        yield (f"mixed/corosync-is-{corosync_node}-lose-{victim}",
               lambda node=corosync_node, victim=victim: _lose_the_other(environment, node, victim))
