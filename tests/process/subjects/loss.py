"""Packets get lost: messages don't. The ring may break and form again under the loss, so what is compared is what two
clients deliver from one view to the next; and once the network heals, each sender has all of its own."""
import time

from harness.cluster import Cluster
from harness.report import ensure, note, wait_until
from harness.views import ensure_synchrony

# The default. With a shorter one the links' pings come so often that two lost ones in a row take a link down, and
# corosync gets no further.
TOKEN_MS = 3000
LOSS_SECONDS_MAX_SHORT = 15
LOSS_SECONDS_MAX_LONG = 60
HEALED_SECONDS_MAX = 60
SIZES = (64, 1000, 16000)
GROUP = "loss"


def _flood(cluster, size, seconds):
    """From two nodes at once. Under loss even joining the group takes its time."""
    return [cluster.load(node, "flood", group=GROUP, size=size, seconds=seconds,
                         drain=LOSS_SECONDS_MAX_LONG + HEALED_SECONDS_MAX)
            for node in (cluster.nodes[0], cluster.nodes[-1])]


def _all_ended(senders, deadline):
    while any(sender.running() for sender in senders) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(sender.running() for sender in senders)


def _ensure_all_came_back(senders):
    for sender in senders:
        words = sender.result(HEALED_SECONDS_MAX + 10, good=(0, 1))  # 1: gaps, where two rings became one
        ensure(words["doubles"] == "0" and words["bad"] == "0", f"a sender got {words}")
        ensure(words["own"] == words["sent"], f"a sender got {words['own']} of its {words['sent']} messages back")


def _lossy_flood(environment, nodes, percent):
    seconds = 5 if environment.long else 0.5
    loss_seconds_max = LOSS_SECONDS_MAX_LONG if environment.long else LOSS_SECONDS_MAX_SHORT
    with Cluster(environment, nodes, token=TOKEN_MS) as cluster:
        watchers = [cluster.load(node, "views", group=GROUP, seconds=600, ends=1000).ready() for node in cluster.nodes]
        cluster.faults.lose(cluster.nodes, percent)
        deadline = time.monotonic() + loss_seconds_max
        senders = []
        for size in SIZES:
            start = time.monotonic()
            latest = _flood(cluster, size, seconds)
            senders += latest
            if not _all_ended(latest, deadline):
                note(f"{percent}% lost, {size} bytes: still under way after {loss_seconds_max} s of loss")
                break
            note(f"{percent}% lost, {size} bytes: {time.monotonic() - start:.1f} s for {seconds} s of sending")
        cluster.faults.heal(cluster.nodes)
        _ensure_all_came_back(senders)
        cluster.wait_ring(cluster.nodes)
        cluster.flood(nodes, size=1000, seconds=0.3)
        # Whoever joins and leaves at the end makes the watchers print the view with all that was sent before.
        last = cluster.load(1, "flood", group=GROUP, messages=100)
        _ensure_all_came_back([last])
        member = f"1:{last.pid}"
        for watcher in watchers:
            wait_until(lambda watcher=watcher: member in watcher.output().rpartition("view ")[2], 30,
                       f"a watcher doesn't see {member} go")
        note(f"{ensure_synchrony(watchers)} shared views compared")
        cluster.ensure_alive()


def _heavy(environment, nodes, percent):
    environment.need_rondel("corosync's frames of 46 fragments don't get through, and its links go down with the pings")
    _lossy_flood(environment, nodes, percent)


def tests(environment):
    yield "loss/1-percent-of-3", lambda: _lossy_flood(environment, 3, 1)
    yield "loss/5-percent-of-3", lambda: _heavy(environment, 3, 5)
    if environment.long:
        yield "loss/5-percent-of-5", lambda: _heavy(environment, 5, 5)
