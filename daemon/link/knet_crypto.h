// KnetCrypto: which keys libknet sends with and which it accepts. libknet has two slots; new keys go into the one that
// is not in use, so that a running cluster changes keys in three steps without losing a packet: all accept both
// (stage), all send with the new ones (use), all forget the old ones (retire).
#pragma once

#include <cstdint>

#include "base/result.h"
#include "link/knet_handle.h"
#include "link/settings.h"

namespace rondel::link {

class KnetCrypto {
 public:
  // The handle must outlive this one.
  explicit KnetCrypto(knet_handle_t handle) : handle_{handle} {}

  // At start: only these keys.
  Result<void> start(const Keys&);
  Result<void> stage(const Keys&);
  // Without something staged, or something used, these do nothing.
  Result<void> use();
  Result<void> retire();

  [[nodiscard]] const Keys& in_use() const { return keys_; }

 private:
  enum class Step : std::uint8_t { settled, staged, used };
  Result<void> send_with(std::uint8_t slot, const Keys&);
  Result<void> fill(std::uint8_t slot, const Keys&);
  Result<void> empty(std::uint8_t slot);
  Result<void> accept_clear(bool);
  [[nodiscard]] std::uint8_t other_slot() const { return static_cast<std::uint8_t>(3 - slot_); }

  knet_handle_t handle_;
  Step step_ = Step::settled;
  std::uint8_t slot_ = 1;  // of keys_, whether it is filled or they are "none"
  Keys keys_;
  Keys staged_;
};

}  // namespace rondel::link
