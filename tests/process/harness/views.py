"""Extended virtual synchrony, as `cpgload views` shows it: any two clients that share a view and the one after it
delivered the same in between."""
from .report import Failure


def _views(client):
    """[(label, what was delivered)] in order."""
    found = []
    for line in client.output().splitlines():
        words = line.split()
        if words and words[0] == "view":
            found.append((" ".join(words[1:3]), " ".join(words[3:])))
    return found


def ensure_synchrony(clients):
    """Fails on the first difference; returns how many pairs of clients and views were compared. A label may come again
    (a client joins and leaves while the ring stays), so what is compared is each time it came, in order."""
    delivered = {}
    for client in clients:
        views = _views(client)
        transitions = {}
        for (label, result), (following, _) in zip(views, views[1:]):
            transitions.setdefault((label, following), []).append(result)
        for transition, results in transitions.items():
            delivered.setdefault(transition, []).append((client.name, results))
    compared = 0
    for transition, parties in delivered.items():
        for name, results in parties[1:]:
            compared += 1
            if results != parties[0][1]:
                raise Failure(f"from view {transition[0]} to {transition[1]} one client delivered {parties[0][1]}, "
                              f"another {results} ({name})")
    return compared
