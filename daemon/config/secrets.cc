#include "config/secrets.h"

#include <fmt/format.h>

#include <span>

namespace rondel::config {
namespace {

constexpr std::size_t key_bytes_min = 128;
constexpr std::size_t key_bytes_max = 4096;

[[nodiscard]] std::vector<std::byte> to_bytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

// Of a longer file only the beginning is used.
[[nodiscard]] std::vector<std::byte> key_of_file(const Values& totem, Surroundings& surroundings, Report& report) {
  const std::string path = totem.text("keyfile");
  const Result<std::string> text = surroundings.read_file(path, key_bytes_max);
  if (!text) {
    report.error(totem.place("keyfile"), "totem.keyfile",
                 fmt::format("can't read the key file {}: {}", path, text.error().text));
    return {};
  }
  if (text->size() < key_bytes_min) {
    report.error(totem.place("keyfile"), "totem.keyfile",
                 fmt::format("the key file {} has {} bytes (at least {})", path, text->size(), key_bytes_min));
    return {};
  }
  return to_bytes(*text);
}

// corosync counts the zero byte that ends the text in its memory as a part of the key, so the key has it too.
[[nodiscard]] std::vector<std::byte> key_of_text(const Entry& entry, Report& report) {
  std::vector<std::byte> key = to_bytes(entry.text);
  key.push_back(std::byte{0});
  if (key.size() < key_bytes_min) {
    report.error(entry.place, "totem.key",
                 fmt::format("the key has {} characters (at least {})", entry.text.size(), key_bytes_min - 1));
    return {};
  }
  return key;
}

}  // namespace

link::Keys read_keys(const Document& document, Surroundings& surroundings, Report& report) {
  const Values totem{document, "totem"};
  link::Keys keys;
  if (totem.is("secauth", "on")) {
    keys.cipher = "aes256";
    keys.hash = "sha256";
  }
  keys.model = totem.text("crypto_model");
  if (totem.find("crypto_cipher") != nullptr) keys.cipher = totem.text("crypto_cipher");
  if (totem.find("crypto_hash") != nullptr) keys.hash = totem.text("crypto_hash");
  if (keys.cipher != "none" && keys.hash == "none") {
    report.error(totem.place("crypto_cipher"), "totem.crypto_cipher",
                 fmt::format("{} needs a crypto_hash that is not none", keys.cipher));
  }
  if (!keys.encrypted()) return keys;
  const Entry* text = totem.find("key");
  keys.key = totem.find("keyfile") == nullptr && text != nullptr ? key_of_text(*text, report)
                                                                 : key_of_file(totem, surroundings, report);
  return keys;
}

}  // namespace rondel::config
