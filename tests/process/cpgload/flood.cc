// flood: sends as fast as the daemon takes it, every safe-th message as a safe one, then waits for its own messages and
// says that it is done.
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

#include "modes.h"
#include "options.h"
#include "tally.h"

namespace cpgload {

namespace {

class Flood : public Tally {
 public:
  using Tally::Tally;
  void delivered(const Message& message) override {
    Tally::delivered(message);
    if (client->is_own(message) && !is_end_mark(message.bytes)) ++own;
  }
  Client* client = nullptr;
  std::uint64_t own = 0;
};

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int flood(const Words& words) {
  const Options options{{{"size", "64"},
                         {"seconds", "1"},
                         {"group", "load"},
                         {"drain", "10"},
                         {"check", "1"},
                         {"messages", "0"},
                         {"wait", "0"},
                         {"safe", "0"}},
                        words};
  const bool check = options.number("check") != 0;
  const std::uint64_t safe_every = options.count("safe");    // 0: none
  const std::uint64_t sent_max = options.count("messages");  // 0: as many as fit into the time
  Flood tally{check};
  Client client{tally};
  tally.client = &client;
  client.join(options.text("group"));
  for (const double begin = now() + options.number("wait"); now() < begin;)
    client.dispatch(0.01);  // for faults to begin

  std::vector<std::byte> message(options.count("size"));
  const double start = now();
  const double end = start + options.number("seconds");
  std::uint64_t sent = 0;
  std::uint64_t held_back = 0;
  // Looking at the clock costs as much as sending a small message; a large one is worth a look each time.
  const std::uint64_t look_every = message.size() > 4096 ? 1 : 64;
  const auto goes_on = [&](std::uint64_t turn) {
    return sent_max > 0 ? sent < sent_max : turn % look_every != 0 || now() < end;
  };
  for (std::uint64_t turn = 0; goes_on(turn); ++turn) {
    fill(message, sent, check);
    const bool safe = safe_every > 0 && sent % safe_every == 0;
    if (client.send(message, safe ? CPG_TYPE_SAFE : CPG_TYPE_AGREED)) {
      ++sent;
    } else {
      ++held_back;
      client.dispatch(0.001);
    }
    if ((turn & 15) == 15) client.dispatch(0);
  }
  const double sent_at = now();
  const double drain_end = sent_at + options.number("drain");
  while (tally.own < sent && now() < drain_end) client.dispatch(0.05);
  const double elapsed = now() - start;

  std::vector<std::byte> mark(sizeof end_mark);
  fill(mark, end_mark, false);
  while (!client.send(mark) && now() < drain_end + 1) client.dispatch(0.01);
  const std::uint64_t ends = tally.ends;
  while (tally.ends == ends && now() < drain_end + 1) client.dispatch(0.05);

  const double each = elapsed > 0 ? 1 / elapsed : 0;
  std::printf("size=%zu sent=%lu own=%lu rate=%.0f mb=%.2f held_back=%lu drain=%.3f cpu_us=%.2f ", message.size(), sent,
              tally.own, static_cast<double>(tally.own) * each,
              static_cast<double>(tally.own * message.size()) * each / 1e6, held_back, elapsed - (sent_at - start),
              sent > 0 ? cpu_seconds() * 1e6 / static_cast<double>(sent) : 0);
  tally.print();
  return tally.own == sent && tally.verifier.clean() ? 0 : 1;
}

}  // namespace cpgload
