#include "link/knet_crypto.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "link/frame_size.h"
#include "link/zero_heap.h"

namespace rondel::link {

namespace {

template <std::size_t size>
bool copy_name(char (&to)[size], const std::string& name) {
  if (name.size() >= size) return false;
  std::memcpy(to, name.c_str(), name.size() + 1);
  return true;
}

// A knet_handle_crypto_cfg that leaves no key behind in memory.
struct Config {
  knet_handle_crypto_cfg value{};
  Config() = default;
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;
  ~Config() { ::explicit_bzero(value.private_key, sizeof value.private_key); }
};

Result<void> translate(const Keys& keys, knet_handle_crypto_cfg& to) {
  // libknet would take any name of its crypto library, but then no length would be as frame_size has it.
  constexpr std::array<std::string_view, 4> ciphers{"none", "aes128", "aes192", "aes256"};
  if (std::find(ciphers.begin(), ciphers.end(), keys.cipher) == ciphers.end()) {
    return error("crypto: cipher {} is unknown", keys.cipher);
  }
  if (keys.cipher != "none" && keys.hash == "none") return error("crypto: cipher {} needs a hash", keys.cipher);
  if (!hash_bytes(keys.hash)) return error("crypto: hash {} is unknown", keys.hash);
  if (keys.key.size() < KNET_MIN_KEY_LEN || keys.key.size() > KNET_MAX_KEY_LEN) {
    return error("crypto: a key has {} to {} bytes, this one {}", KNET_MIN_KEY_LEN, KNET_MAX_KEY_LEN, keys.key.size());
  }
  if (!copy_name(to.crypto_model, keys.model) || !copy_name(to.crypto_cipher_type, keys.cipher) ||
      !copy_name(to.crypto_hash_type, keys.hash)) {
    return error("crypto: model {}, cipher {} or hash {}: a name is too long", keys.model, keys.cipher, keys.hash);
  }
  std::memcpy(to.private_key, keys.key.data(), keys.key.size());
  to.private_key_len = static_cast<unsigned int>(keys.key.size());
  return {};
}

Error failed(const Keys& keys) {
  return error("crypto: model {} with cipher {} and hash {} failed: {}", keys.model, keys.cipher, keys.hash,
               errno_text());
}

}  // namespace

Result<void> KnetCrypto::start(const Keys& keys) {
  keys_ = keys;
  step_ = Step::settled;
  if (!keys.encrypted()) return accept_clear(true);
  if (Result<void> filled = fill(slot_, keys); !filled) return filled;
  if (Result<void> used = send_with(slot_, keys); !used) return used;
  return accept_clear(false);
}

Result<void> KnetCrypto::stage(const Keys& keys) {
  if (step_ == Step::used) {
    if (Result<void> retired = retire(); !retired) return retired;  // the last change never ended; its old keys go
  }
  Result<void> done = keys.encrypted() ? fill(other_slot(), keys) : accept_clear(true);
  if (!done) return done;
  staged_ = keys;
  step_ = Step::staged;
  return {};
}

Result<void> KnetCrypto::use() {
  if (step_ != Step::staged) return {};
  if (Result<void> used = send_with(staged_.encrypted() ? other_slot() : std::uint8_t{0}, staged_); !used) {
    knet_handle_crypto_use_config(handle_, keys_.encrypted() ? slot_ : std::uint8_t{0});
    return used;
  }
  slot_ = other_slot();
  std::swap(keys_, staged_);  // staged_ holds the old ones until they are retired
  step_ = Step::used;
  return {};
}

Result<void> KnetCrypto::retire() {
  if (step_ != Step::used) return {};
  step_ = Step::settled;
  const bool had_slot = staged_.encrypted();
  staged_ = Keys{};
  if (had_slot) {
    if (Result<void> emptied = empty(other_slot()); !emptied) return emptied;
  }
  return accept_clear(!keys_.encrypted());
}

// libknet's smallest piece follows from the sizes of the envelope, so it shows whether libknet has these right
// (zero_heap.h).
Result<void> KnetCrypto::send_with(std::uint8_t slot, const Keys& keys) {
  if (knet_handle_crypto_use_config(handle_, slot) != 0) return error("crypto: use failed: {}", errno_text());
  unsigned int piece = 0;
  const std::size_t expected = data_mtu_floor(wrapping(Family::ipv4, udp_header_bytes, keys));
  const bool hash_only = keys.encrypted() && keys.cipher == "none";
  if (!hash_only || knet_handle_pmtud_get(handle_, &piece) != 0 || piece == expected) return {};
  return error("crypto: this libknet can't do hash {} without a cipher, set crypto_cipher too", keys.hash);
}

Result<void> KnetCrypto::fill(std::uint8_t slot, const Keys& keys) {
  Config config;
  if (Result<void> translated = translate(keys, config.value); !translated) return translated;
  if (keys.cipher == "none") {
    // With a cipher first, so that all that libknet loads for this model is loaded, and nothing but the instance is
    // allocated next.
    copy_name(config.value.crypto_cipher_type, "aes128");
    if (knet_handle_crypto_set_config(handle_, &config.value, slot) != 0) return failed(keys);
    copy_name(config.value.crypto_cipher_type, "none");
    leave_zeroes_in_heap();
  }
  if (knet_handle_crypto_set_config(handle_, &config.value, slot) != 0) return failed(keys);
  return {};
}

Result<void> KnetCrypto::empty(std::uint8_t slot) {
  Config config;
  copy_name(config.value.crypto_model, "none");
  copy_name(config.value.crypto_cipher_type, "none");
  copy_name(config.value.crypto_hash_type, "none");
  if (knet_handle_crypto_set_config(handle_, &config.value, slot) != 0) {
    return error("crypto: forgetting old keys failed: {}", errno_text());
  }
  return {};
}

Result<void> KnetCrypto::accept_clear(bool accept) {
  const std::uint8_t value = accept ? KNET_CRYPTO_RX_ALLOW_CLEAR_TRAFFIC : KNET_CRYPTO_RX_DISALLOW_CLEAR_TRAFFIC;
  if (knet_handle_crypto_rx_clear_traffic(handle_, value) != 0) {
    return error("crypto: {} clear traffic failed: {}", accept ? "allowing" : "refusing", errno_text());
  }
  return {};
}

}  // namespace rondel::link
