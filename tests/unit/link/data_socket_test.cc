#include "link/data_socket.h"

#include <doctest/doctest.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

#include "base/unique_fd.h"
#include "packets.h"

using namespace rondel;
using namespace rondel::link;
using namespace std::chrono_literals;

namespace {

struct Pair {
  UniqueFd ours, theirs;  // theirs: as libknet would hold it
  Pair() {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) == 0);
    ours.reset(ends[0]);
    theirs.reset(ends[1]);
  }
  std::vector<std::byte> read() {
    std::vector<std::byte> bytes(70'000);
    const ssize_t size = ::recv(theirs.get(), bytes.data(), bytes.size(), 0);
    bytes.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return bytes;
  }
};

struct Bench {
  Pair pair;
  runtime::EventLoop loop;
  std::vector<std::size_t> batches;
  std::vector<Packet> heard;
  bool closed = false;
  DataSocket socket{loop, pair.ours.get(),
                    [this](std::span<const Packet> packets) {
                      batches.push_back(packets.size());
                      heard.insert(heard.end(), packets.begin(), packets.end());
                    },
                    [this] {
                      closed = true;
                      loop.stop();
                    }};

  // Until `done` says so, but not for longer than two seconds.
  template <typename Done>
  void run_until(Done done) {
    const Time end = runtime::now() + 2s;
    std::function<void()> look = [&] {
      if (done() || runtime::now() > end)
        loop.stop();
      else
        loop.at(runtime::now() + 1ms, look);
    };
    look();
    loop.run();
    CHECK(done());
  }
};

}  // namespace

TEST_CASE("head and body leave as one message") {
  Bench bench;
  const auto bytes = test::message(0, 1000);
  bench.socket.send(Packet{Payload::copy(bytes)}, true);
  CHECK(bench.pair.read() == bytes);
  Packet headed = [&] {
    const Bytes all{bytes};
    Payload body = Payload::copy(all.subspan(45));
    return Packet{all.first(45), std::move(body)};
  }();
  bench.socket.send(headed, true);
  CHECK(bench.pair.read() == bytes);
  CHECK(bench.socket.counters().sent == 2);
}

TEST_CASE("what can't be a packet isn't sent") {
  Bench bench;
  bench.socket.send(Packet{}, true);
  bench.socket.send(Packet{Payload::copy(std::vector<std::byte>(65'537))}, true);
  CHECK(bench.socket.counters().send_dropped == 2);
  CHECK(bench.pair.read().empty());
}

TEST_CASE("packets of all sizes arrive, in bounded batches, each in memory of its own size") {
  Bench bench;
  constexpr std::size_t count = 150;
  for (std::size_t i = 0; i < count; ++i) {
    const auto bytes = test::message(0, 13 + i, static_cast<std::uint8_t>(i));
    REQUIRE(::send(bench.pair.theirs.get(), bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
  bench.run_until([&] { return bench.heard.size() == count; });
  for (std::size_t i = 0; i < bench.heard.size(); ++i) {
    const auto expected = test::message(0, 13 + i, static_cast<std::uint8_t>(i));
    const Bytes view = bench.heard[i].body().view();
    CHECK(std::equal(view.begin(), view.end(), expected.begin(), expected.end()));
  }
  REQUIRE(bench.batches.size() == 3);
  CHECK(bench.batches[0] == receive_batch_packets_max);
}

TEST_CASE("the longest packet arrives, a longer one doesn't") {
  Bench bench;
  const int room = 1 << 20;
  REQUIRE(::setsockopt(bench.pair.theirs.get(), SOL_SOCKET, SO_SNDBUF, &room, sizeof room) == 0);
  for (const std::size_t size : {65'537, 65'536}) {
    const std::vector<std::byte> bytes(size);
    REQUIRE(::send(bench.pair.theirs.get(), bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(size));
  }
  bench.run_until([&] { return bench.heard.size() == 1; });
  CHECK(bench.heard.at(0).size() == 65'536);
  CHECK(bench.socket.counters().not_packets == 1);
}

TEST_CASE("a full socket makes packets wait, and they follow in order") {
  Bench bench;
  constexpr std::uint8_t count = 200;
  for (std::uint8_t i = 0; i < count; ++i) bench.socket.send(test::packet(0, 10'000, i), true);
  CHECK(bench.socket.counters().queued > 0);
  CHECK(bench.socket.counters().sent < count);
  std::size_t read = 0;
  bench.run_until([&] {
    for (auto bytes = bench.pair.read(); !bytes.empty(); bytes = bench.pair.read()) {
      CHECK(bytes == test::message(0, 10'000, static_cast<std::uint8_t>(read)));
      ++read;
    }
    return read == count;
  });
  CHECK(bench.socket.counters().sent == count);
  CHECK(bench.socket.counters().send_dropped == 0);
}

TEST_CASE("a token outlives a flood that finds no room") {
  Bench bench;
  for (int i = 0; i < 300; ++i) bench.socket.send(test::packet(0, 60'000), true);
  bench.socket.send(test::packet(5, 57), false);
  for (int i = 0; i < 300; ++i) bench.socket.send(test::packet(0, 60'000), true);
  CHECK(bench.socket.counters().send_dropped > 0);
  bool token = false;
  bench.run_until([&] {
    for (auto bytes = bench.pair.read(); !bytes.empty(); bytes = bench.pair.read())
      token |= bytes == test::message(5, 57);
    return token;
  });
}

TEST_CASE("the other end going away is told once") {
  Bench bench;
  bench.pair.theirs.reset();
  bench.loop.run();
  CHECK(bench.closed);
  bench.socket.send(test::packet(0, 100), true);
  CHECK(bench.socket.counters().send_failed == 1);
}
