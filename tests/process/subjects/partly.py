"""One pair of three nodes does not hear each other: the ring settles, stays as it is, says who can't talk, and heals."""
import json
import time

from harness.cluster import Cluster
from harness.report import ensure, note, wait_until

SETTLING_SECONDS_MAX = 15
QUIET_SECONDS, QUIET_SECONDS_LONG = 20, 120


def _status(cluster, node):
    asked = cluster.run(node, cluster.environment.build / "tools" / "rondel", "--json", "status", ours=True)
    asked.result(20)
    return json.loads(asked.output())


def _statuses(cluster):
    return {node: _status(cluster, node) for node in cluster.nodes}


def _views(statuses):
    return {node: int(status["counters"]["operational_entered"]) for node, status in statuses.items()}


def _members(statuses):
    return {node: status["members"] for node, status in statuses.items()}


def _pair_cut(environment, low, high):
    third = ({1, 2, 3} - {low, high}).pop()
    together = sorted((low, third))  # of two sets of two the one with the lowest id
    expected = {**{node: together for node in together}, high: [high]}
    with Cluster(environment, 3) as cluster:
        sender = cluster.load(third, "stream", group="stream", rate=500, size=300, seconds=10).ready()
        cluster.faults.part([low], [high])
        start = time.monotonic()
        wait_until(lambda: _members(_statuses(cluster)) == expected, SETTLING_SECONDS_MAX,
                   f"the rings aren't {expected}")
        note(f"settled after {time.monotonic() - start:.2f} s")
        words = sender.result(90, good=(0, 1))  # 1: gaps, which a change of the ring may cause
        ensure(words["own"] == words["sent"], f"node {third} sent {words['sent']} and got {words['own']} back")
        before = _views(_statuses(cluster))
        seconds = QUIET_SECONDS_LONG if environment.long else QUIET_SECONDS
        cluster.flood(third, nodes=together, size=1000, seconds=1)
        time.sleep(seconds)
        statuses = _statuses(cluster)
        ensure(_views(statuses) == before, f"views changed while the pair was cut: {before} {_views(statuses)}")
        note(f"flapping in {seconds} s: 0")
        for node, status in statuses.items():
            named = [(pair["node"], pair["other"]) for pair in status.get("cut_pairs", [])]
            ensure(named == [(low, high)], f"node {node} names {named}")
        cause = statuses[third]["history"][0]["cause"]
        ensure(cause["kind"] == "partly_connected", f"the cause is {cause}")
        cluster.faults.heal([low, high])
        start = time.monotonic()
        cluster.wait_ring(cluster.nodes)
        note(f"one ring after {time.monotonic() - start:.2f} s")
        wait_until(lambda: not any(status.get("cut_pairs") for status in _statuses(cluster).values()), 10,
                   "the pair is still called cut")
        cluster.ensure_alive()


def tests(environment):
    def need():
        environment.need_rondel("corosync's ring flaps")
    for low, high in [(1, 2), (2, 3)] if environment.long else [(1, 2)]:
        yield (f"partly/{low}{high}-cut", lambda low=low, high=high: (need(), _pair_cut(environment, low, high)))
