#!/usr/bin/env python3
"""Breaks the code on purpose, one line at a time, and expects a test to notice.

A checker that never fires proves nothing. Each mutation of mutation_table.py is applied to a copy of the sources. Then the
conversations, the unit tests and the simulator run, and each that notices is named. The simulator runs a few hundred
seeds; if nothing noticed by then, many more.

  mutations.py [--seeds N] [--work DIR] [--markdown FILE] SOURCE_DIR [NAME...]
  mutations.py --check SOURCE_DIR

With names only these are tried, and the other rows of the markdown file stay. --check runs nothing: it says whether
every mutation still fits the sources, and whether MUTATIONS.md, if it is there, has a row for each.
"""

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from mutation_table import MUTATIONS

FEW_SEEDS = 200
CPU_SECONDS_MAX = 300  # of one program
WALL_SECONDS_MAX = 1800  # for what sleeps instead; other work on the machine must not decide
MEMORY_BYTES_MAX = 2 << 30  # a mutant may well allocate without end
MARKDOWN = "tests/sim/MUTATIONS.md"  # of the tree
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
    # Each mutant is compiled once: it would only push other objects out of a cache.
    result = run(["ninja", "-C", build_dir, *TARGETS], env={**os.environ, "CCACHE_DISABLE": "1"})
    return None if result.returncode == 0 else result.stdout


def set_limits():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_MAX, CPU_SECONDS_MAX + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limited(command):
    """Output and exit code; None instead if it does not end."""
    try:
        result = run(command, timeout=WALL_SECONDS_MAX, preexec_fn=set_limits)
    except subprocess.TimeoutExpired:
        return "", None
    return result.stdout, None if result.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else result.returncode


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


def simulator_verdict(program, words, seeds):
    """What the simulator's run says: "" if it noticed nothing."""
    text, code = limited([program, *(words or ("--quiet", "--seeds", seeds))])
    if code == 0:
        return "", 0
    if code is None:
        return "simulator: it does not end", 0
    found = re.search(r"^(?:seed|pattern) (\d+)[^:]*: ([^:]+)", text, re.MULTILINE)
    seed = re.search(r"--seed (\d+)", text)
    if not found:
        return "simulator: a broken ENSURE", int(seed[1]) if seed else 0
    where = f", {' '.join(words)}" if words else ""
    return f"simulator{where}: {found[2]}", int(found[1])


def far_verdict(program, unchanged, seeds):
    """Of many seeds. One that fails without the mutation, too, is no catch: it is told, and the next one is tried."""
    first = FEW_SEEDS + 1
    while first <= seeds:
        text, seed = simulator_verdict(program, (), f"{first}..{seeds}")
        if not text or seed == 0:
            return text
        same, _ = simulator_verdict(unchanged, (), f"{seed}..{seed}")
        if not same:
            return f"{text} (seed {seed})"
        print(f"seed {seed} fails without any mutation, too: {same}", flush=True)
        first = seed + 1
    return ""


def verdicts(mutation, source_dir, build_dir, unchanged, seeds):
    program = os.path.join(build_dir, TARGETS[0])
    found = [transcripts_verdict(source_dir, build_dir), *unit_verdicts(build_dir),
             simulator_verdict(program, mutation.words, str(FEW_SEEDS))[0]]
    found = [text for text in found if text]
    if not found and not mutation.words:
        found = [text for text in (far_verdict(program, unchanged, seeds),) if text]
    return found


def try_mutation(mutation, source_dir, build_dir, unchanged, seeds):
    """Who noticed; or what went wrong with the mutation itself."""
    path = os.path.join(source_dir, mutation.file)
    with open(path, encoding="utf-8") as file:
        original = file.read()
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original.replace(mutation.before, mutation.after))
        problem = build(build_dir)
        if problem:
            return [], f"does not compile: {problem[-2000:]}"
        return verdicts(mutation, source_dir, build_dir, unchanged, seeds), ""
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original)


def rows_of(path):
    """The lines of the table in the file, by their mutations' names."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {found[1]: line for line in file if (found := re.match(r"\| ([a-z0-9-]+) \| `", line))}


def write_markdown(path, noticed):
    rows = rows_of(path)
    for mutation in MUTATIONS:
        if mutation.name in noticed:
            by = "; ".join(noticed[mutation.name]).replace("|", "\\|")
            rows[mutation.name] = (f"| {mutation.name} | `{mutation.file.removeprefix('daemon/')}` | {mutation.why} "
                                   f"| {by} |\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD.format(seeds=FEW_SEEDS))
        file.writelines(rows[name] for name in sorted({mutation.name for mutation in MUTATIONS} & set(rows)))


def misfits(source_dir):
    """Mutations that the sources have outgrown, and names that are there twice."""
    found = []
    for mutation in MUTATIONS:
        path = os.path.join(source_dir, mutation.file)
        text = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
        count = text.count(mutation.before)
        if count != 1:
            found.append(f"{mutation.file} has the line of {mutation.name} {count} times, not once: adapt the mutation")
        if mutation.after == mutation.before:
            found.append(f"{mutation.name} changes nothing")
    names = [mutation.name for mutation in MUTATIONS]
    return found + [f"{name} is there twice" for name in sorted({name for name in names if names.count(name) > 1})]


def unequal_tables(source_dir):
    rows, names = set(rows_of(os.path.join(source_dir, MARKDOWN))), {mutation.name for mutation in MUTATIONS}
    return [f"{MARKDOWN} has no row for {name}: run mutations.py --markdown" for name in sorted(names - rows)] + [
        f"{MARKDOWN} has a row for {name}, which is no mutation" for name in sorted(rows - names)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("names", nargs="*", help="only these mutations")
    parser.add_argument("--seeds", type=int, default=3000)
    parser.add_argument("--work", help="where the copy is made; kept afterwards")
    parser.add_argument("--markdown", help="write the table of who noticed what to this file")
    parser.add_argument("--check", action="store_true", help="only whether the mutations still fit")
    options = parser.parse_args()
    problems = misfits(options.source) + (unequal_tables(options.source) if options.check else [])
    print("".join(f"{problem}\n" for problem in problems), end="")
    if options.check or problems:
        print(f"{len(MUTATIONS)} mutations, {len(problems)} problems")
        sys.exit(1 if problems else 0)
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
        unchanged = os.path.join(work, "rondel-sim-unchanged")
        shutil.copy(os.path.join(build_dir, TARGETS[0]), unchanged)
        early += [simulator_verdict(unchanged, words, str(FEW_SEEDS))[0] for words in sorted({one.words for one in chosen})]
        if any(early):
            sys.exit(f"the code as it is already fails: {'; '.join(filter(None, early))}")
        noticed = {}
        for mutation in chosen:
            by, problem = try_mutation(mutation, source_dir, build_dir, unchanged, options.seeds)
            if by:
                noticed[mutation.name] = by
            text = "; ".join(by) or problem or f"not noticed in {options.seeds} seeds: {mutation.why}"
            if options.markdown:
                write_markdown(options.markdown, noticed)
            print(f"{'caught' if by else 'MISSED'}  {mutation.name:<26} {text[:400]}", flush=True)
        print(f"{len(noticed)} of {len(chosen)} mutations were caught")
        sys.exit(0 if len(noticed) == len(chosen) else 1)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
