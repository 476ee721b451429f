"""A message on a ring with nothing else to do comes back soon."""
from harness.cluster import Cluster
from harness.report import ensure, note

# Far above what a ring needs and far below a lost token's timeout, so that only trouble shows on a busy machine.
MEDIAN_US_MAX = 50_000


def _ring(environment, nodes):
    with Cluster(environment, nodes) as cluster:
        for size in (8, 1000, 64000):
            words = cluster.load(nodes, "ping", size=size, count=100).result()
            note(f"{nodes} nodes, {size} bytes: median {words['p50_us']} us, 99% {words['p99_us']} us")
            ensure(int(words["count"]) == 100, f"only {words['count']} of 100 messages came back")
            ensure(float(words["p50_us"]) < MEDIAN_US_MAX, f"half of the messages took {words['p50_us']} us or more")


def tests(environment):
    for nodes in (1, 2, 3, 5, 8, 16) if environment.long else (1, 3):
        yield f"latency/ring-of-{nodes}", lambda nodes=nodes: _ring(environment, nodes)
