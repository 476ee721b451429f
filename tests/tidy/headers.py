"""Each header compiles alone: it includes what it uses."""

import concurrent.futures
import os
import shutil
import subprocess

FLAGS = ["-Wall", "-Wextra", "-DRONDEL_VERSION=\"tidy\""]
AT_ONCE = 2


def command(root, generated, header, place, compiler):
    """A program of one line. With ccache (which wants the same place again), since most headers are as last time."""
    source = place / (header.replace("/", "_") + ".cc")
    source.write_text(f'#include "{root / header}"\n')
    includes = [f"-I{root / top}" for top in ("lib", "daemon", "lib/include")] + [f"-isystem{generated}"]
    cached = ["ccache"] if shutil.which("ccache") else []
    return cached + [compiler, "-std=c++20", *FLAGS, *includes, "-O0", "-c", str(source), "-o", os.fspath(source) + ".o"]


def check(root, files, generated, scratch, compiler):
    headers = [path for path in files
               if path.endswith((".h", ".hh")) and path.startswith(("lib/", "daemon/", "tools/"))]
    scratch.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        commands = [command(root, generated, header, scratch, compiler) for header in headers]
        runs = pool.map(lambda words: subprocess.run(words, capture_output=True, text=True, check=False), commands)
        for header, run in zip(headers, runs):
            if run.returncode != 0 or run.stderr:
                yield f"{header}:1: does not compile alone:\n{run.stderr.rstrip()}"
