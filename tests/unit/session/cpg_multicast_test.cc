#include "fixture.h"
#include "session/cpg_session.h"

namespace rondel::session {

namespace {

namespace cpg = ipc::cpg;

struct Joined {
  FakeSurroundings around;
  FakeFiles files;
  CpgSession session{17, 7, files};

  Joined() {
    static_cast<void>(ask(join_request("g", 100)));
    change();
  }
  Outcome ask(const Buffer& request) { return session.request(request, around); }
  void change() { REQUIRE(session.before(joined("g", 1, 100), NodeId{1})); }
  std::uint64_t buffer(const std::string& path, std::size_t bytes) {
    files.contents[path].resize(bytes);
    cpg::ZeroCopyAlloc request;
    request.map_bytes = bytes;
    path.copy(request.path, 127);
    REQUIRE(facts(ask(pack(request, cpg::request_zero_copy_alloc))) == ReplyFacts{0, 1, 24});
    return as<cpg::ZeroCopyMapping>(files.contents[path]).token;
  }
  void write(const std::string& path, std::string_view message, std::uint32_t message_bytes,
             std::uint32_t guarantee = 0) {
    std::vector<std::byte>& file = files.contents[path];
    auto mapping = as<cpg::ZeroCopyMapping>(file);
    mapping.request.message_bytes = message_bytes;
    mapping.request.guarantee = guarantee;
    std::memcpy(file.data(), &mapping, sizeof mapping);
    std::memcpy(file.data() + sizeof mapping, message.data(), message.size());
  }
};

// A multicast whose header and field say what they like.
Buffer odd_multicast(std::size_t message, std::uint32_t message_bytes, std::int32_t size) {
  Buffer request = multicast_request(std::string(message, 'm'));
  std::memcpy(request.data() + 8, &size, sizeof size);
  std::memcpy(request.data() + 32, &message_bytes, sizeof message_bytes);
  return request;
}

}  // namespace

TEST_CASE("a multicast goes to the ring with the session's group and pid, and has no answer") {
  Joined one;
  for (std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{1'047'552}}) {
    const Outcome outcome = one.ask(multicast_request(std::string(size, 'm')));
    CHECK_FALSE(outcome.reply);
    CHECK_FALSE(outcome.warning);
    REQUIRE(outcome.to_ring);
    const auto& sent = std::get<group::Multicast>(*outcome.to_ring);
    CHECK(sent.group.view() == "g");
    CHECK(sent.pid == 100);
    CHECK(sent.source.node == NodeId{1});
    CHECK(sent.source.connection == 17);
    CHECK(text(sent.message.view()) == std::string(size, 'm'));
  }
}

TEST_CASE("a multicast may be longer than it says, but not shorter") {
  Joined one;
  const Outcome part = one.ask(odd_multicast(10, 4, 50));
  REQUIRE(part.to_ring);
  CHECK(std::get<group::Multicast>(*part.to_ring).message.size() == 4);
  for (const Buffer& request :
       {odd_multicast(10, 11, 50), odd_multicast(10, 0xffffffff, 50), odd_multicast(10, 10, 49),
        odd_multicast(10, 10, -1), odd_multicast(10, 10, 0), multicast_request(std::string(1'047'553, 'm'))}) {
    const Outcome outcome = one.ask(request);
    CHECK_FALSE(outcome.reply);
    CHECK_FALSE(outcome.to_ring);
  }
  Buffer bare = bare_request(cpg::request_multicast);
  CHECK_FALSE(one.ask(bare).to_ring);
  CHECK_FALSE(one.ask(bare).reply);
}

TEST_CASE("warnings thin out") {
  FakeSurroundings around;
  FakeFiles files;
  CpgSession session{17, 7, files};
  std::vector<int> warned;
  for (int i = 1; i <= 20; ++i)
    if (session.request(multicast_request("x"), around).warning) warned.push_back(i);
  CHECK(warned == std::vector{1, 2, 4, 8, 16});
}

TEST_CASE("fragments are passed on as they come, unknown parts as well") {
  Joined one;
  for (std::uint32_t part : {1U, 2U, 3U, 77U}) {
    const Outcome outcome = one.ask(partial_request("fragment", part));
    CHECK(facts(outcome) == ReplyFacts{18, 1, 24});
    const auto& sent = std::get<group::PartialMulticast>(*outcome.to_ring);
    CHECK(sent.part == part);
    CHECK(sent.message_bytes == 100);
    CHECK(text(sent.fragment.view()) == "fragment");
    CHECK(sent.group.view() == "g");
  }
}

TEST_CASE("a change in the middle interrupts a message in parts") {
  Joined one;
  CHECK(facts(one.ask(partial_request("a", 2))).error == 1);  // nothing began, nothing is interrupted
  CHECK(facts(one.ask(partial_request("a", 1))).error == 1);
  one.change();
  for (std::uint32_t part : {2U, 3U}) {
    const Outcome outcome = one.ask(partial_request("b", part));
    CHECK(facts(outcome) == ReplyFacts{18, 16, 24});
    CHECK_FALSE(outcome.to_ring);
  }
  CHECK(facts(one.ask(partial_request("a", 1))).error == 1);
  CHECK(facts(one.ask(partial_request("b", 3))).error == 1);
}

TEST_CASE("who is behind may not begin a message in parts, but may end it") {
  Joined one;
  const Outcome first = one.ask(partial_request("a", 1));
  CHECK(first.to_ring);
  CHECK(first.is_part);
  one.around.client_room.behind = true;
  for (std::uint32_t part : {2U, 2U, 3U}) {
    const Outcome outcome = one.ask(partial_request("b", part));
    CHECK(facts(outcome) == ReplyFacts{18, 1, 24});
    CHECK(outcome.to_ring);
  }
  const Outcome refused = one.ask(partial_request("a", 1));
  CHECK(facts(refused) == ReplyFacts{18, 6, 24});
  CHECK_FALSE(refused.to_ring);
  CHECK(refused.is_part);
  CHECK_FALSE(one.ask(multicast_request("x")).is_part);
  one.around.client_room.behind = false;
  CHECK(facts(one.ask(partial_request("a", 1))) == ReplyFacts{18, 1, 24});
}

TEST_CASE("a message that could never come back to its sender is too big") {
  Joined one;
  one.around.client_room.message_bytes_max = 5000;
  CHECK(facts(one.ask(partial_request("a", 1, 5000))) == ReplyFacts{18, 1, 24});
  const Outcome refused = one.ask(partial_request("a", 1, 5001));
  CHECK(facts(refused) == ReplyFacts{18, 26, 24});
  CHECK_FALSE(refused.to_ring);
}

TEST_CASE("a fragment must be as long as it says and no longer than its message") {
  Joined one;
  Buffer short_of = partial_request("abc", 1);
  const std::uint32_t more = 4;
  std::memcpy(short_of.data() + 40, &more, sizeof more);
  CHECK(facts(one.ask(short_of)) == invalid);
  CHECK(facts(one.ask(partial_request("abc", 1, 2))) == invalid);
}

TEST_CASE("a message can wait in a shared file") {
  Joined one;
  const std::uint64_t token = one.buffer("/dev/shm/corosync_zerocopy-1", 4096);
  one.write("/dev/shm/corosync_zerocopy-1", "hello", 5);
  const Outcome outcome = one.ask(handle_request(cpg::request_zero_copy_execute, token));
  CHECK(facts(outcome) == ReplyFacts{2, 1, 24});
  REQUIRE(outcome.to_ring);
  CHECK(text(std::get<group::Multicast>(*outcome.to_ring).message.view()) == "hello");
  cpg::ZeroCopyFree free;
  free.token = token;
  CHECK(facts(one.ask(pack(free, cpg::request_zero_copy_free))) == ReplyFacts{0, 1, 24});
  CHECK(facts(one.ask(pack(free, cpg::request_zero_copy_free))).error == 9);
  CHECK(facts(one.ask(handle_request(cpg::request_zero_copy_execute, token))) == ReplyFacts{2, 9, 24});
}

TEST_CASE("a shared file that lies or was cut sends nothing") {
  Joined one;
  const std::string path = "/dev/shm/corosync_zerocopy-1";
  const std::uint64_t token = one.buffer(path, 4096);
  for (std::uint32_t lie : {4096U - 56 + 1, 0xffffffffU}) {
    one.write(path, "hello", lie);
    const Outcome outcome = one.ask(handle_request(cpg::request_zero_copy_execute, token));
    CHECK(facts(outcome) == ReplyFacts{2, 7, 24});
    CHECK_FALSE(outcome.to_ring);
  }
  one.write(path, "hello", 4096U - 56);
  CHECK(facts(one.ask(handle_request(cpg::request_zero_copy_execute, token))).error == 1);
  one.files.contents[path].resize(60);
  CHECK(facts(one.ask(handle_request(cpg::request_zero_copy_execute, token))).error == 7);
  one.files.contents[path].clear();
  CHECK(facts(one.ask(handle_request(cpg::request_zero_copy_execute, token))).error == 7);
}

TEST_CASE("shared files are refused without a proper path or size, and beyond a number") {
  Joined one;
  const auto ask = [&](std::string_view path, std::uint64_t bytes) {
    cpg::ZeroCopyAlloc request;
    request.map_bytes = bytes;
    path.copy(request.path, 128);
    return facts(one.ask(pack(request, cpg::request_zero_copy_alloc))).error;
  };
  one.files.contents["p"].resize(100);
  CHECK(ask("missing", 100) == 11);
  CHECK(ask(std::string(128, 'p'), 100) == 7);  // without an end
  for (std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{55}, std::uint64_t{3'000'000}, ~std::uint64_t{0}})
    CHECK(ask("p", bytes) == 11);
  for (std::size_t i = 0; i < ZeroCopyBuffers::buffers_max; ++i) CHECK(ask("p", 100) == 1);
  CHECK(ask("p", 100) == 11);
}

TEST_CASE("without a group a shared file sends nothing either") {
  FakeSurroundings around;
  Joined joined_one;
  const std::uint64_t token = joined_one.buffer("p", 4096);
  static_cast<void>(joined_one.ask(leave_request("g", 100)));
  CHECK(facts(joined_one.ask(handle_request(cpg::request_zero_copy_execute, token))) == ReplyFacts{2, 12, 24});
}

TEST_CASE("only what is sent as safe is safe, in one piece, in parts or in a shared file") {
  Joined one;
  const std::string path = "/dev/shm/corosync_zerocopy-1";
  const std::uint64_t token = one.buffer(path, 4096);
  for (const std::uint32_t guarantee : {0U, 1U, 2U, 3U, 4U, 99U, 0xffffffffU}) {
    const bool safe = guarantee == 3;  // CPG_TYPE_SAFE
    CHECK(one.ask(multicast_request("m", guarantee)).safe == safe);
    const Outcome part = one.ask(partial_request("abc", 1, 100, guarantee));
    CHECK(part.safe == safe);
    CHECK(part.is_part);
    one.write(path, "hello", 5, guarantee);
    CHECK(one.ask(handle_request(cpg::request_zero_copy_execute, token)).safe == safe);
  }
  CHECK_FALSE(one.ask(leave_request("g", 100)).safe);
}

}  // namespace rondel::session
