// Tally: what all modes count about delivered messages.
#pragma once

#include <algorithm>
#include <cstdio>

#include "client.h"
#include "payload.h"

namespace cpgload {

class Tally : public Listener {
 public:
  explicit Tally(bool verify) : verify_{verify} {}

  void delivered(const Message& message) override {
    const double time = now();
    if (last_ > 0) longest_gap = std::max(longest_gap, time - last_);
    if (first_ == 0) first_ = time;
    last_ = time;
    if (is_end_mark(message.bytes)) {
      ++ends;
      return;
    }
    ++count;
    bytes += message.bytes.size();
    fingerprint.add(message.node, message.pid, message.bytes);
    if (verify_) verifier.check(message.node, message.pid, message.bytes);
  }

  // The words that flood and listen end with.
  void print() const {
    const double seconds = last_ > first_ ? last_ - first_ : 0;
    const double each = seconds > 0 ? 1 / seconds : 0;
    std::printf(
        "total=%lu hash=%016lx delivered_rate=%.0f delivered_mb=%.2f longest_gap_ms=%.1f gaps=%lu doubles=%lu "
        "bad=%lu\n",
        count, fingerprint.value(), static_cast<double>(count) * each, static_cast<double>(bytes) * each / 1e6,
        longest_gap * 1e3, verifier.gaps, verifier.doubles, verifier.bad);
  }

  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ends = 0;  // senders that said they were done
  double longest_gap = 0;  // seconds between two deliveries
  Fingerprint fingerprint;
  Verifier verifier;

 private:
  bool verify_;
  double first_ = 0;
  double last_ = 0;
};

}  // namespace cpgload
