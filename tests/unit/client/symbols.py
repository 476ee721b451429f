#!/usr/bin/env python3
"""Compares a client library's soname and exported symbols with the checked-in list and with the distribution's library.

symbols.py LIST LIBRARY [NM]. Ends with 1 if they differ. A distribution's library that isn't there is no difference;
what was compared is printed.
"""
import os
import re
import subprocess
import sys


def exported(library):
    listing = subprocess.run(["nm", "-D", "--with-symbol-versions", "--defined-only", library],
                             check=True, capture_output=True, text=True).stdout
    return sorted(line.split()[-1] for line in listing.splitlines() if line.strip())


def soname(library):
    dynamic = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    found = re.search(r"soname: \[(.*)\]", dynamic)
    return found.group(1) if found else "none"


def listed(path, name):
    with open(path, encoding="ascii") as lines:
        pairs = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return sorted(symbol for library, symbol in pairs if library == name)


def compare(what, expected, found):
    for symbol in sorted(set(expected) - set(found)):
        print(f"{what}: missing {symbol}")
    for symbol in sorted(set(found) - set(expected)):
        print(f"{what}: not expected {symbol}")
    print(f"{what}: {len(expected)} symbols, {'same' if expected == found else 'different'}")
    return expected == found


def distribution_library(name):
    for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    list_path, library = sys.argv[1:]
    name = soname(library)
    ours = exported(library)
    expected = listed(list_path, name)
    if not expected:
        print(f"{library}: soname {name} isn't in {list_path}")
        return 1
    same = compare(f"{name} and the list", expected, ours)
    theirs = distribution_library(name)
    if theirs:
        same = compare(f"{name} and {theirs}", exported(theirs), ours) and same
    else:
        print(f"skipped: the distribution's {name} isn't installed")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
