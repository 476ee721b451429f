"""A cluster for one test: namespaces, daemons, clients, and their end."""
import pathlib
import shutil
import tempfile

from .client import Client
from .config import config
from .daemon import Daemon, make_places
from .environment import DISTRIBUTION_LIBRARIES
from .faults import Faults
from .namespaces import Network, at_end, forget
from .report import Failure, ensure, note

LOG_LINES_SHOWN = 8


class Cluster:
    """`with Cluster(environment, 3) as cluster:` starts three daemons and waits for their ring. daemons: other programs
    for some nodes, {2: "/usr/sbin/corosync"}; token: the token's timeout in milliseconds, a third of the default, so
    that tests of failures take seconds; totem: more keys of that section; mtu and ipv6: of the network."""

    def __init__(self, environment, nodes, daemons=None, wait=True, token=1000, totem=None, mtu=1500, ipv6=False):
        environment.need_namespaces()
        for daemon in {environment.daemon, *(daemons or {}).values()}:
            environment.need_daemon(daemon)
        self.environment = environment
        self.nodes = range(1, nodes + 1)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="rondel-test-"))
        self._clients = []
        self._wait = wait
        self.daemon = {}
        self._cleanup = at_end(self.close)
        make_places()
        self.network = Network(nodes, mtu, ipv6)
        self.faults = Faults(self.network)
        text = config([self.network.address(node) for node in self.nodes], {"token": token, **(totem or {})})
        for node in self.nodes:
            program = (daemons or {}).get(node, environment.daemon)
            self.daemon[node] = Daemon([program, "-f"], self.network.namespace(node), self.directory / f"n{node}")
            (self.directory / f"n{node}" / "etc" / "corosync.conf").write_text(text, encoding="ascii")

    def __enter__(self):
        try:
            for daemon in self.daemon.values():
                daemon.start()
            if self._wait:
                self.wait_ring(self.nodes)
        except BaseException:
            self._last_words()
            self.close()
            raise
        return self

    def __exit__(self, kind, *_):
        if kind is not None and issubclass(kind, Failure):
            self._last_words()
        self.close()

    def _last_words(self):
        for node, daemon in self.daemon.items():
            state = "runs" if daemon.running() else f"ended {daemon.child.returncode if daemon.child else 'early'}"
            note(f"node {node} {state}")
            for line in daemon.log().splitlines()[-LOG_LINES_SHOWN:]:
                note(f"| {line}")

    def close(self):
        forget(self._cleanup)
        for client in self._clients:
            client.end()
        for daemon in self.daemon.values():
            daemon.remove()
        self.network.remove()
        if self.environment.keep:
            note(f"kept {self.directory}")
        else:
            shutil.rmtree(self.directory, ignore_errors=True)

    # Programs on nodes. Unmodified ones use the distribution's libraries, if it has some; ours=True uses the build's.

    def run(self, node, *words, ours=False):
        libraries = self.environment.libraries if ours else DISTRIBUTION_LIBRARIES
        client = Client(self.network.namespace(node), [str(word) for word in words], libraries)
        self._clients.append(client)
        return client

    def load(self, node, mode, ours=False, **options):
        words = [f"{key}={value}" for key, value in options.items()]
        return self.run(node, self.environment.program("cpgload"), mode, *words, ours=ours)

    def wait_ring(self, nodes, seconds=30):
        """Waits until each of these nodes is in a ring of exactly these nodes."""
        nodes = list(nodes)
        waiting = [self.load(n, "ring", nodes=len(nodes), seconds=seconds, group=f"ring{n}") for n in nodes]
        rings = {client.result(seconds + 30)["ring"] + " " + client.output() for client in waiting}
        expected = "nodes=" + ",".join(str(node) for node in nodes)
        for ring in rings:
            ensure(expected in ring.split(), f"the ring has other nodes than {expected}: {ring}")

    def flood(self, sender, nodes=None, ours=False, **options):
        """One node floods, all of these nodes listen: they must get the same messages in the same order. Returns the
        sender's words."""
        group = options.setdefault("group", "flood")
        listeners = {node: self.load(node, "listen", ours=ours, group=group, seconds=90).ready()
                     for node in nodes or self.nodes}
        sent = self.load(sender, "flood", ours=ours, **options).result(120)
        for node, listener in listeners.items():
            heard = listener.result(60)
            for key in ("total", "hash"):
                ensure(heard[key] == sent[key], f"node {node} has {key} {heard[key]}, the sender {sent[key]}")
        ensure(int(sent["sent"]) > 0, "nothing was sent")
        return sent

    def ensure_alive(self, nodes=None):
        for node in nodes or self.nodes:
            daemon = self.daemon[node]
            ensure(daemon.running(), f"the daemon of node {node} ended with {daemon.child.returncode}")
