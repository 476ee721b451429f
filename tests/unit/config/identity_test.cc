#include "config/identity.h"

#include <doctest/doctest.h>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::FakeSurroundings;
using test::load_text;
using test::printed;

struct Called {
  std::string name;
  std::string address;
};

std::string file(const std::vector<Called>& nodes) {
  std::string text = "totem {\nversion: 2\n}\nnodelist {\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    text += "node {\nnodeid: " + std::to_string(i + 1) + "\nring0_addr: " + nodes[i].address + "\n";
    if (!nodes[i].name.empty()) text += "name: " + nodes[i].name + "\n";
    text += "}\n";
  }
  return text + "}\n";
}

std::uint32_t self(const std::vector<Called>& nodes, const FakeSurroundings& here,
                   std::optional<std::string> wanted = {}) {
  return load_text(file(nodes), here, std::move(wanted)).settings.self.value;
}

TEST_CASE("by host name, whole, cut and short") {
  FakeSurroundings here;
  here.host = "beta.lab.example";
  here.local.clear();
  CHECK(self({{"a", "10.0.0.1"}, {"beta.lab.example", "10.0.0.2"}}, here) == 2);
  CHECK(self({{"a", "10.0.0.1"}, {"beta.lab", "10.0.0.2"}}, here) == 2);
  CHECK(self({{"a", "10.0.0.1"}, {"beta", "10.0.0.2"}}, here) == 2);
  CHECK(self({{"a", "10.0.0.1"}, {"beta.other.place", "10.0.0.2"}}, here) == 2);
  CHECK(self({{"a", "10.0.0.1"}, {"bet", "10.0.0.2"}}, here) == 0);
  here.names["beta"] = {{Family::ipv4, "10.0.0.2"}};
  CHECK(self({{"", "10.0.0.1"}, {"", "beta"}}, here) == 2);
}

TEST_CASE("by address, as it is written or as its name") {
  FakeSurroundings here;
  here.local = {{Family::ipv4, "127.0.0.1"}, {Family::ipv4, "10.0.0.2"}};
  CHECK(self({{"a", "10.0.0.1"}, {"b", "10.0.0.2"}}, here) == 2);
  here.reverse["10.0.0.2"] = "gamma.example";
  CHECK(self({{"a", "10.0.0.1"}, {"b", "10.0.0.3"}, {"gamma", "10.0.0.4"}}, here) == 3);
  CHECK(self({{"a", "10.0.0.1"}, {"gamma.example", "10.0.0.3"}}, here) == 2);
}

TEST_CASE("by resolving the names") {
  FakeSurroundings here;
  here.names["x"] = {{Family::ipv4, "10.0.0.9"}};
  here.names["y"] = {{Family::ipv4, "10.0.0.8"}, {Family::ipv4, "127.0.0.1"}};
  CHECK(self({{"a", "x"}, {"b", "y"}}, here) == 2);
}

TEST_CASE("corosync's order: node 10 before node 2") {
  FakeSurroundings here;
  here.host = "twin";
  std::vector<Called> nodes;
  for (int i = 0; i < 11; ++i) nodes.push_back({"n" + std::to_string(i), "10.0.0." + std::to_string(i + 1)});
  nodes[2].name = nodes[10].name = "twin";
  CHECK(self(nodes, here) == 11);
}

TEST_CASE("as told: three daemons on one machine") {
  const std::vector<Called> nodes = {
      {"one", "127.0.0.1"}, {"two", "127.0.0.2"}, {"3", "127.0.0.3"}, {"2", "127.0.0.4"}};
  CHECK(self(nodes, {}) == 1);
  CHECK(self(nodes, {}, "two") == 2);
  CHECK(self(nodes, {}, "1") == 1);
  CHECK(self(nodes, {}, "2") == 4);  // names come before numbers
  CHECK(self(nodes, {}, "127.0.0.3") == 3);
}

TEST_CASE("told wrongly") {
  const Loaded loaded = load_text(file({{"one", "127.0.0.1"}, {"two", "127.0.0.2"}}), {}, "three");
  CHECK(printed(loaded) ==
        "c: nodelist: no node has the name, nodeid or address \"three\" given with --node; there are one (nodeid 1), "
        "two (nodeid 2)");
  CHECK(self({{"one", "127.0.0.1"}}, {}, "0") == 0);
}

TEST_CASE("nobody: what was tried and what to do") {
  FakeSurroundings here;
  here.local = {{Family::ipv4, "127.0.0.1"}, {Family::ipv6, "::1"}};
  CHECK(
      printed(load_text(file({{"a", "10.0.0.1"}}), here)) ==
      "c: nodelist: no node is this machine: neither its host name \"elsewhere\" nor one of its addresses (127.0.0.1, "
      "::1) belongs to a name or ring0_addr (a, 10.0.0.1); choose the node with --node NAME|ID");
}

}  // namespace
}  // namespace rondel::config
