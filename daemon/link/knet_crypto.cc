#include "link/knet_crypto.h"

#include <strings.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "link/frame_size.h"

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

}  // namespace

Result<void> KnetCrypto::start(const Keys& keys) {
  keys_ = keys;
  step_ = Step::settled;
  if (!keys.encrypted()) return accept_clear(true);
  if (Result<void> filled = fill(slot_, keys); !filled) return filled;
  if (knet_handle_crypto_use_config(handle_, slot_) != 0) return error("crypto: use failed: {}", errno_text());
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
  const std::uint8_t used = staged_.encrypted() ? other_slot() : std::uint8_t{0};
  if (knet_handle_crypto_use_config(handle_, used) != 0) return error("crypto: use failed: {}", errno_text());
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

Result<void> KnetCrypto::fill(std::uint8_t slot, const Keys& keys) {
  Config config;
  if (Result<void> translated = translate(keys, config.value); !translated) return translated;
  if (knet_handle_crypto_set_config(handle_, &config.value, slot) != 0) {
    return error("crypto: model {} with cipher {} and hash {} failed: {}", keys.model, keys.cipher, keys.hash,
                 errno_text());
  }
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
