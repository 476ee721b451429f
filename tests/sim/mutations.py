#!/usr/bin/env python3
"""Breaks the code on purpose, one line at a time, and expects a test to notice.

A checker that never fires proves nothing. Each mutation of mutation_table.py is applied to a copy of the sources. Then the
conversations, the unit tests and the simulator run, and each that notices is named. The simulator runs a few hundred
seeds; if nothing noticed by then, many more.

  mutations.py [--seeds N] [--work DIR] [--markdown FILE] SOURCE_DIR [NAME...]
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from mutation_table import MUTATIONS

FEW_SEEDS = 200
RUN_SECONDS_MAX = 120
MEMORY_BYTES_MAX = 2 * 1024**3  # a mutant may never stop to send
UNIT_TESTS = ("engine", "packing", "sync", "group", "node")
TARGETS = ["tests/sim/rondel-sim", "tests/transcripts/transcripts_test", *(f"tests/unit/{one}/{one}_test" for one in UNIT_TESTS)]

HEAD = """# Mutations

Deliberate bugs, each one line, and what notices them: `tests/sim/mutations.py` wrote this table. A conversation is a file of
`tests/transcripts`; the simulator's checkers are named by what they print before the colon, in its first {seeds} seeds unless more are
named.

| mutation | file | what is wrong | noticed by |
|---|---|---|---|
"""


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **options)


def build(build_dir):
    result = run(["ninja", "-C", build_dir, *TARGETS])
    return None if result.returncode == 0 else result.stdout


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))


def limited(command):
    """Output and exit code; None instead if it does not end."""
    try:
        result = run(command, timeout=RUN_SECONDS_MAX, preexec_fn=limit_memory)
        return result.stdout, result.returncode
    except subprocess.TimeoutExpired:
        return "", None


def transcripts_verdict(source_dir, build_dir):
    text, code = limited([os.path.join(build_dir, TARGETS[1]), os.path.join(source_dir, "tests/transcripts")])
    if code == 0:
        return ""
    failed = re.findall(r"^not ok (\w+)", text, re.MULTILINE)
    if not failed:
        return "the conversations, which do not end" if code is None else "the conversations, by a crash"
    more = f" and {len(failed) - 2} more" if len(failed) > 2 else ""
    return "conversation " + ", ".join(failed[:2]) + more


def unit_verdicts(build_dir):
    for one in UNIT_TESTS:
        text, code = limited([os.path.join(build_dir, f"tests/unit/{one}/{one}_test")])
        if code == 0:
            continue
        found = re.search(r"^TEST CASE: +(.*)", text, re.MULTILINE)
        yield f"unit test of {one}" + (f": {found.group(1).strip()}" if found else "")


def simulator_verdict(build_dir, words, seeds):
    """What the simulator's run says: "" if it noticed nothing."""
    text, code = limited([os.path.join(build_dir, TARGETS[0]), *(words or ("--quiet", "--seeds", str(seeds)))])
    if code == 0:
        return ""
    if code is None:
        return "simulator: it does not end"
    found = re.search(r"^(?:seed|pattern) (\d+)[^:]*: ([^:]+)", text, re.MULTILINE)
    if not found:
        return "simulator: a broken ENSURE"
    if words:
        return f"simulator, {' '.join(words)}: {found.group(2)}"
    far = f" (seed {found.group(1)})" if int(found.group(1)) > FEW_SEEDS else ""
    return f"simulator: {found.group(2)}{far}"


def verdicts(mutation, source_dir, build_dir, seeds):
    found = [transcripts_verdict(source_dir, build_dir), *unit_verdicts(build_dir),
             simulator_verdict(build_dir, mutation.words, FEW_SEEDS)]
    found = [text for text in found if text]
    if not found and not mutation.words:
        found = [text for text in (simulator_verdict(build_dir, (), seeds),) if text]
    return found


def try_mutation(mutation, source_dir, build_dir, seeds):
    """Who noticed; or what went wrong with the mutation itself."""
    path = os.path.join(source_dir, mutation.file)
    with open(path, encoding="utf-8") as file:
        original = file.read()
    if original.count(mutation.before) != 1:
        return [], f"{mutation.file} no longer has this line once: adapt the mutation"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original.replace(mutation.before, mutation.after))
        problem = build(build_dir)
        if problem:
            return [], f"does not compile: {problem[-2000:]}"
        return verdicts(mutation, source_dir, build_dir, seeds), ""
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original)


def write_markdown(path, noticed):
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD.format(seeds=FEW_SEEDS))
        for mutation in MUTATIONS:
            if mutation.name in noticed:
                by = "; ".join(noticed[mutation.name]).replace("|", "\\|")
                file.write(f"| {mutation.name} | `{mutation.file.removeprefix('daemon/')}` | {mutation.why} | {by} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("names", nargs="*", help="only these mutations")
    parser.add_argument("--seeds", type=int, default=3000)
    parser.add_argument("--work", help="where the copy is made; kept afterwards")
    parser.add_argument("--markdown", help="write the table of who noticed what to this file")
    options = parser.parse_args()
    chosen = [m for m in MUTATIONS if not options.names or m.name in options.names]
    if options.names and len(chosen) != len(options.names):
        parser.error("no such mutation; known are: " + " ".join(m.name for m in MUTATIONS))

    work = options.work or tempfile.mkdtemp(prefix="mutations-")
    source_dir, build_dir = os.path.join(work, "source"), os.path.join(work, "build")
    try:
        shutil.rmtree(source_dir, ignore_errors=True)
        # With new times, so that a build directory of another copy notices.
        shutil.copytree(options.source, source_dir, copy_function=shutil.copy,
                        ignore=shutil.ignore_patterns(".git", "build*"))
        if not os.path.exists(build_dir):
            setup = run(["meson", "setup", build_dir, source_dir])
            if setup.returncode != 0:
                sys.exit(setup.stdout)
        problem = build(build_dir)
        if problem:
            sys.exit(problem)
        early = [transcripts_verdict(source_dir, build_dir), *unit_verdicts(build_dir)]
        early += [simulator_verdict(build_dir, words, FEW_SEEDS) for words in sorted({one.words for one in chosen})]
        if any(early):
            sys.exit(f"the code as it is already fails: {'; '.join(filter(None, early))}")
        noticed = {}
        for mutation in chosen:
            by, problem = try_mutation(mutation, source_dir, build_dir, options.seeds)
            if by:
                noticed[mutation.name] = by
            text = "; ".join(by) or problem or f"not noticed in {options.seeds} seeds: {mutation.why}"
            print(f"{'caught' if by else 'MISSED'}  {mutation.name:<26} {text[:400]}", flush=True)
        if options.markdown:
            write_markdown(options.markdown, noticed)
        print(f"{len(noticed)} of {len(chosen)} mutations were caught")
        sys.exit(0 if len(noticed) == len(chosen) else 1)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
