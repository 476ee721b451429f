#include "config/document.h"

#include <doctest/doctest.h>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::load_text;
using test::printed;
using test::with_totem;

Document flattened(const std::string& text) {
  Report report;
  return flatten(parse(text, "c", report), "c", report);
}

TEST_CASE("paths are those of corosync's map") {
  const Document document = flattened(
      "totem {\n version: 2\n interface {\n linknumber: 3\n mcastport: 99\n }\n}\n"
      "nodelist {\n node {\n nodeid: 7\n }\n node {\n nodeid: 8\n colour: red\n }\n}\n"
      "logging {\n logger_subsys {\n subsys: TOTEM\n debug: on\n }\n"
      " logging_daemon {\n name: corosync\n debug: trace\n }\n}\n"
      "quorum {\n device {\n net {\n host: q\n }\n }\n}\n");
  for (const char* path :
       {"totem.version", "totem.interface.3.mcastport", "nodelist.node.0.nodeid", "nodelist.node.1.nodeid",
        "nodelist.node.1.colour", "logging.logger_subsys.TOTEM.debug", "logging.debug", "quorum.device.net.host"}) {
    CAPTURE(path);
    CHECK(document.entries.contains(path));
  }
  CHECK(document.entries.at("nodelist.node.1.nodeid").number == 8);
  CHECK(document.entries.at("totem.interface.3.mcastport").place == Place{"c", 5});
  CHECK(document.entries.at("logging.debug").text == "trace");
}

TEST_CASE("the last of equal keys wins, sections are merged") {
  const Document document = flattened("totem {\n token: 1000\n token: 2000\n}\ntotem {\n join: 60\n}\n");
  const Values totem{document, "totem"};
  CHECK(totem.number("token") == 2000);
  CHECK(totem.number("join") == 60);
}

TEST_CASE("interfaces without a linknumber are all link 0") {
  const Document document = flattened("totem {\n interface {\n mcastport: 1\n }\n interface {\n mcastport: 2\n }\n}\n");
  CHECK(document.interfaces.size() == 1);
  CHECK(document.entries.at("totem.interface.0.mcastport").number == 2);
}

TEST_CASE("an interface that only has a linknumber is none") {
  CHECK(flattened("totem {\n interface {\n linknumber: 1\n }\n}\n").interfaces.empty());
  CHECK(load_text(with_totem("interface {\nlinknumber: 9\n}")).problems.empty());
  CHECK(!load_text(with_totem("interface {\nlinknumber: x\n}")).usable());
}

TEST_CASE("a second nodelist overwrites the first, with a warning") {
  const test::FakeSurroundings here;
  const std::string node = "nodelist {\n node {\n ring0_addr: 127.0.0.1\n nodeid: 2\n }\n}\n";
  CHECK(printed(load_text(with_totem("") + node)) ==
        "c:12: warning: nodelist.node: overwrites the node of line 6: there is more than one nodelist section");
}

TEST_CASE("unknown names are accepted with a warning and a guess") {
  CHECK(printed(load_text(with_totem("token_retransmit_before_loss_const: 5"))) ==
        "c:3: warning: totem.token_retransmit_before_loss_const: unknown key, ignoring (did you mean "
        "token_retransmits_before_loss_const?)");
  CHECK(printed(load_text(with_totem("ring0_addr: 5"))) ==
        "c:3: warning: totem.ring0_addr: unknown key, ignoring (it belongs in section nodelist.node)");
  CHECK(printed(load_text(with_totem("whatever: 5"))) == "c:3: warning: totem.whatever: unknown key, ignoring");
  CHECK(printed(load_text(with_totem("interfaces {\n x: y\n}"))) ==
        "c:3: warning: totem.interfaces: unknown section, ignoring (did you mean totem.interface?)");
  CHECK(printed(load_text("what {\n}\n" + with_totem(""))) == "c:1: warning: what: unknown section, ignoring");
  CHECK(flattened("what {\nfoo {\na: b\n}\n}\n").entries.at("what.foo.a").text == "b");
  CHECK(!load_text("w t {\na: b\n}\n" + with_totem("")).usable());
  CHECK(printed(load_text("loging {\n}\n" + with_totem(""))) ==
        "c:1: warning: loging: unknown section, ignoring (did you mean logging?)");
  CHECK(printed(load_text("key: 1\n" + with_totem(""))).starts_with("c:1: warning: key: unknown key, ignoring"));
  CHECK(printed(load_text(with_totem("} nodelist {"))) != "");
}

TEST_CASE("keys of other software in a node are its own business, slips are not") {
  const auto node = [](const std::string& line) {
    return "totem {\nversion: 2\n}\nnodelist {\nnode {\nring0_addr: 127.0.0.1\nnodeid: 1\n" + line + "\n}\n}\n";
  };
  CHECK(load_text(node("rack: 5")).problems.empty());
  CHECK(load_text(node("ring_addr: 5")).usable());
  CHECK(printed(load_text(node("node_id: 5"))) ==
        "c:8: warning: nodelist.node.node_id: unknown key, ignoring (did you mean nodeid?)");
  CHECK(printed(load_text(node("ring8_addr: 1.1.1.1"))) ==
        "c:8: nodelist.node.ring8_addr: links have the numbers 0 to 7");
  CHECK(printed(load_text(node("ring-1_addr: 1.1.1.1"))) ==
        "c:8: nodelist.node.ring-1_addr: links have the numbers 0 to 7");
  CHECK(printed(load_text(node("x {\nnodeid: 2\n}"))) == "c:8: warning: nodelist.node.x: unknown section, ignoring");
}

TEST_CASE("names that the map could not hold are refused") {
  const std::string text =
      ": not a name: a key has 3 to 255 of the characters a-z A-Z 0-9 . _ - / : (its sections included)";
  CHECK(printed(load_text(with_totem("my key: x"))) == "c:3: totem.my key" + text);
  CHECK(printed(load_text("ab: x\n" + with_totem(""))) == "c:1: ab" + text);
  CHECK(load_text(with_totem(": x")).usable());
}

TEST_CASE("sections of subsystems need their name") {
  CHECK(printed(load_text(with_totem("") + "logging {\nlogger_subsys {\ndebug: on\n}\n}\n")) ==
        "c:14: logging.logger_subsys: the section needs a subsys key");
  CHECK(printed(load_text(with_totem("") + "logging {\nlogging_daemon {\ndebug: on\n}\n}\n")) ==
        "c:14: logging.logging_daemon: the section needs a name key");
  CHECK(printed(load_text(with_totem("") + "logging {\nlogger_subsys {\nsubsys: a b\n}\n}\n")) ==
        "c:13: logging.logger_subsys.subsys: \"a b\" is no name of a subsystem");
  CHECK(load_text(with_totem("") + "logging {\nlogging_daemon {\nname: x\ndebug: maybe\n}\n}\n").problems.empty());
}

}  // namespace
}  // namespace rondel::config
