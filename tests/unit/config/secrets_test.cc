#include "config/secrets.h"

#include <doctest/doctest.h>

#include "fake_surroundings.h"

namespace rondel::config {
namespace {

using test::FakeSurroundings;
using test::load_text;
using test::printed;
using test::with_totem;

FakeSurroundings with_key(std::size_t bytes, const std::string& path = default_key_file) {
  FakeSurroundings here;
  here.files[path] = std::string(bytes, 'k');
  return here;
}

link::Keys keys(const std::string& totem, const FakeSurroundings& here) {
  const Loaded loaded = load_text(with_totem(totem), here);
  CHECK(printed(loaded).empty());
  return loaded.settings.link.keys;
}

TEST_CASE("clear traffic needs no key file") {
  CHECK(keys("", {}) == link::Keys{});
  CHECK(keys("crypto_cipher: none\ncrypto_hash: none\nkeyfile: /nowhere", {}) == link::Keys{});
  CHECK(keys("secauth: off", {}) == link::Keys{});
}

TEST_CASE("secauth is a cipher and a hash unless those are given") {
  const link::Keys both = keys("secauth: on", with_key(128));
  CHECK(both.cipher == "aes256");
  CHECK(both.hash == "sha256");
  CHECK(both.model == "nss");
  CHECK(both.key.size() == 128);
  const link::Keys other = keys("secauth: on\ncrypto_hash: sha512\ncrypto_model: openssl", with_key(128));
  CHECK(other.cipher == "aes256");
  CHECK(other.hash == "sha512");
  CHECK(other.model == "openssl");
  CHECK(keys("secauth: on\ncrypto_cipher: none\ncrypto_hash: none", {}).key.empty());
}

TEST_CASE("a cipher needs a hash, a hash needs no cipher") {
  CHECK(printed(load_text(with_totem("crypto_cipher: aes128"), with_key(128))) ==
        "c:3: totem.crypto_cipher: aes128 needs a crypto_hash that is not none");
  CHECK(keys("crypto_hash: md5", with_key(256)).key.size() == 256);
}

TEST_CASE("the key file has 128 bytes, more than 4096 are not read") {
  CHECK(keys("crypto_hash: sha1", with_key(4096)).key.size() == 4096);
  CHECK(keys("crypto_hash: sha1", with_key(5000)).key.size() == 4096);
  CHECK(printed(load_text(with_totem("crypto_hash: sha1"), with_key(127))) ==
        "c:1: totem.keyfile: the key file /etc/corosync/authkey has 127 bytes (at least 128)");
  CHECK(printed(load_text(with_totem("crypto_hash: sha1"))) ==
        "c:1: totem.keyfile: can't read the key file /etc/corosync/authkey: No such file or directory");
  CHECK(printed(load_text(with_totem("crypto_hash: sha1\nkeyfile: /k"))) ==
        "c:4: totem.keyfile: can't read the key file /k: No such file or directory");
}

TEST_CASE("a key in the file counts its zero byte, and only without a keyfile") {
  const std::string text(127, 'x');
  const link::Keys inside = keys("crypto_hash: sha1\nkey: " + text, {});
  REQUIRE(inside.key.size() == 128);
  CHECK(inside.key.front() == std::byte{'x'});
  CHECK(inside.key.back() == std::byte{0});
  CHECK(keys("crypto_hash: sha1\nkey: " + text + "\nkeyfile: /k", with_key(200, "/k")).key.size() == 200);
  CHECK(printed(load_text(with_totem("crypto_hash: sha1\nkey: " + text.substr(1)))) ==
        "c:4: totem.key: the key has 126 characters (at least 127)");
}

TEST_CASE("what the library can't do is refused by name") {
  CHECK(printed(load_text(with_totem("crypto_model: none"))) ==
        "c:3: totem.crypto_model: \"none\" is not known (expected nss or openssl)");
  CHECK(printed(load_text(with_totem("crypto_hash: sha3"))) ==
        "c:3: totem.crypto_hash: \"sha3\" is not known (expected none, md5, sha1, sha256, sha384 or sha512)");
  CHECK(printed(load_text(with_totem("knet_compression_model: none"))) ==
        "c:3: totem.knet_compression_model: \"none\" is not known (expected zlib, lz4, lz4hc, lzo2, lzma, bzip2 or "
        "zstd)");
}

}  // namespace
}  // namespace rondel::config
