#!/usr/bin/env python3
"""Holds the tree to its own rules: arrows between modules, sizes, layout of text, headers that compile alone.

    check.py [--root DIR] [--generated DIR --scratch DIR] [--compiler g++]

Prints file:line and what is wrong, and fails if there is anything. Without --generated headers are not compiled.
"""

import argparse
import pathlib
import subprocess
import sys

import arrows
import headers
import texts


def files_of(root):
    """What git has or would add; in a tree without git, every file of our folders."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return sorted({name for name in listed.stdout.split("\0") if name and (root / name).is_file()})
    folders = ("daemon", "lib", "tests", "tools", "conf", "man")
    found = [path for folder in folders for path in (root / folder).rglob("*")] + list(root.glob("*"))
    return sorted(path.relative_to(root).as_posix() for path in found
                  if path.is_file() and "__pycache__" not in path.parts)


def violations(root, generated, scratch, compiler):
    files = files_of(root)
    found, long_files = texts.check(root, files)
    found += arrows.check(root, files)
    if generated:
        found += headers.check(root, files, generated, scratch, compiler)
    return found, long_files, len(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--generated", type=pathlib.Path, help="where the build puts *.pb.h")
    parser.add_argument("--scratch", type=pathlib.Path, help="where headers are compiled")
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args()
    if options.generated and not options.scratch:
        parser.error("--generated needs --scratch")
    found, long_files, count = violations(options.root, options.generated, options.scratch, options.compiler)
    for line in long_files:
        print("long: " + line)
    for line in found:
        print(line)
    print(f"{count} files, {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
