#include "session/cpg_session.h"

#include "fixture.h"

namespace rondel::session {

namespace {

namespace cpg = ipc::cpg;

struct One {
  FakeSurroundings around;
  FakeFiles files;
  CpgSession session{17, 7, files};

  Outcome ask(const Buffer& request) { return session.request(request, around); }
  void change(const group::Change& change) {
    static_cast<void>(session.before(change, around.node));
    static_cast<void>(session.after(change, around.node));
  }
  void to(CpgSession::State state) {
    if (state == CpgSession::State::unjoined) return;
    static_cast<void>(ask(join_request("g", 100)));
    if (state != CpgSession::State::join_started) change(joined("g", 1, 100));
    if (state == CpgSession::State::leave_started) static_cast<void>(ask(leave_request("g", 100)));
    REQUIRE(session.state() == state);
  }
};

using State = CpgSession::State;

}  // namespace

TEST_CASE("a join is answered at once and told to the ring") {
  One one;
  const Outcome outcome = one.ask(join_request(std::string_view{"crmd\0", 5}, 100));
  CHECK(facts(outcome) == ReplyFacts{0, 1, 24});
  REQUIRE(outcome.to_ring);
  const auto& join = std::get<group::ProcessJoin>(*outcome.to_ring);
  CHECK(join.group.view() == std::string_view{"crmd\0", 5});
  CHECK(join.pid == 100);
  CHECK(join.reason == group::Reason::join);
  CHECK(one.session.state() == State::join_started);
  CHECK_FALSE(one.session.listens());
}

TEST_CASE("join, leave and multicast answer by state") {
  struct Row {
    State state;
    std::int32_t join, leave, partial;
  };
  for (const Row& row : {Row{State::unjoined, 1, 12, 12}, Row{State::join_started, 14, 10, 1},
                         Row{State::joined, 14, 1, 1}, Row{State::leave_started, 10, 12, 12}}) {
    CAPTURE(static_cast<int>(row.state));
    One joins, leaves, sends;
    for (One* one : {&joins, &leaves, &sends}) one->to(row.state);
    CHECK(facts(joins.ask(join_request("other", 101))) == ReplyFacts{0, row.join, 24});
    const Outcome leave = leaves.ask(leave_request("g", 100));
    CHECK(facts(leave) == ReplyFacts{1, row.leave, 24});
    CHECK(leave.to_ring.has_value() == (row.leave == 1));
    const Outcome part = sends.ask(partial_request("x", 1));
    CHECK(facts(part) == ReplyFacts{18, row.partial, 24});
    CHECK(part.to_ring.has_value() == (row.partial == 1));
    const Outcome multicast = sends.ask(multicast_request("x"));
    CHECK_FALSE(multicast.reply.has_value());
    CHECK(multicast.to_ring.has_value() == (row.partial == 1));
    CHECK(multicast.warning.has_value() == (row.partial != 1));
  }
}

TEST_CASE("the checks of a join come in corosync's order") {
  One one;
  one.around.local[{100, "g"}] = Presence::present;
  one.around.table = {process(1, 100, "g")};
  CHECK(facts(one.ask(join_request("g", 100))).error == 14);
  one.around.local.clear();
  CHECK(facts(one.ask(join_request("g", 100))).error == 6);
  one.around.table.clear();
  one.around.local[{100, "g"}] = Presence::leaving;
  CHECK(facts(one.ask(join_request("g", 100))).error == 6);
  CHECK(facts(one.ask(join_request(std::string(129, 'n'), 100))).error == 13);
  CHECK(facts(one.ask(join_request("other", 100))).error == 1);  // same pid, another group
  One two;
  two.around.table = {process(1, 99, "g"), process(1, 100, "a"), process(2, 100, "g")};
  CHECK(facts(two.ask(join_request("g", 100))).error == 1);  // only the own node counts
}

TEST_CASE("names of 128 bytes and of none can be joined") {
  One longest, empty;
  CHECK(facts(longest.ask(join_request(std::string(128, 'n'), 1))).error == 1);
  CHECK(longest.session.group().size() == 128);
  CHECK(facts(empty.ask(join_request("", 1))).error == 1);
  const std::optional<group::Message> leave = empty.session.closed();
  REQUIRE(leave);
  CHECK(std::get<group::ProcessLeave>(*leave).group.empty());
}

TEST_CASE("after the own leave came back the connection can join again") {
  One one;
  one.to(State::leave_started);
  CHECK(one.session.listens());
  CHECK(one.session.before(left("g", 1, 100), NodeId{1}));  // the leaver hears of it itself
  CHECK(one.session.after(left("g", 1, 100), NodeId{1}));
  CHECK(one.session.state() == State::unjoined);
  CHECK_FALSE(one.session.closed());
  CHECK(facts(one.ask(join_request("h", 100))).error == 1);
}

TEST_CASE("somebody else's leave or join doesn't move a session") {
  One one;
  one.to(State::join_started);
  one.change(joined("g", 2, 100));
  one.change(joined("g", 1, 101));
  CHECK(one.session.state() == State::join_started);
  one.change(joined("g", 1, 100));
  static_cast<void>(one.ask(leave_request("g", 100)));
  one.change(left("g", 2, 100));
  CHECK(one.session.state() == State::leave_started);
}

TEST_CASE("a connection that ends leaves its group, unless it has already") {
  for (State state : {State::join_started, State::joined}) {
    One one;
    one.to(state);
    const std::optional<group::Message> leave = one.session.closed();
    REQUIRE(leave);
    const auto& said = std::get<group::ProcessLeave>(*leave);
    CHECK(said.group.view() == "g");
    CHECK(said.pid == 100);
    CHECK(said.reason == group::Reason::process_down);
  }
  One never, leaving, finalized;
  CHECK_FALSE(never.session.closed());
  leaving.to(State::leave_started);
  CHECK_FALSE(leaving.session.closed());
  finalized.to(State::joined);
  CHECK(facts(finalized.ask(bare_request(cpg::request_finalize))) == ReplyFacts{12, 1, 24});
  CHECK_FALSE(finalized.session.listens());
  CHECK(finalized.session.closed());
}

TEST_CASE("a leave speaks of what the request names, and then the own group is still left at the end") {
  One one;
  one.to(State::joined);
  const Outcome outcome = one.ask(leave_request("other", 5));
  REQUIRE(outcome.to_ring);
  CHECK(std::get<group::ProcessLeave>(*outcome.to_ring).group.view() == "other");
  CHECK(std::get<group::ProcessLeave>(*outcome.to_ring).pid == 5);
  const std::optional<group::Message> end = one.session.closed();
  REQUIRE(end);
  CHECK(std::get<group::ProcessLeave>(*end).group.view() == "g");
}

TEST_CASE("the ring's members are told once, if bit 0 asks for them") {
  for (std::uint32_t flags : {0U, 1U, 2U, 255U}) {
    One one;
    static_cast<void>(one.ask(join_request("g", 100, flags)));
    CHECK(one.session.take_initial_ring_change() == ((flags & 1U) != 0));
    CHECK_FALSE(one.session.take_initial_ring_change());
  }
}

TEST_CASE("membership lists a group's processes in the order of the table") {
  One one;
  one.around.table = {process(1, 100, "g"), process(1, 100, "h"), process(2, 7, "g"), process(3, 9, "g")};
  cpg::Membership request;
  request.group = c_name("g");
  const Outcome outcome = one.ask(pack(request, cpg::request_membership));
  CHECK(facts(outcome) == ReplyFacts{3, 1, 9248});
  const auto answer = as<cpg::MembershipReply>(*outcome.reply);
  REQUIRE(answer.count == 3);
  CHECK(answer.members[0].node == 1);
  CHECK(answer.members[1].node == 2);
  CHECK(answer.members[1].pid == 7);
  CHECK(answer.members[2].node == 3);
  request.group = c_name("nobody");
  CHECK(as<cpg::MembershipReply>(*one.ask(pack(request, cpg::request_membership)).reply).count == 0);
}

TEST_CASE("membership stops at what its answer can hold") {
  One one;
  for (std::uint32_t pid = 1; pid <= 400; ++pid) one.around.table.push_back(process(1, pid, "g"));
  cpg::Membership request;
  request.group = c_name("g");
  const auto answer = as<cpg::MembershipReply>(*one.ask(pack(request, cpg::request_membership)).reply);
  CHECK(answer.count == 384);
  CHECK(answer.members[383].pid == 384);
}

TEST_CASE("local get tells the node") {
  One one;
  one.around.node = NodeId{4711};
  const Outcome outcome = one.ask(bare_request(cpg::request_local));
  CHECK(facts(outcome) == ReplyFacts{7, 1, 32});
  CHECK(as<cpg::LocalReply>(*outcome.reply).node == 4711);
}

TEST_CASE("an iteration goes through a snapshot, one answer at a time") {
  One one;
  one.around.table = {process(1, 100, "g"), process(2, 7, "h")};
  cpg::IterationInitialize request;
  request.type = 3;
  request.group.length = 0xffffffff;  // undefined when all are asked for
  const Outcome opened = one.ask(pack(request, cpg::request_iteration_initialize));
  CHECK(facts(opened) == ReplyFacts{9, 1, 32});
  const std::uint64_t handle = as<cpg::HandleReply>(*opened.reply).handle;
  one.around.table.clear();
  const Outcome first = one.ask(handle_request(cpg::request_iteration_next, handle));
  CHECK(facts(first) == ReplyFacts{10, 1, 168});
  const auto entry = as<cpg::IterationReply>(*first.reply);
  CHECK(std::string_view{entry.group.value, entry.group.length} == "h");
  CHECK(entry.node == 2);
  CHECK(entry.pid == 7);
  CHECK(facts(one.ask(handle_request(cpg::request_iteration_next, handle))).error == 1);
  CHECK(facts(one.ask(handle_request(cpg::request_iteration_next, handle))) == ReplyFacts{10, 27, 168});
  CHECK(facts(one.ask(handle_request(cpg::request_iteration_next, handle + 1))) == ReplyFacts{10, 2, 168});
  CHECK(facts(one.ask(handle_request(cpg::request_iteration_finalize, handle))) == ReplyFacts{11, 1, 24});
  CHECK(facts(one.ask(handle_request(cpg::request_iteration_finalize, handle))) == ReplyFacts{11, 2, 24});
}

TEST_CASE("a connection has so many iterations and no more") {
  One one;
  cpg::IterationInitialize request;
  request.type = 1;
  const Buffer bytes = pack(request, cpg::request_iteration_initialize);
  for (std::size_t i = 0; i < Iterations::open_iterations_max; ++i) CHECK(facts(one.ask(bytes)).error == 1);
  CHECK(facts(one.ask(bytes)) == ReplyFacts{9, 8, 32});
}

TEST_CASE("an iteration over one group needs a name that can be") {
  One one;
  cpg::IterationInitialize request;
  request.type = 2;
  request.group.length = 129;
  CHECK(facts(one.ask(pack(request, cpg::request_iteration_initialize))) == invalid);
}

TEST_CASE("what needs the ring gets 'try again' while the ring takes nothing, the rest is served") {
  One one;
  one.to(State::joined);
  one.around.open = false;
  for (std::int32_t id : {0, 1, 8, 9, 10, 11, 12}) {
    CAPTURE(id);
    Buffer request(400);
    const ipc::RequestHeader header{id, 0, 400, 0};
    std::memcpy(request.data(), &header, sizeof header);
    const Outcome outcome = one.ask(request);
    CHECK(facts(outcome) == overload);
    CHECK_FALSE(outcome.to_ring);
  }
  CHECK_FALSE(one.session.finalized());
  CHECK(facts(one.ask(bare_request(cpg::request_local))).error == 1);
  // The caller of a multicast was told that all is well.
  CHECK(one.ask(multicast_request("x")).to_ring.has_value());
}

TEST_CASE("every request that is too short, and every unknown one, is invalid") {
  const std::map<std::int32_t, std::size_t> sizes{{0, 168}, {1, 160}, {3, 152}, {4, 16},  {5, 160}, {6, 24},
                                                  {7, 24},  {8, 16},  {9, 152}, {10, 32}, {11, 24}, {12, 56}};
  for (const auto& row : sizes) {
    const std::int32_t id = row.first;
    const std::size_t size = row.second;
    for (std::size_t cut : {size - 1, std::size_t{17}, std::size_t{16}, std::size_t{15}, std::size_t{0}}) {
      if (cut >= size) continue;
      CAPTURE(id);
      CAPTURE(cut);
      One one;
      one.to(State::joined);
      Buffer request(cut);
      const ipc::RequestHeader header{id, 0, static_cast<std::int32_t>(cut), 0};
      if (cut > 0) std::memcpy(request.data(), &header, std::min(cut, sizeof header));
      const Outcome outcome = one.ask(request);
      CHECK(facts(outcome) == invalid);
      CHECK_FALSE(outcome.to_ring);
    }
  }
  One one;
  for (std::int32_t id : {-2147483647, -3, -1, 13, 14, 2147483647}) CHECK(facts(one.ask(bare_request(id))) == invalid);
}

TEST_CASE("a size that isn't the request's is invalid, a longer request isn't") {
  One one;
  for (std::int32_t size : {-1, 0, 15, 17, 32, 2147483647}) {
    Buffer request = bare_request(cpg::request_local);
    std::memcpy(request.data() + 8, &size, sizeof size);
    CHECK(facts(one.ask(request)) == invalid);
  }
  Buffer longer(64);
  const ipc::RequestHeader header{cpg::request_local, 0, 64, 0};
  std::memcpy(longer.data(), &header, sizeof header);
  CHECK(facts(one.ask(longer)).error == 1);
}

TEST_CASE("numbers between corosync's requests and ours are nobody's") {
  One one;
  for (const std::int32_t id : {13, 14, 999, 1001, -1, 0x7fffffff}) CHECK(facts(one.ask(bare_request(id))) == invalid);
}

}  // namespace rondel::session
