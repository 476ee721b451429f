#include "config/nodelist.h"

#include <doctest/doctest.h>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::FakeSurroundings;
using test::load_text;
using test::printed;
using test::with_totem;

// A nodelist (nodes from line 5 on) behind a totem section of three lines; node sections as given.
std::string nodes(const std::string& sections, const std::string& totem = "version: 2") {
  return "totem {\n" + totem + "\n}\nnodelist {\n" + sections + "}\n";
}

// One line a key, so the section of a first node takes lines 5 to 9, of a second 10 to 14.
std::string node(const std::string& name, int id, const std::string& address) {
  return "node {\nname: " + name + "\nnodeid: " + std::to_string(id) + "\nring0_addr: " + address + "\n}\n";
}

TEST_CASE("nodes become peers with numeric addresses") {
  FakeSurroundings here;
  here.names["beta.example"] = {{Family::ipv4, "127.0.0.2"}};
  const Loaded loaded = load_text(nodes(node("a", 1, "127.0.0.1") + node("b", 2, "beta.example")), here);
  CHECK(printed(loaded).empty());
  REQUIRE(loaded.settings.link.peers.size() == 2);
  CHECK(loaded.settings.link.peers[1] == link::Peer{{2}, "b", {{0, "127.0.0.2"}}});
  CHECK(loaded.settings.self == NodeId{1});
  CHECK(loaded.settings.self_name == "a");
  CHECK(loaded.settings.link.self == NodeId{1});
}

TEST_CASE("every node has an id of its own") {
  const std::string a = node("a", 1, "127.0.0.1");
  CHECK(printed(load_text(nodes(a + node("b", 1, "127.0.0.2")))) ==
        "c:12: nodelist.node.nodeid: 1 is the nodeid of node a (line 5) already");
  CHECK(printed(load_text(nodes(a + node("b", 0, "127.0.0.2")))) ==
        "c:12: nodelist.node.nodeid: node b needs a nodeid of 1 to 65535");
  CHECK(printed(load_text(nodes(a + node("b", 65'536, "127.0.0.2")))) ==
        "c:12: nodelist.node.nodeid: \"65536\" is out of range (expected 1 to 65535)");
  CHECK(printed(load_text(nodes(a + node("b", 65'535, "127.0.0.2")))).empty());
  CHECK(printed(load_text(nodes(a + "node {\nring0_addr: 127.0.0.2\n}\n"))) ==
        "c:10: nodelist.node.nodeid: node 127.0.0.2 needs a nodeid of 1 to 65535");
}

TEST_CASE("all nodes are on the same links") {
  const std::string two = "node {\nname: b\nnodeid: 2\nring0_addr: 127.0.0.2\nring1_addr: 127.0.1.2\n}\n";
  CHECK(printed(load_text(nodes(node("a", 1, "127.0.0.1") + two))) ==
        "c:5: nodelist.node: node a has no ring1_addr: all nodes must have the same links");
  const std::string unnamed = "node {\nnodeid: 1\nring0_addr: 127.0.0.1\nring1_addr: 127.0.1.1\n}\n";
  CHECK(printed(load_text(nodes(unnamed + two))) ==
        "c:5: nodelist.node: node 127.0.0.1 needs a name: there is more than one link");
}

TEST_CASE("a node without any address takes no part") {
  CHECK(printed(load_text(nodes(node("a", 1, "127.0.0.1") + "node {\nnodeid: 2\n}\n"))) ==
        "c:10: warning: nodelist.node: has no address on any link (ring0_addr), ignoring");
}

TEST_CASE("without nodes there is no cluster") {
  CHECK(printed(load_text(nodes(""))) ==
        "c:4: nodelist: there are no nodes: each needs a node section with ring0_addr and nodeid");
  CHECK(printed(load_text("totem {\nversion: 2\n}\n")) ==
        "c: nodelist: there are no nodes: each needs a node section with ring0_addr and nodeid");
}

TEST_CASE("more nodes than a ring can have") {
  std::string sections;
  for (int id = 1; id <= 385; ++id) {
    const std::string address =
        id == 1 ? "127.0.0.1" : "10.0." + std::to_string(id / 250) + "." + std::to_string(id % 250);
    sections += node("n" + std::to_string(id), id, address);
  }
  CHECK(printed(load_text(nodes(sections))) == "c:4: nodelist: 385 nodes are too many (at most 384)");
}

TEST_CASE("names are resolved by ip_version") {
  FakeSurroundings here;
  here.names["both"] = {{Family::ipv4, "10.0.0.1"}, {Family::ipv6, "fd00::1"}, {Family::ipv6, "fd00::2"}};
  here.names["four"] = {{Family::ipv4, "10.0.0.4"}};
  CHECK(choose_address("both", "ipv6-4", here)->text == "fd00::1");
  CHECK(choose_address("both", "ipv4-6", here)->text == "10.0.0.1");
  CHECK(choose_address("both", "ipv4", here)->text == "10.0.0.1");
  CHECK(choose_address("both", "ipv6", here)->text == "fd00::1");
  CHECK(choose_address("four", "ipv6-4", here)->text == "10.0.0.4");
  CHECK(!choose_address("four", "ipv6", here));
  CHECK(!choose_address("none", "ipv6-4", here));
}

TEST_CASE("a name that means nothing is named") {
  const std::string a = node("a", 1, "127.0.0.1");
  CHECK(printed(load_text(nodes(a + node("b", 2, "nosuch")))) ==
        "c:13: nodelist.node.ring0_addr: \"nosuch\" can't be resolved to an address (totem.ip_version is ipv6-4)");
  CHECK(printed(load_text(nodes(a + node("b", 2, "")))) ==
        "c:13: nodelist.node.ring0_addr: \"\" can't be resolved to an address (totem.ip_version is ipv6-4)");
  CHECK(printed(load_text(nodes(a, "version: 2\nip_version: ipv6"))) ==
        "c:9: nodelist.node.ring0_addr: \"127.0.0.1\" can't be resolved to an IPv6 address (totem.ip_version is ipv6)");
}

TEST_CASE("one family a link") {
  CHECK(printed(load_text(nodes(node("a", 1, "127.0.0.1") + node("b", 2, "fd00::2")))) ==
        "c:13: nodelist.node.ring0_addr: fd00::2 is an IPv6 address, but node a has 127.0.0.1 on this link: one family "
        "a link");
}

TEST_CASE("two nodes with one address are accepted with a warning") {
  CHECK(printed(load_text(nodes(node("a", 1, "127.0.0.1") + node("b", 2, "127.0.0.1")))) ==
        "c:13: warning: nodelist.node.ring0_addr: 127.0.0.1 is the address of node a already: two nodes can't share "
        "one");
}

TEST_CASE("links have ports of their own") {
  const std::string two = "node {\nname: a\nnodeid: 1\nring0_addr: 127.0.0.1\nring7_addr: 127.0.0.1\n}\n";
  const Loaded loaded =
      load_text(nodes(two,
                      "version: 2\ninterface {\nmcastport: 6000\nknet_link_priority: 0\n}\ninterface {\n"
                      "linknumber: 7\nknet_transport: sctp\nknet_link_priority: 9\nmcastport: 0\n}"));
  CHECK(printed(loaded).empty());
  const std::vector<link::Interface>& links = loaded.settings.link.interfaces;
  REQUIRE(links.size() == 2);
  CHECK(links[0].number == 0);
  CHECK(links[0].port == 6000);
  CHECK(links[0].priority == 1);
  CHECK(links[0].transport == "udp");
  CHECK(links[1].number == 7);
  CHECK(links[1].port == 5412);
  CHECK(links[1].priority == 9);
  CHECK(links[1].transport == "sctp");
}

TEST_CASE("what an interface can't have") {
  CHECK(printed(load_text(with_totem("interface {\nttl: 5\n}"))) ==
        "c:4: totem.interface.ttl: 5 is only for multicast transports; with knet it must be 1");
  CHECK(printed(load_text(with_totem("interface {\nbindnetaddr: x\nringnumber: 0\n}"))) ==
        "c:4: warning: totem.interface.bindnetaddr: ignoring: the nodelist has the addresses\n"
        "c:5: warning: totem.interface.ringnumber: ignoring: linknumber names the link");
  CHECK(printed(load_text(with_totem("interface {\nmcastaddr: foo\n}"))) ==
        "c:4: totem.interface.mcastaddr: \"foo\" is not an address");
  CHECK(printed(load_text(with_totem("interface {\nmcastaddr: 239.1.1.1\nbroadcast: yes\n}"))).empty());
  CHECK(printed(load_text(with_totem("interface {\nlinknumber: 1\nmcastport: 1\n}"))) ==
        "c:3: totem.interface: no node has an address on link 1 (ring1_addr)");
  CHECK(printed(load_text(with_totem("interface {\nlinknumber: 8\nmcastport: 1\n}"))) ==
        "c:4: totem.interface.linknumber: \"8\" is out of range (expected 0 to 7)");
  CHECK(printed(load_text(with_totem("interface {\nknet_transport: tcp\n}"))) ==
        "c:4: totem.interface.knet_transport: \"tcp\" is not known (expected udp or sctp)");
  CHECK(printed(load_text(with_totem("interface {\nmember {\nmemberaddr: x\n}\nttl: 1\n}"))) ==
        "c:4: warning: totem.interface.member: ignoring: the nodelist has the addresses");
}

}  // namespace
}  // namespace rondel::config
