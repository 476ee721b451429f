// The files beside corosync.conf: the key, and who may connect. Whatever is in them, loading ends with settings that
// hold together or with a reason.
//
//   input = uidgid file up to its first zero byte, then the key file
#include <algorithm>
#include <cstdint>
#include <string>

#include "base/ensure.h"
#include "fake_surroundings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace config = rondel::config;
  const std::string input{reinterpret_cast<const char*>(data), size};
  const std::size_t end = std::min(input.find('\0'), size);
  config::test::FakeSurroundings here;
  here.users["hacluster"] = 189;
  here.groups["haclient"] = 189;
  here.files["/etc/c"] = config::test::with_totem("  crypto_cipher: aes256\n  crypto_hash: sha256\n");
  here.files["/etc/uidgid.d/x"] = input.substr(0, end);
  here.files[config::default_key_file] = input.substr(std::min(size, end + 1));

  const config::Loaded loaded = config::load({.file = "/etc/c", .node = {}}, here);
  for (const config::Problem& problem : loaded.problems) ENSURE(!config::to_string(problem).empty());
  const std::string& key_file = here.files[config::default_key_file];
  ENSURE(!loaded.usable() || key_file.size() >= 128);
  if (!loaded.usable()) return 0;
  const auto& key = loaded.settings.link.keys.key;
  ENSURE(key.size() >= 128 && key.size() <= 4096 && key.size() <= key_file.size());
  ENSURE(std::equal(key.begin(), key.end(), reinterpret_cast<const std::byte*>(key_file.data())));
  return 0;
}
