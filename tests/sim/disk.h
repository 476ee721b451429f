// Disk: holds one ring number. What is being written when the machine crashes is there afterwards or not; what was
// confirmed is there, unless the whole file is lost.
#pragma once

#include <optional>

#include "base/ids.h"
#include "base/time.h"

namespace rondel::simulation {

class Disk {
 public:
  // What a starting node finds. A lost file: a number made of the real time, as runtime does (protocol.md 11); time
  // counts a thousandfold here because simulated machines crash as often in a second as real ones in hours.
  [[nodiscard]] RingNumber load(Time now) {
    // Noise is believed if a ring can have had such a number.
    if (noise_) {
      lost_ = *noise_ > number_max || *noise_ < durable_.value;
      if (!lost_) durable_ = RingNumber{*noise_};
      noise_.reset();
    }
    if (lost_) {
      constexpr std::uint64_t start_of_simulation = 1'750'000'000'000ULL;
      const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count();
      durable_ = RingNumber{start_of_simulation + static_cast<std::uint64_t>(us)};
      lost_ = false;
    }
    return durable_;
  }
  [[nodiscard]] RingNumber durable() const { return durable_; }
  void lose() { lost_ = true; }
  void corrupt(std::uint64_t noise) { noise_ = noise; }
  [[nodiscard]] bool believes_noise() const { return noise_ && *noise_ <= number_max; }

  // A newer wish replaces one that was not begun. The number to write now, if the disk is free.
  [[nodiscard]] std::optional<RingNumber> ask(RingNumber number) {
    wanted_ = number;
    return begin();
  }
  // The write in progress is done; the next one to begin, if any.
  [[nodiscard]] std::optional<RingNumber> done() {
    durable_ = *writing_;
    writing_.reset();
    return begin();
  }
  [[nodiscard]] bool writing() const { return writing_.has_value(); }
  void crash(bool written) {
    if (written && writing_) durable_ = *writing_;
    writing_.reset();
    wanted_.reset();
  }

 private:
  std::optional<RingNumber> begin() {
    if (writing_ || !wanted_) return std::nullopt;
    writing_ = wanted_;
    wanted_.reset();
    return writing_;
  }

  RingNumber durable_;
  std::optional<RingNumber> writing_, wanted_;
  // As runtime::stored_number_max.
  static constexpr std::uint64_t number_max = (std::uint64_t{1} << 62U) - (std::uint64_t{1} << 40U);
  bool lost_ = false;
  std::optional<std::uint64_t> noise_;
};

}  // namespace rondel::simulation
