#include "ipc/admin.h"

#include <doctest/doctest.h>

#include <cstring>

#include "admin.pb.h"
#include "ipc/admin_pages.h"
#include "ipc/admin_protocol.h"
#include "link_watch.h"
#include "quiet_link.h"

namespace rondel::ipc {
namespace {

struct Fixture {
  explicit Fixture(std::size_t nodes = 3) {
    AdminIdentity identity;
    identity.version = "9.9";
    identity.name = "a";
    identity.cluster = "test";
    identity.pid = 42;
    identity.wall_clock_ms = [] { return 1'700'000'000'000; };
    for (std::size_t i = 1; i <= nodes; ++i) {
      const auto id = static_cast<std::uint32_t>(i);
      identity.peers.push_back({NodeId{id}, std::string(255, 'n'), {{0, "10.0.0.1"}, {1, "10.1.0.1"}}});
    }
    node::NodeSettings settings;
    settings.self = NodeId{1};
    node = std::make_unique<node::Node>(settings, link, host, listener);
    admin = std::make_unique<Admin>(identity, *node, link, [] { return 7U; });
  }
  proto::AdminReply ask(const proto::AdminRequest& request, std::int32_t expected = status_ok) const {
    const std::string body = request.SerializeAsString();
    RequestHeader header;
    header.size = static_cast<std::int32_t>(sizeof header + body.size());
    std::vector<std::byte> bytes(sizeof header + body.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    if (!body.empty()) std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
    return read(admin->answer(Time{std::chrono::seconds{5}}, bytes), expected);
  }
  static proto::AdminReply read(const std::vector<std::byte>& bytes, std::int32_t expected) {
    ReplyHeader header;
    REQUIRE(bytes.size() >= sizeof header);
    CHECK(bytes.size() <= admin::page_bytes_max);
    std::memcpy(&header, bytes.data(), sizeof header);
    CHECK(header.size == static_cast<std::int32_t>(bytes.size()));
    CHECK(header.error == expected);
    proto::AdminReply reply;
    REQUIRE(reply.ParseFromArray(bytes.data() + sizeof header, static_cast<int>(bytes.size() - sizeof header)));
    return reply;
  }

  QuietLink link;
  NotingHost host;
  DeafListener listener;
  std::unique_ptr<node::Node> node;
  std::unique_ptr<Admin> admin;
};

proto::AdminRequest trace_save_request() {
  proto::AdminRequest request;
  request.mutable_trace_save();
  return request;
}

proto::AdminRequest nodes_request(std::uint32_t page) {
  proto::AdminRequest request;
  request.mutable_nodes();
  request.set_page(page);
  return request;
}

TEST_CASE("status says who this is and how it is, before the first ring, too") {
  const Fixture fixture;
  proto::AdminRequest request;
  request.mutable_status();
  const proto::AdminReply reply = fixture.ask(request);
  CHECK(reply.error().empty());
  CHECK(!reply.more());
  CHECK(reply.status().version() == "9.9");
  CHECK(reply.status().node() == 1);
  CHECK(reply.status().cluster() == "test");
  CHECK(reply.status().pid() == 42);
  CHECK(reply.status().clients() == 7);
  CHECK(reply.status().uptime_seconds() == 5.0);
  CHECK(!reply.status().synchronised());
  CHECK(reply.status().counters().contains("gather_entered"));
}

TEST_CASE("nodes are those of the configuration, with their addresses") {
  const Fixture fixture;
  const proto::AdminReply reply = fixture.ask(nodes_request(0));
  REQUIRE(reply.nodes().nodes_size() == 3);
  CHECK(reply.nodes().nodes(0).local());
  CHECK(!reply.nodes().nodes(1).local());
  CHECK(reply.nodes().nodes(1).reachable());
  CHECK(!reply.nodes().nodes(1).member());
  CHECK(reply.nodes().nodes(2).addresses_size() == 2);
}

TEST_CASE("many nodes come in pages, each once, and a page behind the last is empty") {
  const Fixture fixture{1000};
  std::uint32_t expected = 1;
  std::uint32_t page = 0;
  for (bool more = true; more; ++page) {
    const proto::AdminReply reply = fixture.ask(nodes_request(page));
    for (const auto& node : reply.nodes().nodes()) CHECK(node.id() == expected++);
    more = reply.more();
  }
  CHECK(expected == 1001);
  CHECK(page == 4);
  CHECK(fixture.ask(nodes_request(4)).nodes().nodes_size() == 0);
  CHECK(fixture.ask(nodes_request(0xffffffff)).nodes().nodes_size() == 0);
}

TEST_CASE("links of the largest cluster fit their pages, and there are none to the own node") {
  Fixture fixture{384};
  fixture.link.links_per_peer = 8;
  proto::AdminRequest request;
  request.mutable_links();
  int links = 0;
  for (std::uint32_t page = 0;; ++page) {
    request.set_page(page);
    const proto::AdminReply reply = fixture.ask(request);
    links += reply.links().links_size();
    for (const auto& link : reply.links().links()) CHECK(link.node() != 1);
    if (!reply.more()) break;
  }
  CHECK(links == 383 * 8);
}

TEST_CASE("no groups are an answer") {
  const Fixture fixture;
  proto::AdminRequest request;
  request.mutable_groups();
  const proto::AdminReply reply = fixture.ask(request);
  CHECK(reply.has_groups());
  CHECK(reply.groups().groups_size() == 0);
}

TEST_CASE("events come with the wall clock's time, from a number on, and the newest if one asks") {
  Fixture fixture;
  for (int second = 1; second <= 4; ++second) {
    fixture.node->record(Time{std::chrono::seconds{second}},
                         {.kind = "k", .nodes = {NodeId{2}}, .sentence = "s", .fields = {{"a", "b"}}});
  }
  proto::AdminRequest request;
  request.mutable_events();
  const proto::Events all = fixture.ask(request).events();
  REQUIRE(all.events_size() == 4);
  CHECK(all.events(0).number() == 1);
  CHECK(all.events(0).unix_ms() == 1'699'999'996'000);
  CHECK(all.events(0).seconds_ago() == 4.0);
  CHECK(all.events(0).nodes(0) == 2);
  CHECK(all.events(0).fields().at("a") == "b");
  request.mutable_events()->set_since(3);
  CHECK(fixture.ask(request).events().events(0).number() == 4);
  request.mutable_events()->set_since(0);
  request.mutable_events()->set_last(2);
  CHECK(fixture.ask(request).events().events(0).number() == 3);
  request.mutable_events()->set_since(9);
  CHECK(fixture.ask(request).events().events_size() == 0);
}

TEST_CASE("many large events come in pages, each once, in order") {
  Fixture fixture;
  for (int i = 0; i < 600; ++i) fixture.node->record(Time{}, {.kind = "k", .sentence = std::string(25'000, 's')});
  proto::AdminRequest request;
  request.mutable_events();
  std::uint64_t expected = 600 - node::logged_events_max + 1;
  for (bool more = true; more;) {
    const proto::AdminReply reply = fixture.ask(request);
    for (const auto& event : reply.events().events()) CHECK(event.number() == expected++);
    REQUIRE(reply.events().events_size() > 0);
    request.mutable_events()->set_since(expected - 1);
    more = reply.more();
  }
  CHECK(expected == 601);
}

TEST_CASE("a link that changed between two looks is an event, and only then") {
  LinkWatch watch;
  std::vector<node::LoggedEvent> events;
  link::LinkStatus status{NodeId{2}, true, {link::LinkStatus::One{}}};
  watch.look(status, events);
  CHECK(events.empty());
  status.links[0].connected = true;
  watch.look(status, events);
  watch.look(status, events);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == "link_up");
  CHECK(events[0].sentence == "link 0 to node 2 is up");
  status.links[0].connected = false;
  watch.look(status, events);
  CHECK(events.back().kind == "link_down");
}

TEST_CASE("nonsense has an answer that says so") {
  const Fixture fixture;
  CHECK(!fixture.ask(proto::AdminRequest{}, status_invalid_param).error().empty());

  const auto answer = [&](std::vector<std::byte> bytes) {
    return Fixture::read(fixture.admin->answer(Time{}, bytes), status_invalid_param).error();
  };
  CHECK(answer({}) == "the request can't be read");
  CHECK(answer(std::vector<std::byte>(15)) == "the request can't be read");
  CHECK(answer(std::vector<std::byte>(admin::request_bytes_max + 1)) == "the request can't be read");
  for (const std::int32_t size : {-1, 0, 15, 21, 0x7fffffff}) {
    std::vector<std::byte> bytes(20);
    std::memcpy(bytes.data() + offsetof(RequestHeader, size), &size, sizeof size);
    CHECK(answer(bytes) == "the request can't be read");
  }
  std::vector<std::byte> garbage(20, std::byte{0xff});
  RequestHeader header;
  header.size = 20;
  std::memcpy(garbage.data(), &header, sizeof header);
  CHECK(answer(garbage) == "the request can't be read");
}

TEST_CASE("a page's range never leaves the list") {
  CHECK(page_range(0, 10, 0).end == 0);
  CHECK(!page_range(10, 10, 0).more);
  CHECK(page_range(11, 10, 0).more);
  CHECK(page_range(11, 10, 1).begin == 10);
  CHECK(page_range(11, 10, 1).end == 11);
  CHECK(page_range(11, 10, 0xffffffff).begin == 11);
}

TEST_CASE("a group's name is one line, whatever its bytes are") {
  CHECK(printable("plain name") == "plain name");
  CHECK(printable(std::string_view{"crmd\0", 5}) == "crmd\\x00");
  CHECK(printable("a\\b\n\xff") == "a\\x5cb\\x0a\\xff");
}

}  // namespace
TEST_CASE("a recording is saved by whoever can, and a failure is told") {
  Fixture fixture;
  CHECK(fixture.ask(trace_save_request(), status_invalid_param).error() == "this daemon saves no recordings");
  Result<std::pair<std::string, std::uint64_t>> result{std::pair<std::string, std::uint64_t>{"/var/x.bin", 17}};
  fixture.admin->save_traces_with([&] { return result; });
  const proto::AdminReply reply = fixture.ask(trace_save_request());
  CHECK(reply.trace_saved().file() == "/var/x.bin");
  CHECK(reply.trace_saved().bytes() == 17);
  result = Error{"the disk is full"};
  CHECK(fixture.ask(trace_save_request(), status_invalid_param).error() == "the disk is full");
}

}  // namespace rondel::ipc
