"""Requests that no honest client sends: the daemon answers or hangs up, and serves the others as before."""
from harness.cluster import Cluster
from harness.report import ensure, note

MEMORY_BYTES_MORE_MAX = 64 << 20


def _malformed(environment):
    environment.need_rondel("corosync believes its clients and ends with a segmentation fault")
    cases, seeds = (200, range(1, 6)) if environment.long else (25, (1,))
    with Cluster(environment, 2) as cluster:
        daemon = cluster.daemon[1]
        cluster.flood(1, size=1000, seconds=0.3)
        before = daemon.memory_bytes()
        for seed in seeds:
            raw = cluster.run(1, environment.program("rawclient"), seed, cases)
            status = raw.wait(120)
            cluster.ensure_alive()
            ensure(status == 0, f"with seed {seed} rawclient ended with {status}: {raw.output()}")
        more = daemon.memory_bytes() - before
        note(f"memory grew by {more >> 10} KiB")
        ensure(more < MEMORY_BYTES_MORE_MAX, f"the daemon keeps {more >> 20} MiB after malformed requests")
        cluster.wait_ring(cluster.nodes)
        cluster.flood(1, size=1000, seconds=0.3)
        cluster.flood(2, size=1000, seconds=0.3)


def tests(environment):
    yield "raw-requests/malformed", lambda: _malformed(environment)
