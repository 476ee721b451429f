"""How files look: sizes, tabs, ends of lines, words that don't belong here."""

import re

LINES_LONG = 400
LINES_MAX = 800
SOURCES = (".h", ".hh", ".cc", ".c", ".py")
TEXTS = SOURCES + (".md", ".build", ".txt", ".proto", ".in", ".map", ".conf", ".example", ".sh")

# Recorded and hostile inputs are as they are; administrators of corosync indent with tabs.
EXEMPT = ("tests/data/", "conf/corosync.conf.example")

# What says where or by what a file was written instead of what it does. In two halves, so that this file passes.
WORDS = [
    r"(?<![\w./-])/wor" r"k(?![\w-])",
    r"/tmp/bu" r"ild",
    r"\.\./sha" r"red",
    r"(?i)\bcla" r"ude",
    r"(?i)\banth" r"ropic",
    r"(?i)\bchat" r"gpt",
    r"(?i)\bcopi" r"lot\b",
    r"(?i)\bAI[- ](gen" r"erated|assi" r"sted|wri" r"tten)",
    r"(?i)\blanguage mo" r"del",
]


def check_size(path, lines):
    if len(lines) > LINES_MAX:
        yield f"{path}:{LINES_MAX + 1}: {len(lines)} lines; at most {LINES_MAX}"


def is_long(path, lines):
    return path.endswith(SOURCES) and LINES_LONG < len(lines) <= LINES_MAX


def check_lines(path, lines):
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            yield f"{path}:{number}: a tab"
        if line != line.rstrip():
            yield f"{path}:{number}: blanks at the end of the line"
        for word in WORDS:
            found = re.search(word, line)
            if found:
                yield f"{path}:{number}: the words '{found.group(0)}'"


def check_guard(path, text):
    """The first thing behind the comments; C headers for everybody may use the old way."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL).lstrip()
    if not code.startswith("#pragma once") and not (path.startswith("lib/include/") and code.startswith("#ifndef")):
        yield f"{path}:1: a header begins with #pragma once"


def check(root, files):
    """Violations, and the files that are long without being too long."""
    found, long_files = [], []
    for path in files:
        if path.startswith(EXEMPT) or not (path.endswith(TEXTS) or "." not in path.rsplit("/", 1)[-1]):
            continue
        text = (root / path).read_text(errors="replace")
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        elif lines:
            found.append(f"{path}:{len(lines)}: no end of line at the end of the file")
        if path.endswith(SOURCES):
            found += check_size(path, lines)
        found += check_lines(path, lines)
        if path.endswith((".h", ".hh")):
            found += check_guard(path, text)
        if is_long(path, lines):
            long_files.append(f"{path}:{LINES_LONG + 1}: {len(lines)} lines; over {LINES_LONG} is long")
    return found, long_files
