"""The flight recorder: what real daemons recorded in trouble comes out the same when it is fed to an engine again."""
import json
import os
import re
import signal
import subprocess
import time

from harness.cluster import Cluster
from harness.report import Skip, ensure, note, wait_until

from .trouble import traffic

STATE_DIR = "/var/lib/corosync"
TROUBLE_SECONDS = 2
COUNTERS = ("gather_entered", "commit_entered", "recovery_entered", "operational_entered")


def _program(environment, *parts):
    path = environment.build.joinpath(*parts)
    if not os.access(path, os.X_OK):
        raise Skip(f"{parts[-1]} isn't built in {environment.build}")
    return str(path)


def _ask(cluster, node, *words):
    asked = cluster.run(node, _program(cluster.environment, "tools", "rondel"), "--json", *words)
    ensure(asked.wait() == 0, f"rondel {' '.join(words)} on node {node}: {asked.errors()}")
    return json.loads(asked.output())


def _here(cluster, node, path):
    """Where a path of the daemon's is outside its namespace."""
    ensure(path.startswith(STATE_DIR + "/"), f"the recording is at {path}")
    return cluster.daemon[node].directory / "lib" / os.path.relpath(path, STATE_DIR)


def _output(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    ensure(done.returncode == 0, f"{' '.join(map(str, words))} ended with {done.returncode}: "
                                 f"{done.stdout[-500:]} {done.stderr[-500:]}")
    return done.stdout


def _ensure_replays(cluster, node, file):
    """The same states and effects, as many state changes as the daemon counted, and a view for each time it was
    operational."""
    simulator = _program(cluster.environment, "tests", "sim", "rondel-sim")
    told = _output(simulator, "replay", file)
    counted = _ask(cluster, node, "status", "--counters")["counters"]
    replayed = dict(re.findall(r"(\w+_entered)=(\d+)", told))
    for name in COUNTERS:
        ensure(replayed.get(name) == counted[name],
               f"node {node} counted {name}={counted[name]}, the replay {replayed.get(name)}")
    states = _output(simulator, "replay", "--states", file).split()
    views = len(re.findall(r"A new membership \(", cluster.daemon[node].log()))
    ensure(views == int(counted["operational_entered"]), f"node {node} logged {views} views, counted {counted}")
    if "from number 0 on" in told:
        ensure(states.count("operational") == views, f"node {node}: {views} views and the states {states}")
    else:
        ensure(states and states.count("operational") <= views, f"node {node}: {views} views and the states {states}")
    ensure(states[-1] == "operational", f"node {node} ends in {states[-1]}")
    note(f"node {node}: {told.splitlines()[-1]}; {views} views")


def _loss_and_a_death(environment):
    environment.need_rondel("corosync has no flight recorder")
    with Cluster(environment, 5) as cluster:
        others = [1, 2, 4, 5]
        with traffic(cluster, others, seconds=6):
            cluster.faults.lose(cluster.nodes, 10)
            time.sleep(TROUBLE_SECONDS)
            cluster.daemon[3].kill()
            time.sleep(TROUBLE_SECONDS)
            cluster.faults.heal(cluster.nodes)
            cluster.wait_ring(others)
        for node in others:
            file = _here(cluster, node, _ask(cluster, node, "trace", "save")["file"])
            ensure(file.is_file(), f"there is no {file}")
            _ensure_replays(cluster, node, file)
            shown = _output(_program(environment, "tools", "rondel"), "trace", "show", file).splitlines()
            ensure(len(shown) > 100 and all(re.search(r" -> \w+, \d+ effects$", line) for line in shown[1:]),
                   f"rondel trace show prints {shown[:3]}")
        cluster.ensure_alive(others)


def _by_signal(environment):
    environment.need_rondel("corosync has no flight recorder")
    with Cluster(environment, 1) as cluster:
        cluster.daemon[1].signal(signal.SIGUSR2)
        folder = cluster.daemon[1].directory / "lib"
        wait_until(lambda: list(folder.glob("rondel-trace-1-*.bin")), 10, "SIGUSR2 saves no recording")
        file = next(folder.glob("rondel-trace-1-*.bin"))
        wait_until(lambda: f"flight recorder saved. file={STATE_DIR}/{file.name}" in cluster.daemon[1].log(), 10,
                   "the log doesn't name the file")
        _ensure_replays(cluster, 1, file)
        damaged = folder / "damaged.bin"
        damaged.write_bytes(file.read_bytes()[:-1])
        for words in ((_program(environment, "tests", "sim", "rondel-sim"), "replay"),
                      (_program(environment, "tools", "rondel"), "trace", "show")):
            done = subprocess.run([*words, damaged], capture_output=True, text=True, check=False)
            ensure(done.returncode > 0 and "cut off" in done.stderr, f"{words} says {done.stderr!r}")
        cluster.ensure_alive()


def tests(environment):
    yield "recorder/loss-and-a-death", lambda: _loss_and_a_death(environment)
    yield "recorder/by-signal", lambda: _by_signal(environment)
