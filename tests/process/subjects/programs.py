"""Unmodified programs: corosync-cpgtool, and every cpg function with our library and the original."""
import difflib
import os
import re
import time

from harness.cluster import Cluster
from harness.environment import DISTRIBUTION_LIBRARIES, need_tool
from harness.report import Failure, Skip, ensure

LONG_SECONDS_MAX = 3  # for what takes a quarter of one


def _cpgtool(environment):
    tool = need_tool("corosync-cpgtool")
    with Cluster(environment, 2) as cluster:
        listeners = {node: cluster.load(node, "listen", group=f"tool{node}").ready() for node in cluster.nodes}
        for node in cluster.nodes:
            shown = cluster.run(node, tool)
            ensure(shown.wait() == 0, f"corosync-cpgtool ended with {shown.child.returncode}: {shown.errors()}")
            for home, listener in listeners.items():
                address = re.escape(cluster.network.address(home))
                line = rf"tool{home}\s*\n\s*{listener.pid}\s+{home}\s+\({address}\)"
                ensure(re.search(line, shown.output()),
                       f"no process {listener.pid} on node {home} in {shown.output()!r}")
        names = cluster.run(1, tool, "-n")
        ensure(names.wait() == 0 and "tool2" in names.output(), f"corosync-cpgtool -n shows {names.output()!r}")


def _same_answers(environment):
    if not os.path.exists(os.path.join(DISTRIBUTION_LIBRARIES, "libcpg.so.4")):
        raise Skip("the distribution's libcpg isn't installed")
    with Cluster(environment, 1) as cluster:
        answers = {}
        for ours in (False, True):
            probe = cluster.run(1, environment.program("apiprobe"), ours=ours)
            ensure(probe.wait() == 0, f"apiprobe ended with {probe.child.returncode}: "
                   f"{probe.output()[-300:]} {probe.errors()[-1500:]}")
            answers[ours] = probe.output().splitlines()
        different = list(difflib.unified_diff(answers[False], answers[True], "original", "ours", lineterm="", n=0))
        if different:
            raise Failure("the libraries answer differently: " + " | ".join(different))
        ensure(len(answers[True]) > 90, f"apiprobe said only {len(answers[True])} lines")


def _cpp_face(environment):
    with Cluster(environment, 1) as cluster:
        for ours in (False, True):
            checked = cluster.run(1, environment.program("groupcheck"), ours=ours)
            status = checked.wait()
            ensure(status == 0, f"groupcheck ended with {status}: {checked.output()} {checked.errors()}")


def _long_messages(environment):
    """Several times what a client's event ring and the gate on its backlog hold: it can't dispatch while it sends.
    The libraries try a part that is held back for a second, so a gate at the wrong place shows as a second a message."""
    with Cluster(environment, 1) as cluster:
        for ours in (False, True):
            for size in (2_000_000, 5_000_000, 20_000_000):
                start = time.monotonic()
                sent = cluster.load(1, "flood", ours=ours, group="long", size=size, messages=5, check=0,
                                    drain=30).result(60)
                took = time.monotonic() - start
                ensure(sent["own"] == sent["sent"] == "5", f"{sent['own']} of {sent['sent']} messages of {size} bytes")
                ensure(took < LONG_SECONDS_MAX, f"5 messages of {size} bytes took {took:.1f} s")
        cluster.ensure_alive()


def tests(environment):
    yield "programs/cpgtool", lambda: _cpgtool(environment)
    yield "programs/same-answers", lambda: _same_answers(environment)
    yield "programs/long-messages", lambda: _long_messages(environment)
    yield "programs/cpp-face", lambda: _cpp_face(environment)
