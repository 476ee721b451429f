#!/usr/bin/env python3
"""Breaks the code on purpose, one line at a time, and expects the simulator to notice.

A checker that never fires proves nothing. Each mutation below is a mistake that somebody could make; the simulator must
report a violation within some thousand seeds, mostly in the first few. The source tree is copied first, nothing happens to the original.

  mutations.py [--seeds N] [--work DIR] SOURCE_DIR [NAME...]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

RUN_SECONDS_MAX = 300
PATTERNS = ("patterns",)  # rondel-sim's words instead of seeds


@dataclass(frozen=True)
class Mutation:
    name: str
    file: str
    before: str  # must be there exactly once
    after: str
    why: str
    words: tuple = ()  # how rondel-sim is called; none: with seeds


MUTATIONS = [
    Mutation("skip-aru-check", "daemon/engine/recovery.cc",
             "recovery.quiet_visits >= 3 && up_to(recovery.install_sequence, token.aru)", "recovery.quiet_visits >= 3",
             "a ring is installed before all have the old ring's frames"),
    Mutation("nothing-owed", "daemon/engine/recovery.cc", "recovery.owed.push_back(Recovery::Owed{frame, deferred});",
             "static_cast<void>(deferred);", "old frames are not sent again in recovery"),
    Mutation("copy-by-sequence-alone", "daemon/engine/recovery.cc",
             "if (!frame.inner || frame.inner->ring != old_ring_) return;", "if (!frame.inner) return;",
             "another old ring's frame counts as a copy of ours (protocol.md 5)"),
    Mutation("deliver-past-hole", "daemon/engine/frames.cc", "    if (!frame || must_wait(*frame)) return;\n    delivered_ = delivered_.next();",
             "    delivered_ = delivered_.next();\n    if (!frame) continue;", "a hole does not keep later frames back"),
    Mutation("any-ring-is-ours", "daemon/engine/frames.cc", "if (frame->ring != ring_) {",
             "if (frame->ring != ring_ && state() != State::operational) {", "frames of another ring are stored"),
    Mutation("no-leftovers", "daemon/engine/install.cc", "  deliver_rest(old_high);\n", "", "nothing is delivered behind the transitional view"),
    Mutation("phase-stays-normal", "daemon/engine/install.cc", "  phase_ = Phase::synchronising;\n", "",
             "clients' messages come before synchronisation"),
    Mutation("number-not-durable", "daemon/engine/commit.cc",
             "commit.waiting_for_number = ring_.number > durable_number_;", "commit.waiting_for_number = false;",
             "a ring number is used before it is stored"),
    Mutation("old-ring-saved-again", "daemon/engine/commit.cc", "if (!old_ring_saved_) {", "if (true) {",
             "after a failed attempt the attempt counts as the old ring"),
    Mutation("repeats-are-tokens", "daemon/engine/visit.cc", "token.ring != ring_ || !before(last_hop_, token.hop) ||",
             "token.ring != ring_ ||", "a repeated token counts as another one"),
    Mutation("free-early", "daemon/engine/visit.cc",
             "window_.release(earlier(safe_, delivered_));", "window_.release(delivered_);",
             "frames are freed before all have them"),
    Mutation("aru-not-lowered", "daemon/engine/visit.cc", "  token.aru = own;\n", "  token.aru = token.sequence;\n",
             "who misses frames does not say so"),
    Mutation("resend-forgets", "daemon/engine/resend.cc", "    emit(Broadcast{std::move(frame)});\n", "",
             "requests are crossed out but not served"),
    Mutation("requests-forgotten", "daemon/engine/resend.cc", "      token.requests.push_back(request);\n", "",
             "holes are counted and never asked for"),
    Mutation("full-store-stops-recovery", "daemon/engine/resend.cc",
             "std::holds_alternative<Operational>(state_) && window().bytes() >", "window().bytes() >",
             "what members of an old ring owe each other counts as new"),
    Mutation("one-barrier-is-enough", "daemon/sync/sync.cc",
             "  heard_.insert(from);\n  if (!all_heard()) return;\n  for (Service service : own_)",
             "  heard_.insert(from);\n  for (Service service : own_)", "a step ends before all have done theirs"),
    Mutation("ghosts", "daemon/group/groups.cc", "  remove_lost(out);\n  add_collected(out);\n  remove_zombies(out);\n",
             "  add_collected(out);\n", "processes of lost nodes stay in the directory"),
    Mutation("no-restart", "daemon/node/view_change.cc", "outbox.view_installed(restart);",
             "outbox.view_installed(false);", "all drop the head of a message, and its tail goes on (protocol.md 3)"),
    Mutation("no-quarantine", "daemon/engine/quarantine.cc", "  if (hearing_.cut.empty() || !rule_holds(now)) return false;\n",
             "  if (now >= Time{}) return false;\n", "who was left out re-forms the ring again and again (protocol.md 10)",
             PATTERNS),
    Mutation("quarantine-for-ever", "daemon/engine/hearing.cc",
             "back == Direction::good && state.cut.erase(pair) > 0", "back == Direction::good && state.cut.empty()",
             "a pair that talks again is still held for cut", PATTERNS),
    Mutation("one-direction-is-an-edge", "daemon/engine/hearing.cc",
             "if (there == Direction::cut || back == Direction::cut) {",
             "if (there == Direction::cut && back == Direction::cut) {", "one direction counts as an edge", PATTERNS),
    Mutation("ties-by-self", "daemon/engine/reach.cc", "  for (NodeList& set : partition(nodes, cut)) {\n",
             "  std::vector<NodeList> sets = partition(nodes, cut);\n"
             "  NodeList mine = nodes;\n"
             "  std::erase_if(mine, [&](NodeId node) { return cut.contains(pair_of(self, node)); });\n"
             "  if (mine.size() == sets.front().size()) return sorted(mine);\n"
             "  for (NodeList& set : sets) {\n", "of equal sets each node takes its own", PATTERNS),
    Mutation("hearsay-stays-at-home", "daemon/engine/hearing.cc",
             "if (node == speaker.self || (all && there)) told", "if (node == speaker.self || (all && !there)) told",
             "nodes do not pass on what others report", PATTERNS),
    Mutation("agree-unproven", "daemon/engine/gather.cc", " &&\n         proven(now, set);", ";",
             "a ring is tried again and again that cannot be formed", PATTERNS),
    Mutation("apart-is-failed", "daemon/engine/gather.cc",
             "return join.trailer ? without(join.failed, join.trailer->apart) : join.failed;", "return join.failed;",
             "who is left out by one is condemned by all", PATTERNS),
    Mutation("sync-ended-elsewhere", "daemon/node/services.cc",
             "if (engine.view().ring == view.ring) engine.synchronised(now);", "engine.synchronised(now);",
             "the end of an old ring's synchronisation counts for the new ring"),
    Mutation("safe-as-forwarded", "daemon/engine/visit.cc",
             "  lower_aru(next);\n\n", "  lower_aru(next);\n  safe_ = later(safe_, earlier(next.aru, previous_aru));\n\n",
             "the aru as forwarded counts instead of the one received (protocol.md 7)"),
    Mutation("safe-after-one-visit", "daemon/engine/visit.cc",
             "safe_ = later(safe_, earlier(token.aru, last_aru_));", "safe_ = later(safe_, token.aru);",
             "one token is believed: the next member had no say"),
    Mutation("safe-of-two-rings", "daemon/engine/install.cc", "  safe_ = delivered_;\n", "",
             "what was safe on the old ring is taken for the new one's numbers"),
    Mutation("safe-by-repeats", "daemon/engine/visit.cc",
             "!plausible(token)) {\n", "!plausible(token)) {\n    if (ring_runs && token.ring == ring_) hear_aru(token);\n",
             "a repeated token counts as a second one"),
    Mutation("agreed-overtakes-safe", "daemon/engine/frames.cc",
             "    if (!frame || must_wait(*frame)) return;\n",
             "    if (!frame) return;\n    if (must_wait(*frame)) {\n"
             "      const FramePtr next = window_.find(delivered_.next().next());\n"
             "      if (next && next->guarantee == Guarantee::agreed) emit(Deliver{next});\n      return;\n    }\n",
             "an agreed frame is delivered before the safe one that waits in front of it"),
    Mutation("unsafe-before-transitional", "daemon/engine/install.cc",
             "safe_ = recovery.delivered_by_one;", "safe_ = old_high;",
             "what is not known to be safe is delivered before the transitional view"),
    Mutation("safe-by-own-knowledge", "daemon/engine/recovery.cc",
             "    recovery.delivered_by_one = later(recovery.delivered_by_one, token.entries[i].high_delivered);\n", "",
             "members that come along end the old view at different frames"),
    Mutation("halves-forgotten-early", "daemon/node/view_change.cc",
             "    synchronised = false;\n", "    synchronised = false;\n    assembly.forget(change.view.left);\n",
             "the rest of a lost node's message comes behind the transitional view and finds no head"),
]


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def build(build_dir):
    result = run(["ninja", "-C", build_dir, "tests/sim/rondel-sim"])
    return None if result.returncode == 0 else result.stdout


def verdict(build_dir, seeds, words=()):
    """How the simulator's run ended: "" if it noticed nothing."""
    program = os.path.join(build_dir, "tests/sim/rondel-sim")
    try:
        result = run([program, *(words or ("--quiet", "--seeds", f"1..{seeds}"))], timeout=RUN_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return f"did not end within {RUN_SECONDS_MAX} s"
    if result.returncode == 0:
        return ""
    found = re.search(r"^(seed|pattern) .*|.*the process ended itself.*", result.stdout, re.MULTILINE)
    return found.group(0) if found else f"exit code {result.returncode}: {result.stdout[-200:]}"


def try_mutation(mutation, source_dir, build_dir, seeds):
    path = os.path.join(source_dir, mutation.file)
    with open(path, encoding="utf-8") as file:
        original = file.read()
    if original.count(mutation.before) != 1:
        return False, f"{mutation.file} no longer has this line once: adapt the mutation"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original.replace(mutation.before, mutation.after))
        problem = build(build_dir)
        if problem:
            return False, f"does not compile: {problem[-2000:]}"
        text = verdict(build_dir, seeds, mutation.words)
        where = " ".join(mutation.words) or f"{seeds} seeds"
        return bool(text), text or f"not noticed in {where}: {mutation.why}"
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("names", nargs="*", help="only these mutations")
    parser.add_argument("--seeds", type=int, default=3000)
    parser.add_argument("--work", help="where the copy is made; kept afterwards")
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
        text = ""
        for words in sorted({mutation.words for mutation in chosen}):
            text = text or verdict(build_dir, options.seeds, words)
        if text:
            sys.exit(f"the code as it is already fails: {text}")
        missed = 0
        for mutation in chosen:
            caught, text = try_mutation(mutation, source_dir, build_dir, options.seeds)
            missed += not caught
            print(f"{'caught' if caught else 'MISSED'}  {mutation.name:<24} {text[:200]}", flush=True)
        print(f"{len(chosen) - missed} of {len(chosen)} mutations were caught")
        sys.exit(1 if missed else 0)
    finally:
        if not options.work:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
