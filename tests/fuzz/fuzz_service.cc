// Any bytes as a service message: never a crash, and what decodes is encoded to something that decodes to the same.
#include <algorithm>
#include <cstdint>

#include "base/ensure.h"
#include "wire/service_codec.h"

using namespace rondel;

namespace {

Payload encoded(const wire::ServiceMessage& message) {
  if (const auto* sync = std::get_if<sync::Message>(&message)) return wire::encode(*sync).joined();
  return wire::encode(std::get<group::Message>(message)).joined();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Payload bytes = Payload::copy(std::as_bytes(std::span{data, size}));
  const Result<wire::ServiceMessage> message = wire::decode_service(bytes);
  if (!message || std::holds_alternative<wire::UnknownMessage>(*message)) return 0;

  // Equal messages have equal bytes: every field is in them, and pads are zero.
  const Payload once = encoded(*message);
  const Result<wire::ServiceMessage> again = wire::decode_service(once);
  ENSURE(again.has_value() && again->index() == message->index());
  const Payload twice = encoded(*again);
  ENSURE(std::ranges::equal(once.view(), twice.view()));
  return 0;
}
