// ping: how long own messages take to come back, one after the other (rate=0) or at a given rate, with safe=1 as safe
// ones; stream: the longest
// time without a delivery at a given rate.
#include <algorithm>
#include <cstring>
#include <vector>

#include "modes.h"
#include "options.h"
#include "tally.h"

namespace cpgload {

namespace {

class Pings : public Listener {
 public:
  void delivered(const Message& message) override {
    if (!client->is_own(message) || message.bytes.size() < sizeof(double)) return;
    double sent = 0;
    std::memcpy(&sent, message.bytes.data(), sizeof sent);
    seconds.push_back(now() - sent);
  }
  Client* client = nullptr;
  std::vector<double> seconds;
};

double percentile(const std::vector<double>& sorted, double part) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(static_cast<double>(sorted.size() - 1) * part)] * 1e6;
}

class Stream : public Tally {
 public:
  using Tally::Tally;
  void delivered(const Message& message) override {
    Tally::delivered(message);
    if (client->is_own(message)) ++own;
  }
  Client* client = nullptr;
  std::uint64_t own = 0;
};

}  // namespace

int ping(const Words& words) {
  const Options options{
      {{"size", "64"}, {"count", "200"}, {"rate", "0"}, {"group", "ping"}, {"seconds", "30"}, {"safe", "0"}}, words};
  Pings pings;
  Client client{pings};
  pings.client = &client;
  client.join(options.text("group"));
  const std::size_t count = options.count("count");
  const double rate = options.number("rate");
  const cpg_guarantee_t guarantee = options.number("safe") != 0 ? CPG_TYPE_SAFE : CPG_TYPE_AGREED;
  const double end = now() + options.number("seconds");
  std::vector<std::byte> message(std::max(options.count("size"), sizeof(double)));
  double next = now();
  std::size_t sent = 0;
  while (pings.seconds.size() < count && now() < end) {
    const double time = now();
    if (sent < count && (rate > 0 ? time >= next : sent == pings.seconds.size())) {
      std::memcpy(message.data(), &time, sizeof time);
      if (client.send(message, guarantee)) {
        ++sent;
        if (rate > 0) next += 1 / rate;
      }
    }
    client.dispatch(rate > 0 && sent < count ? std::clamp(next - now(), 0.0, 0.02) : 0.02);
  }
  std::vector<double>& sorted = pings.seconds;
  std::sort(sorted.begin(), sorted.end());
  std::printf("size=%zu count=%zu p50_us=%.0f p90_us=%.0f p99_us=%.0f p999_us=%.0f max_us=%.0f\n", message.size(),
              sorted.size(), percentile(sorted, 0.5), percentile(sorted, 0.9), percentile(sorted, 0.99),
              percentile(sorted, 0.999), percentile(sorted, 1));
  return sorted.size() == count ? 0 : 1;
}

int stream(const Words& words) {
  const Options options{{{"size", "64"}, {"seconds", "5"}, {"rate", "1000"}, {"group", "load"}, {"drain", "20"}},
                        words};
  Stream tally{true};
  Client client{tally};
  tally.client = &client;
  client.join(options.text("group"));
  std::vector<std::byte> message(options.count("size"));
  const double rate = options.number("rate");
  double next = now();
  const double end = next + options.number("seconds");
  std::uint64_t sent = 0;
  while (now() < end) {
    if (now() >= next) {
      fill(message, sent, true);
      if (client.send(message)) {
        ++sent;
        next += 1 / rate;
      }
    }
    client.dispatch(0.001);
  }
  const double drain_end = now() + options.number("drain");
  while (tally.own < sent && now() < drain_end) client.dispatch(0.05);
  std::printf("sent=%lu own=%lu ", sent, tally.own);
  tally.print();
  return tally.own == sent && tally.verifier.clean() ? 0 : 1;
}

}  // namespace cpgload
