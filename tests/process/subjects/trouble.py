"""What the tests about nodes in trouble share: traffic and watchers beside it, and the end that all must reach."""
import contextlib

from harness.report import ensure, note
from harness.views import ensure_synchrony

GROUP = "trouble"


class Traffic:
    """A `views` client on each node and a steady sender on some, all in one group."""

    def __init__(self, cluster, senders, seconds, rate=500, size=300):
        self._cluster = cluster
        self.watchers = {node: cluster.load(node, "views", group=GROUP, seconds=120) for node in cluster.nodes}
        for watcher in self.watchers.values():
            watcher.ready()
        self.senders = {node: cluster.load(node, "stream", group=GROUP, rate=rate, size=size, seconds=seconds)
                        for node in senders}
        for sender in self.senders.values():
            sender.ready()

    def finish(self):
        """The senders got all of their own back, and no two watchers saw different things."""
        cluster = self._cluster
        for node, sender in self.senders.items():
            words = sender.result(90, good=(0, 1))  # 1: gaps, which a change of the ring may cause
            ensure(words["own"] == words["sent"],
                   f"node {node} sent {words['sent']} and got {words['own']} of its own back")
            ensure(words["doubles"] == "0" and words["bad"] == "0", f"node {node} got {words}")
        last = min(node for node in cluster.nodes if cluster.daemon[node].running())
        sent = cluster.load(last, "flood", group=GROUP, size=100, messages=100).result(60, good=(0, 1))
        ensure(sent["own"] == sent["sent"] == "100", f"at the end {sent['own']} of {sent['sent']} messages came back")
        for watcher in self.watchers.values():
            watcher.wait(60)
        compared = ensure_synchrony(self.watchers.values())
        ensure(compared > 0, "no two clients shared a view")
        note(f"{compared} shared views compared, {sent['rate']}/s at the end")


@contextlib.contextmanager
def traffic(cluster, senders, seconds):
    running = Traffic(cluster, senders, seconds)
    yield running
    running.finish()
