#!/usr/bin/env python3
"""The checks find what they are for: trees of a few files with one thing wrong."""

import pathlib
import tempfile
import unittest

import check


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("lib/base/ids.h", "#pragma once\n")
        self.write("lib/ipc/cpg.h", "#pragma once\n")
        self.write("daemon/engine/view.h", "#pragma once\n")
        self.write("daemon/engine/engine.h", "#pragma once\n")
        self.write("daemon/runtime/event_loop.h", "#pragma once\n")
        self.write("daemon/link/link.h", "#pragma once\n")
        self.write("daemon/link/knet_api.h", "#pragma once\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def found(self, path, text, generated=None):
        self.write(path, text)
        return check.violations(self.root, generated, self.root / "scratch", "g++")[0]

    def assert_arrow(self, path, header, allowed):
        expected = [] if allowed else [f"{path}:1: "]
        found = [line.split(" ", 1)[0] + " " for line in self.found(path, f"#include {header}\n")]
        self.assertEqual(found, expected, f"{path} includes {header}")


class Arrows(Tree):
    def test_allowed(self):
        self.assert_arrow("daemon/group/a.cc", '"engine/view.h"', True)
        self.assert_arrow("daemon/node/a.cc", '"engine/engine.h"', True)
        self.assert_arrow("daemon/engine/a.cc", '"base/ids.h"', True)
        self.assert_arrow("daemon/engine/b.cc", '"engine/engine.h"', True)
        self.assert_arrow("daemon/engine/c.cc", "<vector>", True)
        self.assert_arrow("daemon/session/a.cc", '"ipc/cpg.h"', True)
        self.assert_arrow("daemon/link/knet_a.cc", '"runtime/event_loop.h"', True)
        self.assert_arrow("daemon/link/knet_b.cc", '"link/knet_api.h"', True)
        self.assert_arrow("daemon/runtime/a.cc", "<qb/qbloop.h>", True)
        self.assert_arrow("daemon/main.cc", '"engine/engine.h"', True)
        self.assert_arrow("tests/unit/a.cc", '"engine/engine.h"', True)

    def test_only_the_named_header(self):
        self.assert_arrow("daemon/group/a.cc", '"engine/engine.h"', False)

    def test_upwards(self):
        self.assert_arrow("daemon/engine/a.cc", '"runtime/event_loop.h"', False)

    def test_the_part_is_not_the_module(self):
        self.assert_arrow("daemon/link/faulty_link.cc", '"runtime/event_loop.h"', False)

    def test_no_way_round_through_the_part(self):
        self.assert_arrow("daemon/link/destination.cc", '"link/knet_api.h"', False)

    def test_libraries(self):
        self.assert_arrow("daemon/node/a.cc", "<qb/qbloop.h>", False)

    def test_generated_headers(self):
        self.assert_arrow("daemon/engine/a.cc", '"extension.pb.h"', False)

    def test_pure_modules_have_no_clock_and_no_files(self):
        self.assert_arrow("daemon/engine/a.cc", "<thread>", False)

    def test_pure_modules_have_no_files(self):
        self.assert_arrow("daemon/session/a.cc", "<fstream>", False)

    def test_pure_modules_have_no_sockets(self):
        self.assert_arrow("daemon/node/a.cc", "<sys/socket.h>", False)

    def test_the_simulator_has_no_runtime(self):
        self.assert_arrow("tests/sim/a.cc", '"runtime/event_loop.h"', False)


class Texts(Tree):
    def test_sizes(self):
        self.assertEqual(self.found("daemon/engine/a.cc", "\n" * 800), [])
        self.assertEqual(self.found("daemon/engine/a.cc", "\n" * 801),
                         ["daemon/engine/a.cc:801: 801 lines; at most 800"])

    def test_long_files_are_listed_only(self):
        self.write("daemon/engine/a.cc", "\n" * 401)
        found, long_files, _ = check.violations(self.root, None, None, "g++")
        self.assertEqual((found, len(long_files)), ([], 1))

    def test_blanks(self):
        self.assertEqual(len(self.found("daemon/engine/a.cc", "int a;\n\tint b;\n")), 1)
        self.assertEqual(len(self.found("daemon/engine/a.cc", "int a; \n")), 1)
        self.assertEqual(len(self.found("daemon/engine/a.cc", "int a;")), 1)
        self.assertEqual(self.found("daemon/engine/a.cc", "int a;\n"), [])

    def test_guard(self):
        self.assertEqual(self.found("daemon/engine/a.h", "// Why.\n#pragma once\n"), [])
        self.assertEqual(self.found("daemon/engine/a.h", "int a;\n#pragma once\n"),
                         ["daemon/engine/a.h:1: a header begins with #pragma once"])

    def test_words(self):
        for text in ("see /wor" "k/a", "/tmp/bu" "ild-a", "by Cla" "ude", "AI-gen" "erated", "../sha" "red/a"):
            self.assertEqual(len(self.found("README.md", text + "\n")), 1, text)
        for text in ("network/workdir", "src/work", "a copied lot", "it generated"):
            self.assertEqual(self.found("README.md", text + "\n"), [], text)


class Headers(Tree):
    def test_a_header_that_forgot_an_include(self):
        found = self.found("daemon/engine/a.h", "#pragma once\nstd::vector<int> a();\n", generated="none")
        self.assertEqual(len(found), 1)
        self.assertIn("daemon/engine/a.h:1: does not compile alone", found[0])


if __name__ == "__main__":
    unittest.main()
