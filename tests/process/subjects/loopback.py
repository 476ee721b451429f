"""Three daemons on one machine's loopback, without root and without namespaces."""
import os
import pathlib
import shutil
import tempfile

from harness.config import config
from harness.namespaces import at_end, forget
from harness.process import end, spawn
from harness.report import Failure, Skip, ensure, wait_until

NOBODY = 65534


def _unprivileged(words):
    if os.geteuid() != 0:
        return list(words)
    if not shutil.which("setpriv"):
        raise Skip("setpriv isn't installed, and this is root")
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all", *words]


class _Loopback:
    def __init__(self, environment, nodes):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="rondel-loopback-"))
        self.children = []
        self._cleanup = at_end(self.close)
        self.directory.chmod(0o755)
        # The tree may lie where only root gets in.
        self.libraries = self.directory / "lib"
        self.libraries.mkdir()
        for library in pathlib.Path(environment.libraries).glob("*.so.*"):
            if library.is_file():
                shutil.copy(library, self.libraries)
        file = self.directory / "corosync.conf"
        file.write_text(config([f"127.0.0.{node}" for node in range(1, nodes + 1)], logfile=False), encoding="ascii")
        for node in range(1, nodes + 1):
            home = self.directory / f"n{node}"
            for name in ("state", "run"):
                (home / name).mkdir(parents=True)
                if os.geteuid() == 0:
                    os.chown(home / name, NOBODY, NOBODY)
            self.spawn(f"n{node}", [environment.daemon, "-f", "-c", str(file), "--node", str(node), "--instance",
                                    self.instance(node), "--state-dir", str(home / "state"), "--run-dir",
                                    str(home / "run")])

    @staticmethod
    def instance(node):
        return f"test{os.getpid()}n{node}"

    def spawn(self, name, words, node=None):
        environment = dict(os.environ)
        environment["LD_LIBRARY_PATH"] = str(self.libraries)
        if node:
            environment["RONDEL_INSTANCE"] = self.instance(node)
        with open(self.directory / f"{name}.out", "wb") as out:
            child = spawn(_unprivileged(words), stdout=out, stderr=out, env=environment)
        self.children.append(child)
        return child

    def output(self, name):
        return (self.directory / f"{name}.out").read_text(errors="replace")

    def result(self, name, child, seconds=60):
        wait_until(lambda: child.poll() is not None, seconds, f"{name} doesn't end")
        ensure(child.returncode == 0, f"{name} ended with {child.returncode}: {self.output(name)[-1000:]}")
        return dict(word.split("=", 1) for word in self.output(name).splitlines()[-1].split() if "=" in word)

    def close(self):
        forget(self._cleanup)
        for child in reversed(self.children):
            end(child)
        for child in self.children:
            for left in pathlib.Path("/dev/shm").glob(f"qb-{child.pid}-*"):
                shutil.rmtree(left, ignore_errors=True)
        shutil.rmtree(self.directory, ignore_errors=True)


def _three(environment):
    environment.need_rondel("corosync has no --instance")
    program = environment.program("cpgload")
    loopback = _Loopback(environment, 3)
    try:
        for node in (1, 2, 3):
            name = f"ring{node}"
            words = loopback.result(name, loopback.spawn(name, [program, "ring", "nodes=3", f"group=r{node}"], node))
            ensure(words["nodes"] == "1,2,3", f"node {node} is in a ring of {words['nodes']}")
        listeners = {}
        for node in (1, 2, 3):
            listeners[node] = loopback.spawn(f"listen{node}", [program, "listen"], node)
            wait_until(lambda node=node: "ready" in loopback.output(f"listen{node}"), 10,
                       f"node {node} has no listener")
        sent = loopback.result("flood", loopback.spawn("flood", [program, "flood", "seconds=0.5", "size=1000"], 2))
        for node, listener in listeners.items():
            heard = loopback.result(f"listen{node}", listener)
            ensure(heard["hash"] == sent["hash"], f"node {node} heard something else")
    except Failure as failure:
        raise Failure(f"{failure}; node 1 said: {loopback.output('n1')[-500:]}") from failure
    finally:
        loopback.close()


def tests(environment):
    yield "loopback/three-without-root", lambda: _three(environment)
