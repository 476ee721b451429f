"""Who may include whom: the table of dependencies, held against every #include."""

import pathlib
import re

SIMULATION = ["daemon/node", "daemon/session", "daemon/engine", "daemon/trace", "daemon/packing", "daemon/wire",
              "daemon/group", "daemon/sync", "daemon/quorum", "daemon/map", "daemon/control", "link/link.h", "link/settings.h",
              "link/faulty_link.h", "cli11", "files"]
KNET = ["runtime/event_loop.h", "libknet", "files", "posix"]

# A right is a module ("lib/ipc": all of it), a header ("engine/view.h") or a library (a key of LIBRARIES). lib/base, the
# standard library and a module's own headers are everybody's. The most specific entry counts: a file pattern before its
# folder. What is not listed may include nothing of ours.
RIGHTS = {
    "lib/base": ["files", "posix"],
    "lib/proto": ["protobuf"],
    "lib/ipc": ["protobuf"],
    "lib/include": ["posix"],
    "lib/client": ["lib/ipc", "lib/include", "libqb", "files", "posix"],
    "daemon/engine": [],
    # The source that the engine asks for frames is its own interface; packing makes what goes through it.
    "daemon/packing": ["engine/frame_source.h", "engine/message.h"],
    "daemon/map": [],
    "daemon/trace": ["daemon/engine"],
    "daemon/group": ["engine/view.h"],
    "daemon/quorum": ["engine/view.h"],
    "daemon/sync": ["engine/view.h"],
    "daemon/control": ["engine/view.h", "daemon/map"],
    "daemon/wire": ["engine/message.h", "group/message.h", "sync/message.h", "quorum/message.h", "control/message.h",
                    "protobuf"],
    "daemon/link": [],
    # The one implementation that is no function of its inputs, and its parts.
    "daemon/link/knet_*": KNET,
    "daemon/link/data_socket.*": KNET,
    "daemon/link/*transport*": KNET,
    "daemon/node": ["daemon/engine", "daemon/trace", "daemon/packing", "daemon/wire", "daemon/group", "daemon/sync",
                    "daemon/quorum", "daemon/map", "daemon/control", "link/link.h", "link/settings.h"],
    "daemon/session": ["group/message.h", "sync/message.h", "quorum/message.h", "control/message.h", "map/message.h",
                       "lib/ipc"],
    # members_max, the limit of the node list, is one of the wire and stands in the engine's message.h.
    "daemon/config": ["engine/parameters.h", "engine/message.h", "link/settings.h", "quorum/settings.h",
                      "control/settings.h", "files", "posix"],
    "daemon/runtime": ["libqb", "libsystemd", "files", "posix"],
    # Node's and session's interfaces speak of links' states and groups' names.
    "daemon/ipc": ["daemon/session", "daemon/node", "lib/ipc", "daemon/runtime", "libqb", "protobuf", "files", "posix",
                   "link/link.h", "group/message.h"],
    "daemon": ["*"],
    "tools/rondel": ["lib/client", "lib/ipc", "lib/include", "daemon/config", "daemon/wire", "daemon/trace",
                     "protobuf", "cli11", "libqb", "files", "posix"],
    "tools/rondel-sim": ["tests/sim", "daemon/node", "daemon/session", "link/link.h", "cli11"],
    "tools/gateway": ["lib/client", "lib/include", "protobuf", "daemon/runtime", "openssl", "files", "posix"],
    # The simulator has what node has, and never a clock, a socket or a thread.
    "tests/sim": SIMULATION,
    # The program around it says which seed it was when it aborts.
    "tests/sim/main.*": SIMULATION + ["posix"],
}

# Libraries that are not everybody's, by the headers they are known by.
LIBRARIES = {
    "libqb": r"qb/.*",
    "libknet": r"libknet\.h",
    "libsystemd": r"systemd/.*",
    "protobuf": r"google/protobuf/.*|.*\.pb\.h",
    "cli11": r"CLI/.*",
    "openssl": r"openssl/.*",
    # Files, and what prints; clocks, entropy, sockets, threads: what a function of its inputs doesn't have. Types and
    # the text of addresses (sys/types.h, arpa/inet.h) are values.
    "files": r"fstream|iostream|filesystem|cstdio|stdio\.h",
    "posix": r"unistd\.h|fcntl\.h|poll\.h|(pwd|grp|dirent|ifaddrs|netdb|sched|time|sys/(?!types)\w+|net/\w+|netinet/\w+)"
             r"(\.h)?|c?signal|thread|mutex|condition_variable|future|random|ctime",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
ROOTS = ["lib", "daemon", "lib/include"]


def patterns_of(path):
    return [entry for entry in RIGHTS if "*" in entry and pathlib.PurePosixPath(path).match(entry)]


def folder_of(path):
    """The module whose folder a file is in, or None."""
    folders = [entry for entry in RIGHTS if "*" not in entry and path.startswith(entry + "/")]
    return max(folders, key=len) if folders else None


def entry_of(path):
    """The entry of the table that holds for a file, or None."""
    return max(patterns_of(path), key=len, default=folder_of(path))


def find(root, header, including):
    """Path of one of our headers as the compiler would find it, or None if it is none of ours."""
    beside = (pathlib.PurePosixPath(including).parent / header).as_posix()
    for candidate in [beside] + [f"{top}/{header}" for top in ROOTS]:
        if (root / candidate).is_file():
            return candidate
    return None


def is_allowed(root, path, header):
    rights = RIGHTS[entry_of(path)]
    if "*" in rights:
        return True
    target = find(root, header, path)
    if target is None:
        library = next((name for name, known in LIBRARIES.items() if re.fullmatch(known, header)), None)
        return library is None or library in rights
    target_module = folder_of(target)
    if target_module == folder_of(path):
        # A part with more rights than its module is no way round the table.
        return not patterns_of(target) or bool(patterns_of(path))
    return target_module == "lib/base" or target_module in rights or header in rights


def check(root, files):
    for path in files:
        if entry_of(path) is None or not path.endswith((".h", ".hh", ".cc", ".c")):
            continue
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            include = INCLUDE.match(line)
            if include and not is_allowed(root, path, include.group(2)):
                yield f"{path}:{number}: {entry_of(path)} may not include {include.group(2)}"
