// Shared by the tests of packing: messages of known contents, and frames taken apart and made by hand.
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "packing/assembly.h"
#include "packing/outbox.h"

namespace rondel::packing::test {

using engine::Guarantee;
using engine::Phase;

// `size` bytes that depend on `seed` and their position, split between head and body as service messages are.
inline Outgoing message(std::size_t size, std::uint8_t seed = 0, Guarantee guarantee = Guarantee::agreed) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(seed + i * 7 + i / 251);
  const std::size_t head = size < 200 ? size / 2 : 189;
  return {ServiceBytes{Bytes{bytes}.first(head), Payload::copy(Bytes{bytes}.subspan(head))}, guarantee};
}

inline std::vector<std::byte> bytes_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }
inline std::vector<std::byte> bytes_of(const Outgoing& outgoing) { return bytes_of(outgoing.bytes.joined().view()); }
inline std::vector<std::byte> bytes_of(const Incoming& incoming) { return bytes_of(incoming.bytes.view()); }

struct Parsed {
  std::uint8_t fragmented = 0;
  std::uint8_t continuation = 0;
  std::vector<std::size_t> lengths;
  std::vector<std::byte> data;
};

inline Parsed parse(const Payload& payload) {
  Reader reader{payload.view()};
  reader.skip(4);
  Parsed parsed;
  parsed.fragmented = reader.u8();
  parsed.continuation = reader.u8();
  const std::size_t count = reader.u16();
  for (std::size_t i = 0; i < count; ++i) parsed.lengths.push_back(reader.u16());
  parsed.data = bytes_of(reader.rest());
  return parsed;
}

// A frame made by hand: each text is a piece.
inline Payload frame(std::uint8_t continuation, const std::vector<std::string>& pieces, std::uint8_t fragmented) {
  Writer writer;
  writer.u32(0);
  writer.u8(fragmented);
  writer.u8(continuation);
  writer.u16(static_cast<std::uint16_t>(pieces.size()));
  for (const std::string& piece : pieces) writer.u16(static_cast<std::uint16_t>(piece.size()));
  for (const std::string& piece : pieces) writer.bytes(std::as_bytes(std::span{piece}));
  return Payload::copy(writer.view());
}

// What comes out of these frames of one node, as texts.
inline std::vector<std::string> texts(Assembly& assembly, const std::vector<Payload>& frames, NodeId from = {1}) {
  std::vector<Incoming> out;
  for (const Payload& payload : frames) assembly.receive(from, payload, out);
  std::vector<std::string> result;
  for (const Incoming& incoming : out) {
    const Bytes bytes = incoming.bytes.view();
    result.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return result;
}

}  // namespace rondel::packing::test
