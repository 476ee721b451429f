"""Nodes that die, stop, or stand still, and come back: the others go on without them and with them again."""
import signal
import time

from harness.cluster import Cluster
from harness.report import ensure, note

from .trouble import traffic

# token 1000 ms: loss is noticed within it, agreement takes some more; a busy machine gets a multiple.
NOTICED_SECONDS_MAX = 15
STANDSTILL_SECONDS = 3


def _lose_and_regain(environment, nodes, victims, how):
    with Cluster(environment, nodes) as cluster:
        others = [node for node in cluster.nodes if node not in victims]
        with traffic(cluster, others, seconds=2 * nodes):
            time.sleep(0.5)
            start = time.monotonic()
            for victim in victims:
                daemon = cluster.daemon[victim]
                if how == signal.SIGTERM:
                    status = daemon.terminate()
                    ensure(status == 0, f"after SIGTERM the daemon of node {victim} ended with {status}")
                elif how == signal.SIGKILL:
                    daemon.kill()
                else:
                    daemon.signal(signal.SIGSTOP)
            cluster.wait_ring(others, seconds=NOTICED_SECONDS_MAX)
            note(f"{len(others)} of {nodes} nodes had a ring after {time.monotonic() - start:.2f} s")
            if how == signal.SIGSTOP:
                time.sleep(max(0, start + STANDSTILL_SECONDS - time.monotonic()))
            start = time.monotonic()
            for victim in victims:
                if how == signal.SIGSTOP:
                    cluster.daemon[victim].signal(signal.SIGCONT)
                else:
                    cluster.daemon[victim].start()
            cluster.wait_ring(cluster.nodes)
            note(f"all had one again after {time.monotonic() - start:.2f} s")
        cluster.flood(victims[0], size=1000, seconds=0.3)
        cluster.ensure_alive()


def tests(environment):
    for how, name in ((signal.SIGKILL, "kill"), (signal.SIGTERM, "term"), (signal.SIGSTOP, "stop")):
        cases = [(3, [1], "lowest")]
        if environment.long or how == signal.SIGKILL:
            cases += [(3, [3], "highest")]
        if environment.long:
            cases += [(5, [2, 4], "two-of-five"), (5, [1, 2], "two-lowest-of-five")]
        for nodes, victims, which in cases:
            yield (f"deaths/{name}-{which}", lambda nodes=nodes, victims=victims, how=how:
                   _lose_and_regain(environment, nodes, victims, how))
