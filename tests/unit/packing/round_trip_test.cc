// What goes into outboxes comes out of assemblies, over many sizes, frame sizes and view changes. Three kinds of
// receivers listen: one from the start, one that joins at a view, and the receiver of a corosync that is always there.
#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <map>

#include "base/random.h"
#include "packing/assembly.h"
#include "packing/frames.h"
#include "packing/outbox.h"

using namespace rondel;
using namespace rondel::packing;
using namespace rondel::packing::test;

namespace {

using Message = std::vector<std::byte>;

// The receiver's rules of ring.md 6.3 word for word, one context.
class CorosyncReceiver {
 public:
  void receive(const Payload& payload, std::vector<Message>& out) {
    const Parsed parsed = parse(payload);
    const std::size_t before = buffer_.size();
    buffer_.insert(buffer_.end(), parsed.data.begin(), parsed.data.end());
    const std::size_t complete = parsed.lengths.size() - (parsed.fragmented != 0 ? 1 : 0);
    if (!throwing_away_ && parsed.continuation == last_fragment_) {
      last_fragment_ = parsed.fragmented;
      std::size_t at = 0;
      for (std::size_t i = 0; i < complete; ++i) {
        const std::size_t size = parsed.lengths[i] + (i == 0 ? before : 0);
        out.emplace_back(buffer_.begin() + static_cast<std::ptrdiff_t>(at),
                         buffer_.begin() + static_cast<std::ptrdiff_t>(at + size));
        at += size;
      }
    } else if (!throwing_away_) {
      throwing_away_ = true;
    } else if (parsed.fragmented <= 1) {
      throwing_away_ = false;
    }
    if (parsed.fragmented == 0) {
      *this = {};
    } else if (parsed.lengths.size() > 1) {
      buffer_.erase(buffer_.begin(), buffer_.end() - static_cast<std::ptrdiff_t>(parsed.lengths.back()));
    }
  }

 private:
  Message buffer_;
  std::uint8_t last_fragment_ = 0;
  bool throwing_away_ = false;
};

std::size_t some_size(Pcg32& random) {
  switch (random.below(8)) {
    case 0:
      return random.below(4);
    case 1:
      return random.between(40, 70);
    case 2:
      return random.between(480, 530);
    case 3:
      return random.between(1300, 1500);
    case 4:
      return random.between(65'420, 65'460);
    case 5:
      return random.below(20'000);
    default:
      return random.below(300);
  }
}

std::size_t some_best(Pcg32& random) {
  constexpr std::array<std::size_t, 8> bests{64, 65, 100, 510, 1410, 8000, 32'768, 65'446};
  return bests[random.below(bests.size())];
}

Outgoing some_message(Pcg32& random, std::size_t best) {
  // Few frames a message, so that many messages pass; the wrap of fragment numbers has its own tests.
  return message(std::min(some_size(random), best * 300), static_cast<std::uint8_t>(random.next()));
}

std::vector<Message> bytes_of_all(const std::vector<Incoming>& incoming) {
  std::vector<Message> all;
  for (const Incoming& one : incoming) all.push_back(bytes_of(one));
  return all;
}

}  // namespace

TEST_CASE("all that is added arrives once, in order, in both phases, at ours and at a corosync") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Pcg32 random{seed};
    const std::size_t first_best = some_best(random);
    Outbox outbox{first_best};
    Assembly assembly;
    std::array<CorosyncReceiver, 2> corosync;
    std::array<std::vector<Message>, 2> sent;
    std::array<std::vector<Message>, 2> received;
    std::array<std::vector<Message>, 2> received_by_corosync;
    for (std::size_t round = 0; round < 300; ++round) {
      const Phase phase = random.below(3) == 0 ? Phase::synchronising : Phase::normal;
      const auto index = static_cast<std::size_t>(phase);
      for (std::uint32_t i = random.below(4); i > 0 && round < 250; --i) {
        Outgoing added = some_message(random, first_best);
        sent[index].push_back(bytes_of(added));
        outbox.add(phase, std::move(added));
      }
      if (random.below(20) == 0) outbox.set_payload_bytes_best(some_best(random));
      std::uint32_t frames = round < 250 ? random.below(6) : ~0U;
      for (; frames > 0; --frames) {
        const std::size_t waiting = outbox.waiting_frames(phase);
        const std::optional<engine::Cut> cut = outbox.next(phase, payload_bytes_limit);
        REQUIRE((waiting == 0) == !cut.has_value());
        if (!cut) break;
        std::vector<Incoming> out;
        assembly.use_phase(phase);
        assembly.receive({3}, cut->payload, out);
        for (Message& one : bytes_of_all(out)) received[index].push_back(std::move(one));
        corosync[index].receive(cut->payload, received_by_corosync[index]);
      }
    }
    for (std::size_t index : {0U, 1U}) {
      CHECK(sent[index].size() > 10);
      CHECK((received[index] == sent[index]));
      CHECK((received_by_corosync[index] == sent[index]));
    }
    CHECK(assembly.held_bytes() == 0);
    CHECK(assembly.counters().mismatches == 0);
  }
}

TEST_CASE("over views with and without restart nothing is lost or repeated, and a newcomer misses heads only") {
  std::size_t missed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Pcg32 random{seed, 7};
    const std::size_t best = std::min<std::size_t>(some_best(random), 1410);
    Outbox outbox{best};
    Assembly older;
    Assembly newcomer;
    CorosyncReceiver corosync;  // only meaningful up to the first restart: such rings have no corosync
    CorosyncReceiver corosync_newcomer;
    bool restarted = false;
    std::vector<Message> sent;
    std::vector<Message> by_older;
    std::vector<Message> by_corosync;
    std::vector<Message> by_corosync_newcomer;
    std::size_t older_before = 0;  // what the older one had at the last view
    std::vector<Message> by_newcomer;
    for (std::size_t round = 0; round < 200; ++round) {
      for (std::uint32_t i = random.below(5); i > 0; --i) {
        Outgoing added = some_message(random, best);
        sent.push_back(bytes_of(added));
        outbox.add(Phase::normal, std::move(added));
      }
      for (std::uint32_t i = random.below(5); i > 0; --i) {
        const std::optional<engine::Cut> cut = outbox.next(Phase::normal, payload_bytes_limit);
        if (!cut) break;
        std::vector<Incoming> out;
        older.receive({3}, cut->payload, out);
        for (Message& one : bytes_of_all(out)) by_older.push_back(std::move(one));
        out.clear();
        newcomer.receive({3}, cut->payload, out);
        for (Message& one : bytes_of_all(out)) by_newcomer.push_back(std::move(one));
        if (!restarted) corosync.receive(cut->payload, by_corosync);
        if (!restarted) corosync_newcomer.receive(cut->payload, by_corosync_newcomer);
      }
      if (random.below(15) != 0) continue;

      // A view: the newcomer so far has all that came behind the last one, except a first message without a head.
      const std::vector<Message> expected(by_older.begin() + static_cast<std::ptrdiff_t>(older_before), by_older.end());
      const bool lost_one = by_newcomer.size() < expected.size();
      missed += lost_one ? 1 : 0;
      REQUIRE(by_newcomer.size() + (lost_one ? 1 : 0) == expected.size());
      REQUIRE(std::equal(by_newcomer.begin(), by_newcomer.end(), expected.begin() + (lost_one ? 1 : 0)));
      if (!restarted) {
        REQUIRE((by_corosync == by_older));
        REQUIRE((by_corosync_newcomer == by_newcomer));  // the tail was alone: it loses no more than ours
      }
      older_before = by_older.size();
      by_newcomer.clear();
      by_corosync_newcomer.clear();
      newcomer = {};
      corosync_newcomer = {};
      const bool restart = random.below(4) == 0;
      restarted = restarted || restart;
      if (restart) older.forget_all();
      outbox.view_installed(restart);
    }
    while (const std::optional<engine::Cut> cut = outbox.next(Phase::normal, payload_bytes_limit)) {
      std::vector<Incoming> out;
      older.receive({3}, cut->payload, out);
      for (Message& one : bytes_of_all(out)) by_older.push_back(std::move(one));
    }
    CHECK((by_older == sent));
    CHECK(older.counters().mismatches == 0);
  }
  CHECK(missed > 20);
}

TEST_CASE("the backlog's estimate is close to what is cut") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Pcg32 random{seed, 9};
    const std::size_t best = some_best(random);
    Outbox outbox{best};
    for (std::uint32_t i = random.between(1, 60); i > 0; --i) outbox.add(Phase::normal, some_message(random, best));
    if (random.below(2) == 0) {
      static_cast<void>(outbox.next(Phase::normal, payload_bytes_limit));
      outbox.view_installed(false);
    }
    const std::size_t estimate = outbox.waiting_frames(Phase::normal);
    std::size_t frames = 0;
    while (outbox.next(Phase::normal, payload_bytes_limit)) ++frames;
    CHECK(estimate <= frames);
    CHECK(frames <= estimate + 1 + estimate / 5);
  }
}
