"""As much as goes: every node gets the same messages in the same order, whatever their size and whoever sends."""
import os
import re
import subprocess

from harness.cluster import Cluster
from harness.environment import DISTRIBUTION_LIBRARIES
from harness.report import Skip, ensure, note

SIZES_SHORT = (0, 64, 16000, 1_000_000)
SIZES_LONG = (0, 8, 64, 1000, 16000, 64000, 1_000_000, 3_000_000)
RINGS_SHORT = (1, 2, 3)
RINGS_LONG = (1, 2, 3, 5, 8, 16)


def _flood_all(cluster, ours):
    seconds = 5 if cluster.environment.long else 0.3
    for size in SIZES_LONG if cluster.environment.long else SIZES_SHORT:
        sent = cluster.flood(1, ours=ours, size=size, seconds=seconds, drain=30)
        note(f"{len(cluster.nodes)} nodes, {size} bytes: {sent['rate']}/s, {sent['mb']} MB/s")
    # From all nodes at once: three senders, each of which must get all of its own back.
    listener = cluster.load(1, "listen", ours=ours, group="all", ends=len(cluster.nodes), seconds=60).ready()
    senders = [cluster.load(node, "flood", ours=ours, group="all", size=1000, seconds=seconds, drain=30)
               for node in cluster.nodes]
    sent = [sender.result() for sender in senders]
    heard = listener.result()
    total = sum(int(words["sent"]) for words in sent)
    ensure(int(heard["total"]) == total, f"the listener has {heard['total']} of {total} messages")
    cluster.ensure_alive()


def _ring(environment, nodes):
    with Cluster(environment, nodes) as cluster:
        _flood_all(cluster, ours=False)


def _library_of(program, libraries):
    done = subprocess.run(["ldd", program], env={**os.environ, "LD_LIBRARY_PATH": libraries}, check=True, text=True,
                          capture_output=True)
    found = re.search(r"libcpg\.so\.4 => (\S+)", done.stdout)
    return os.path.realpath(found.group(1)) if found else "none"


def _own_library(environment):
    program = environment.program("cpgload")
    ours = _library_of(program, environment.libraries)
    ensure(ours.startswith(os.path.realpath(environment.libraries)), f"cpgload would load {ours}")
    with Cluster(environment, 2) as cluster:
        _flood_all(cluster, ours=True)


def _both_libraries(environment):
    program = environment.program("cpgload")
    theirs = _library_of(program, DISTRIBUTION_LIBRARIES)
    if not theirs.startswith(os.path.realpath(DISTRIBUTION_LIBRARIES)):
        raise Skip("the distribution's libcpg isn't installed")
    with Cluster(environment, 2) as cluster:
        for ours in (True, False):
            listener = cluster.load(2, "listen", ours=not ours, group="both").ready()
            sent = cluster.load(1, "flood", ours=ours, group="both", size=2_500_000, seconds=0.3).result()
            heard = listener.result()
            ensure(heard["hash"] == sent["hash"], "the libraries don't put long messages together alike")


def tests(environment):
    for nodes in RINGS_LONG if environment.long else RINGS_SHORT:
        yield f"flooding/ring-of-{nodes}", lambda nodes=nodes: _ring(environment, nodes)
    yield "flooding/own-library", lambda: _own_library(environment)
    yield "flooding/both-libraries", lambda: _both_libraries(environment)
