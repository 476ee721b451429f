"""Safe messages: one order with all others whoever sends them, soon; and transitional views for those who ask."""
import os

from harness.cluster import Cluster
from harness.environment import COROSYNC, DISTRIBUTION_LIBRARIES
from harness.report import Skip, ensure, note, wait_until

# Of the hold time, 100 ms here and 660 ms with the default token, a safe message must know nothing.
MEDIAN_US_MAX = 50_000
CS_ERR_INVALID_PARAM = 7


def _need_their_library():
    if not os.path.exists(os.path.join(DISTRIBUTION_LIBRARIES, "libcpg.so.4")):
        raise Skip("the distribution's libcpg isn't installed")


def _one_order(environment):
    _need_their_library()
    with Cluster(environment, 3) as cluster:
        for size in (16, 4000, 300_000, 2_500_000):
            messages = 2000 if size < 10_000 else 20
            listeners = {(node, ours): cluster.load(node, "listen", ours=ours, group="safe", ends=3, seconds=90).ready()
                         for node in cluster.nodes for ours in (True, False)}
            # Two libraries send safe messages among their agreed ones, a third client agreed ones only.
            senders = [cluster.load(node, "flood", ours=ours, group="safe", size=size, messages=messages, drain=60,
                                    safe=safe)
                       for node, ours, safe in ((1, True, 2), (2, False, 1), (3, True, 0))]
            for sender in senders:
                sender.result(120)
            heard = {name: listener.result() for name, listener in listeners.items()}
            for name, words in heard.items():
                ensure(int(words["total"]) == 3 * messages, f"{name} has {words['total']} of {3 * messages} messages")
            hashes = {words["hash"] for words in heard.values()}
            ensure(len(hashes) == 1, f"listeners have different messages of {size} bytes, or another order: {heard}")
        cluster.ensure_alive()


def _latency(environment, nodes):
    with Cluster(environment, nodes, token=3000) as cluster:
        for ours in (True, False):
            for safe in (0, 1):
                words = cluster.load(nodes, "ping", ours=ours, size=64, count=100, safe=safe).result()
                kind = "safe" if safe else "agreed"
                note(f"{nodes} nodes, {kind}: median {words['p50_us']} us, 99% {words['p99_us']} us")
                ensure(int(words["count"]) == 100, f"only {words['count']} of 100 messages came back")
                ensure(float(words["p50_us"]) < MEDIAN_US_MAX, f"half of the {kind} messages took {words['p50_us']} us")


def _told_of_the_end(environment):
    """The client gets the transitional view before what the change brings, and once; a plain one next to it gets what
    corosync shows."""
    with Cluster(environment, 3) as cluster:
        program = environment.program("ringends")
        clients = {node: cluster.run(node, program, "ends", 2, ours=True).ready() for node in (1, 2)}
        third = cluster.run(3, program, "ends", 2, ours=True).ready()
        for client in clients.values():
            wait_until(lambda client=client: "message hello" in client.output(), 10, "nothing arrives")
        plain = cluster.load(1, "ring", nodes=2, seconds=30, group="plain").ready()
        cluster.daemon[3].kill()
        for node, client in clients.items():
            ensure(client.wait(30) == 0, f"ringends on node {node}: {client.output()} {client.errors()}")
            lines = client.output().splitlines()
            last = lines[-3:]
            ensure(last == ["transitional 1 2", "view 2 members 1 left", "ring 1 2"], f"node {node} was told {lines}")
            ensure(sum(line.startswith("transitional") for line in lines) == 1, f"node {node} was told {lines}")
        plain.result()
        ensure("nodes=1,2" in plain.output().split(), f"the plain client says {plain.output()}")
        third.end()


def _their_library_has_none(environment):
    _need_their_library()
    with Cluster(environment, 1) as cluster:
        client = cluster.run(1, environment.program("ringends"), "ends", 1)
        ensure(client.wait() == 4, f"ringends ended with {client.child.returncode}: {client.output()}")
        ensure(client.output() == f"join: {CS_ERR_INVALID_PARAM}\n", f"ringends says {client.output()!r}")


def _corosync_has_none(environment):
    """Our library, their daemon: the request that it doesn't know is answered, and nothing breaks. And safe messages
    go through a ring with one of them."""
    environment.need_rondel("needs both daemons")
    if not os.access(COROSYNC, os.X_OK):
        raise Skip(f"there is no daemon at {COROSYNC}")
    with Cluster(environment, 2, daemons={2: COROSYNC}) as cluster:
        client = cluster.run(2, environment.program("ringends"), "ends", 1, ours=True)
        ensure(client.wait() == 4, f"ringends ended with {client.child.returncode}: {client.output()}")
        note(f"our library at corosync: {client.output().strip()}")
        for sender in cluster.nodes:
            cluster.flood(sender, size=1000, seconds=0.3, safe=2)
        cluster.ensure_alive()


def tests(environment):
    yield "safe/one-order", lambda: _one_order(environment)
    for nodes in (1, 3):
        yield f"safe/latency-ring-of-{nodes}", lambda nodes=nodes: _latency(environment, nodes)
    yield "safe/transitional-views", lambda: _told_of_the_end(environment)
    yield "safe/transitional-views-not-with-their-library", lambda: _their_library_has_none(environment)
    yield "safe/with-corosync", lambda: _corosync_has_none(environment)
