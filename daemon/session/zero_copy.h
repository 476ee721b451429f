// Zero copy buffers: a client shares a file with the daemon and sends from it without going through its request ring
// (ipc.md 9.11). We read the file instead of mapping it: a client that cuts a mapped file to nothing would end the
// daemon with SIGBUS, while a read just comes back short.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/payload.h"
#include "base/result.h"
#include "ipc/header.h"

namespace rondel::session {

class SharedFile {
 public:
  virtual ~SharedFile() = default;
  // Both whole or an error.
  virtual Result<void> read(std::uint64_t offset, std::span<std::byte> to) = 0;
  virtual Result<void> write(std::uint64_t offset, Bytes) = 0;
};

// The file system, as far as zero copy needs it. ipc implements it.
class SharedFiles {
 public:
  virtual ~SharedFiles() = default;
  // Opens what a client says it has created, and unlinks it. Refuses a path that isn't that of a zero copy buffer and a
  // file that isn't `owner`'s.
  virtual Result<std::unique_ptr<SharedFile>> take(std::string_view path, std::uint64_t bytes, uid_t owner) = 0;
  // A number that a client can't guess.
  virtual std::uint64_t token() = 0;
};

struct ZeroCopyMessage {
  Payload bytes;
  std::uint32_t guarantee = 0;
};

// The buffers of one connection.
class ZeroCopyBuffers {
 public:
  static constexpr std::size_t buffers_max = 16;                       // each costs the daemon a descriptor
  static constexpr std::uint64_t buffer_bytes_max = 2U * 1024 * 1024;  // a message has at most half of that

  explicit ZeroCopyBuffers(SharedFiles& files) : files_{files} {}

  [[nodiscard]] Result<void> allocate(std::string_view path, std::uint64_t bytes, uid_t owner);
  [[nodiscard]] bool free(std::uint64_t token);
  // The message that waits in a buffer. The client may still write to it: what counts is what is read here, once.
  [[nodiscard]] Result<ZeroCopyMessage> message(std::uint64_t token);
  [[nodiscard]] bool has(std::uint64_t token) const { return buffers_.contains(token); }

 private:
  struct Buffer {
    std::unique_ptr<SharedFile> file;
    std::uint64_t bytes = 0;
  };
  SharedFiles& files_;
  std::map<std::uint64_t, Buffer> buffers_;
};

}  // namespace rondel::session
