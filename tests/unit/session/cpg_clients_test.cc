#include "session/cpg_clients.h"

#include "fixture.h"

namespace rondel::session {

namespace {

struct Several {
  FakeSurroundings around;
  FakeFiles files;
  CpgClients clients{files};
  EventBatch batch;

  Several() {
    for (ClientId id : {1, 2, 3, 4}) clients.connected(id, 0);
  }
  std::int32_t ask(ClientId id, const Buffer& request) { return facts(clients.request(id, request, around)).error; }
  void join(ClientId id, std::string_view group, std::uint32_t flags = 0) {
    REQUIRE(ask(id, join_request(group, static_cast<std::uint32_t>(id) + 100, flags)) == 1);
  }
  // Who gets what, as "event id > client", in the order of sending.
  std::string tell(const group::Event& event) {
    batch.clear();
    clients.on_event(event, around, batch);
    std::string shown;
    batch.for_each([&](ClientId client, const EventBytes& bytes) {
      const auto id = as<ipc::ReplyHeader>(bytes.joined().view()).id;
      shown += fmt::format("{}>{} ", id, client);
    });
    return shown;
  }
  std::string joined_now(ClientId id, std::string_view group) {
    return tell(joined(group, 1, static_cast<std::uint32_t>(id) + 100));
  }
};

group::Delivery message(std::string_view group) { return {group::Name{group}, NodeId{2}, 7, payload("m")}; }

}  // namespace

TEST_CASE("messages reach those who have joined, the newest connection first") {
  Several all;
  all.join(2, "g");
  all.join(1, "g");
  all.join(3, "h");
  all.join(4, "g");
  CHECK(all.tell(message("g")).empty());  // none of them is in the group yet
  CHECK(all.joined_now(1, "g") == "4>1 ");
  CHECK(all.joined_now(2, "g") == "4>2 4>1 ");
  CHECK(all.tell(message("g")) == "5>2 5>1 ");
  CHECK(all.joined_now(4, "g") == "4>4 4>2 4>1 ");
  CHECK(all.tell(message("g")) == "5>4 5>2 5>1 ");
  CHECK(all.tell(group::PartialDelivery{group::Name{"g"}, NodeId{2}, 7, 3, 1, {}}) == "17>4 17>2 17>1 ");
  CHECK(all.tell(message("nobody")).empty());
}

TEST_CASE("the leaver hears of its leave and of nothing behind it") {
  Several all;
  all.join(1, "g");
  all.join(2, "g");
  all.joined_now(1, "g");
  all.joined_now(2, "g");
  CHECK(all.ask(2, leave_request("g", 102)) == 1);
  CHECK(all.tell(message("g")) == "5>2 5>1 ");
  CHECK(all.clients.presence(102, group::Name{"g"}) == Presence::present);
  CHECK(all.tell(left("g", 1, 102)) == "4>2 4>1 ");
  CHECK(all.clients.presence(102, group::Name{"g"}) == Presence::absent);
  CHECK(all.tell(message("g")) == "5>1 ");
  all.join(2, "h");
  CHECK(all.joined_now(2, "h") == "4>2 ");
  CHECK(all.tell(message("h")) == "5>2 ");
}

TEST_CASE("the last one to leave takes the group with it") {
  Several all;
  all.join(1, "g");
  all.joined_now(1, "g");
  CHECK(all.ask(1, leave_request("g", 101)) == 1);
  CHECK(all.tell(left("g", 1, 101)) == "4>1 ");
  CHECK(all.tell(message("g")).empty());
  all.join(1, "g");
  CHECK(all.joined_now(1, "g") == "4>1 ");
}

TEST_CASE("a ring change goes to every connection that hasn't finalized") {
  Several all;
  all.join(3, "g");
  CHECK(all.ask(2, bare_request(ipc::cpg::request_finalize)) == 1);
  CHECK(all.tell(all.around.ring) == "13>4 13>3 13>1 ");
}

TEST_CASE("who asked for the ring's members gets them behind the next change of any group, once") {
  Several all;
  all.join(1, "g", 1);
  all.join(2, "h", 1);
  all.join(3, "g");
  CHECK(all.joined_now(1, "g") == "4>1 13>2 13>1 ");
  CHECK(all.joined_now(2, "h") == "4>2 ");
}

TEST_CASE("a finalized connection hears nothing, and its leave comes when it ends") {
  Several all;
  all.join(1, "g");
  all.joined_now(1, "g");
  CHECK(all.ask(1, bare_request(ipc::cpg::request_finalize)) == 1);
  CHECK(all.tell(message("g")).empty());
  CHECK(all.clients.presence(101, group::Name{"g"}) == Presence::leaving);
  const std::optional<group::Message> leave = all.clients.disconnected(1);
  REQUIRE(leave);
  CHECK(std::get<group::ProcessLeave>(*leave).pid == 101);
  CHECK(all.clients.size() == 3);
  CHECK(all.clients.presence(101, group::Name{"g"}) == Presence::absent);
}

TEST_CASE("who has gone gets nothing") {
  Several all;
  all.join(1, "g", 1);
  all.join(2, "g");
  CHECK(all.clients.disconnected(1));
  CHECK_FALSE(all.clients.disconnected(3));
  CHECK(all.joined_now(2, "g") == "4>2 ");
  CHECK(all.tell(all.around.ring) == "13>4 13>2 ");
}

TEST_CASE("an event that no library could receive is left out and counted") {
  Several all;
  all.join(1, "g");
  all.joined_now(1, "g");
  const auto of_size = [](std::size_t size) {
    return group::Delivery{group::Name{"g"}, NodeId{2}, 7, payload(std::string(size, 'm'))};
  };
  CHECK(all.tell(of_size(1'048'576 - 184)) == "5>1 ");
  CHECK(all.tell(of_size(1'048'576 - 183)).empty());
  CHECK(all.clients.counters().too_long == 1);
}

TEST_CASE("the end of a ring is told to those who asked for it, joined or not, and to nobody else") {
  Several all;
  all.join(1, "g");
  all.join(2, "g");
  const group::RingEnd end{{NodeId{1}}};
  CHECK(all.tell(end).empty());
  for (const ClientId id : {2, 3, 4}) {
    const Outcome outcome = all.clients.request(id, bare_request(ipc::cpg::request_transitional), all.around);
    CHECK(facts(outcome) == ReplyFacts{1000, 1, 24});
  }
  CHECK(all.ask(3, bare_request(ipc::cpg::request_finalize)) == 1);
  CHECK(all.tell(end) == "1001>4 1001>2 ");
  all.around.open = false;  // it needs no ring
  CHECK(all.ask(1, bare_request(ipc::cpg::request_transitional)) == 1);
  CHECK(all.tell(end) == "1001>4 1001>2 1001>1 ");
}

}  // namespace rondel::session
