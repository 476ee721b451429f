"""A client that doesn't keep up pays for itself: the others don't, and the daemon's memory has a bound."""
import re
import statistics
import threading
import time

from harness.cluster import Cluster
from harness.report import ensure, note, wait_until

RATIO_MIN = 0.8
BACKLOG_BYTES_MAX = 64 << 20  # the daemon's default for one client
# What else may grow meanwhile: queues of messages under way, pools, the allocator's slack.
MEMORY_BYTES_MORE_MAX = BACKLOG_BYTES_MAX + (64 << 20)
ROUNDS = 3
# Long enough for the slow client to reach its bound within the first part of a flood.
SECONDS = 1.5
# Enough for the ring buffer of the client (1 MiB) and its backlog, and half as much again.
NEVER_READ_MESSAGES = 7000
NEVER_READ_SIZE = 16000


def _rate(cluster, size):
    return float(cluster.load(1, "flood", group="slow", size=size, seconds=SECONDS, check=0, drain=20).result(60)["rate"])


def _ratio_beside(cluster, size, stall):
    alone, beside = [], []
    for _ in range(ROUNDS):
        alone.append(_rate(cluster, size))
        slow = cluster.load(1, "listen", group="slow", stall=stall, seconds=90).ready()
        beside.append(_rate(cluster, size))
        slow.end()
        time.sleep(0.1)
    ratio = statistics.median(beside) / statistics.median(alone)
    note(f"{size} bytes: {statistics.median(alone):.0f}/s alone, {ratio:.2f} of it beside a client that sleeps "
         f"{stall} s after each message")
    return ratio


def _beside_a_slow_client(environment, nodes, stall):
    with Cluster(environment, nodes) as cluster:
        for size in (64, 4000):
            # Once more if it is too little: a shared machine has bad moments, a fault is there again.
            ratio = _ratio_beside(cluster, size, stall)
            if ratio < RATIO_MIN:
                ratio = _ratio_beside(cluster, size, stall)
            ensure(ratio >= RATIO_MIN,
                   f"beside a slow client the others get only {ratio:.2f} of their rate at {size} bytes")
        cluster.ensure_alive()


class _Peak:
    """The most memory a daemon had while the block ran."""

    def __init__(self, daemon):
        self._daemon = daemon
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.bytes = daemon.memory_bytes()

    def _watch(self):
        while not self._stop.wait(0.02) and self._daemon.running():
            self.bytes = max(self.bytes, self._daemon.memory_bytes())

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()


def _never_reading(environment):
    environment.need_rondel("corosync keeps everything for a client that never reads")
    with Cluster(environment, 1) as cluster:
        daemon = cluster.daemon[1]
        cluster.flood(1, size=NEVER_READ_SIZE, seconds=0.3)
        before = daemon.memory_bytes()
        deaf = cluster.load(1, "listen", group="deaf-group", stop=1, seconds=20).ready()
        with _Peak(daemon) as peak:
            sent = cluster.load(1, "flood", group="deaf-group", size=NEVER_READ_SIZE,
                                messages=NEVER_READ_MESSAGES, check=0, drain=30).result(90)
        ensure(sent["own"] == sent["sent"], f"the sender got {sent['own']} of {sent['sent']} back")
        more = peak.bytes - before
        note(f"memory grew by {more >> 20} MiB")
        ensure(more <= MEMORY_BYTES_MORE_MAX, f"the daemon's memory grew by {more >> 20} MiB")

        def warned():
            return [line for line in daemon.log().splitlines()
                    if re.search(rf"\b{deaf.pid}\b", line) and "deaf-group" in line]
        wait_until(warned, 5, f"no warning names process {deaf.pid} and its group")
        ensure(len(warned()) == 1, f"warned {len(warned())} times: {warned()}")
        ensure(deaf.wait(40) == 3, f"the client that never read ended with {deaf.child.returncode}, not cut")
        cluster.ensure_alive()


def tests(environment):
    for nodes, stall in ((1, 60), (3, 0.05), *(((3, 60),) if environment.long else ())):
        yield (f"slow-clients/others-go-on-{nodes}-nodes-stall-{stall}",
               lambda nodes=nodes, stall=stall: _beside_a_slow_client(environment, nodes, stall))
    yield "slow-clients/never-reading-is-cut", lambda: _never_reading(environment)
