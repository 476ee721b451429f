#include "session/zero_copy.h"

#include "ipc/cpg.h"
#include "session/reply.h"

namespace rondel::session {

using ipc::cpg::ZeroCopyMapping;

Result<void> ZeroCopyBuffers::allocate(std::string_view path, std::uint64_t bytes, uid_t owner) {
  if (buffers_.size() >= buffers_max) return error("zero copy buffer refused: {} are in use already", buffers_max);
  if (bytes < sizeof(ZeroCopyMapping) || bytes > buffer_bytes_max)
    return error("zero copy buffer refused: {} bytes are not between {} and {}", bytes, sizeof(ZeroCopyMapping),
                 buffer_bytes_max);
  Result<std::unique_ptr<SharedFile>> file = files_.take(path, bytes, owner);
  if (!file) return file.error();
  const std::uint64_t token = files_.token();
  Result<void> written = (*file)->write(offsetof(ZeroCopyMapping, token), bytes_of(token));
  if (!written) return written.error();
  buffers_.emplace(token, Buffer{std::move(*file), bytes});
  return {};
}

bool ZeroCopyBuffers::free(std::uint64_t token) { return buffers_.erase(token) == 1; }

Result<ZeroCopyMessage> ZeroCopyBuffers::message(std::uint64_t token) {
  const auto found = buffers_.find(token);
  if (found == buffers_.end()) return error("no such zero copy buffer");
  const Buffer& buffer = found->second;
  ZeroCopyMapping mapping;
  Result<void> head = buffer.file->read(0, std::as_writable_bytes(std::span{&mapping, 1}));
  if (!head) return head.error();
  const std::uint64_t size = mapping.request.message_bytes;
  if (size > ipc::cpg::message_bytes_atomic_max || size > buffer.bytes - sizeof mapping)
    return error("zero copy message of {} bytes doesn't fit its buffer of {}", size, buffer.bytes);
  Result<void> body;
  Payload message = Payload::make(size, [&](std::span<std::byte> to) { body = buffer.file->read(sizeof mapping, to); });
  if (!body) return body.error();
  return ZeroCopyMessage{std::move(message), mapping.request.guarantee};
}

}  // namespace rondel::session
