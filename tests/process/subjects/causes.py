"""Why the membership changed, as the survivors tell it: `rondel events`, `rondel status` and the log."""
import json
import signal
import time

from harness.cluster import Cluster
from harness.report import ensure, wait_until


def _ask(cluster, node, verb, *options):
    client = cluster.run(node, cluster.environment.build / "tools" / "rondel", verb, "--json", *options, ours=True)
    ensure(client.wait(30) == 0, f"rondel {verb} failed: {client.errors()}")
    return json.loads(client.output())


def _changes(cluster, node):
    """The node's membership changes: oldest first."""
    return [event for event in _ask(cluster, node, "events")["events"] if event["kind"] == "membership"]


def _lines(cluster, node, change):
    begin = f"A new membership ({change['fields']['ring']})"
    return [line for line in cluster.daemon[node].log().splitlines() if begin in line]


def _ensure_told(cluster, nodes, kinds, parts, where=-1):
    """Each of these nodes gives one of these kinds as the first cause of its last change, and a sentence with all of
    these parts; events, status and log agree."""
    for node in nodes:
        change = _changes(cluster, node)[where]
        status = _ask(cluster, node, "status")["history"][-1 - where]
        kind = change["fields"]["cause"].split(",")[0]
        ensure(kind in kinds, f"node {node} gives {kind} as cause, not one of {kinds}: {change['sentence']}")
        for part in parts:
            ensure(part in change["sentence"], f"node {node} doesn't say '{part}': {change['sentence']}")
        ensure(status["cause"]["kind"] == kind, f"node {node}: status says {status['cause']}, events {kind}")
        ensure(change["sentence"].endswith(status["why"]), f"node {node}: status says {status['why']}, "
               f"events {change['sentence']}")
        # A thread of the daemon writes the log.
        wait_until(lambda: _lines(cluster, node, change), 5, f"node {node}'s log doesn't tell of {change}")
        lines = _lines(cluster, node, change)
        ensure(len(lines) == 1 and status["why"] in lines[0], f"node {node}'s log has {len(lines)} lines: {lines}")
        ensure(abs(time.time() * 1000 - int(change["unix_ms"])) < 120_000, f"the time of {change} is far away")


def _deaths(environment):
    environment.need_rondel("causes of changes")
    with Cluster(environment, 3) as cluster:
        cluster.daemon[3].kill()
        cluster.wait_ring([1, 2])
        _ensure_told(cluster, [1, 2], ["token_lost", "process_dead"], ["node 3"])
        cluster.daemon[3].start()
        cluster.wait_ring([1, 2, 3])
        _ensure_told(cluster, [1, 2], ["start", "merge", "joined"], ["node 3"])
        cluster.daemon[3].terminate()
        cluster.wait_ring([1, 2])
        _ensure_told(cluster, [1, 2], ["left"], ["node 3 left"])
        cluster.ensure_alive([1, 2])


def _standstill(environment):
    environment.need_rondel("causes of changes")
    with Cluster(environment, 3) as cluster:
        cluster.daemon[3].signal(signal.SIGSTOP)
        cluster.wait_ring([1, 2])
        _ensure_told(cluster, [1, 2], ["token_lost"], ["node 3 did not answer"])
        cluster.daemon[3].signal(signal.SIGCONT)
        cluster.wait_ring([1, 2, 3])
        told = " ".join(change["sentence"] for change in _changes(cluster, 3))
        ensure("this process did not run for" in told, f"node 3 doesn't say that it stood still: {told}")
        cluster.ensure_alive()


def _partition(environment):
    environment.need_rondel("causes of changes")
    with Cluster(environment, 3) as cluster:
        cluster.faults.part([1, 2], [3])
        cluster.wait_ring([1, 2])
        cluster.wait_ring([3])
        _ensure_told(cluster, [1, 2], ["token_lost"], ["node 3 did not answer"])
        _ensure_told(cluster, [3], ["token_lost"], ["node 1 did not answer", "node 2 did not answer"])
        wait_until(lambda: any(event["kind"] == "node_unreachable" and event["nodes"] == [3]
                               for event in _ask(cluster, 1, "events")["events"]), 20, "node 1 never lost its link")
        cluster.faults.heal([1, 2, 3])
        cluster.wait_ring([1, 2, 3])
        _ensure_told(cluster, [1, 2], ["merge", "joined"], ["node"])
        cluster.ensure_alive()


def tests(environment):
    yield "causes/deaths", lambda: _deaths(environment)
    yield "causes/standstill", lambda: _standstill(environment)
    yield "causes/partition", lambda: _partition(environment)
