#include "runtime/state_store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstring>
#include <vector>

#include "temporary_directory.h"

namespace rondel::runtime {
namespace {

using std::chrono_literals::operator""ms;

std::string native(std::uint64_t number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

constexpr std::uint64_t year_2020_ms = 1'577'836'800'000;

TEST_CASE("the file is corosync's: eight bytes of native order, for the owner only") {
  const TemporaryDirectory directory;
  REQUIRE(save_ring_number(directory.path, NodeId{7}, RingNumber{0x0122334455667788}));
  CHECK(directory.read("ringid_7") == native(0x0122334455667788));
  struct stat found {};
  REQUIRE(::stat(directory.file("ringid_7").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
  CHECK(std::distance(std::filesystem::directory_iterator{directory.path}, {}) == 1);
}

TEST_CASE("what was saved is loaded, and a later number replaces it") {
  const TemporaryDirectory directory;
  REQUIRE(save_ring_number(directory.path, NodeId{1}, RingNumber{5}));
  REQUIRE(save_ring_number(directory.path, NodeId{1}, RingNumber{9}));
  const LoadedNumber loaded = load_ring_number(directory.path, NodeId{1});
  CHECK(loaded.number == RingNumber{9});
  CHECK(loaded.notice.empty());
}

TEST_CASE("of a longer file the first eight bytes count") {
  const TemporaryDirectory directory;
  directory.write("ringid_1", native(77) + "rest");
  CHECK(load_ring_number(directory.path, NodeId{1}).number == RingNumber{77});
}

TEST_CASE("without a usable file the number comes from the clock, and the notice says why") {
  const TemporaryDirectory directory;
  const LoadedNumber missing = load_ring_number(directory.path, NodeId{1});
  CHECK(missing.number.value > year_2020_ms);
  CHECK(missing.notice.find("No such file") != std::string::npos);

  directory.write("ringid_1", "short");
  const LoadedNumber brief = load_ring_number(directory.path, NodeId{1});
  CHECK(brief.number.value > year_2020_ms);
  CHECK(brief.notice.find("has 5 bytes instead of 8") != std::string::npos);

  std::filesystem::create_directory(directory.file("ringid_2"));
  CHECK(load_ring_number(directory.path, NodeId{2}).notice.find("Is a directory") != std::string::npos);
}

// Peers believe no number near the end of the range, so a node that took it for its own would stay alone for ever.
TEST_CASE("a file that was overwritten with noise is as good as none") {
  const TemporaryDirectory directory;
  directory.write("ringid_1", native(stored_number_max.value));
  CHECK(load_ring_number(directory.path, NodeId{1}).number == stored_number_max);
  for (const std::uint64_t noise : {stored_number_max.value + 1, std::uint64_t{0xdeadbeefdeadbeef}, UINT64_MAX}) {
    directory.write("ringid_1", native(noise));
    const LoadedNumber loaded = load_ring_number(directory.path, NodeId{1});
    CHECK(loaded.number.value > year_2020_ms);
    CHECK(loaded.number < stored_number_max);
    CHECK(loaded.notice.find("which no ring can have had") != std::string::npos);
  }
}

TEST_CASE("a number that can't be saved is an error that names the file") {
  const TemporaryDirectory directory;
  const Result<void> saved = save_ring_number(directory.file("missing"), NodeId{1}, RingNumber{5});
  REQUIRE(!saved);
  CHECK(saved.error().text.find("missing/ringid_1.new': No such file") != std::string::npos);
}

TEST_CASE("the helper reports in the loop, and the last of several numbers is the one on disk") {
  const TemporaryDirectory directory;
  EventLoop loop;
  std::vector<std::uint64_t> durable;
  StateStore store{loop, directory.path, NodeId{3}, [&](RingNumber number, const Result<void>& outcome) {
                     CHECK(outcome);
                     durable.push_back(number.value);
                     if (number.value == 100) loop.stop();
                   }};
  for (std::uint64_t number = 1; number <= 100; ++number) store.write(RingNumber{number});
  loop.at(now() + 10'000ms, [&] { loop.stop(); });
  loop.run();
  REQUIRE(!durable.empty());
  CHECK(durable.back() == 100);
  CHECK(std::is_sorted(durable.begin(), durable.end()));
  CHECK(load_ring_number(directory.path, NodeId{3}).number == RingNumber{100});
}

TEST_CASE("the helper reports a failure in the loop") {
  const TemporaryDirectory directory;
  EventLoop loop;
  std::string failure;
  StateStore store{loop, directory.file("missing"), NodeId{3}, [&](RingNumber, const Result<void>& outcome) {
                     REQUIRE(!outcome);
                     failure = outcome.error().text;
                     loop.stop();
                   }};
  store.write(RingNumber{1});
  loop.run();
  CHECK(failure.find("can't create") != std::string::npos);
}

TEST_CASE("what was asked for is on disk when the store is gone") {
  const TemporaryDirectory directory;
  EventLoop loop;
  {
    StateStore store{loop, directory.path, NodeId{3}, [](RingNumber, const Result<void>&) {}};
    store.write(RingNumber{42});
  }
  CHECK(load_ring_number(directory.path, NodeId{3}).number == RingNumber{42});
}

}  // namespace
}  // namespace rondel::runtime
