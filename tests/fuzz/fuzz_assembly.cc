// Assembly against any bytes that peers may send: it never crashes, what it holds stays bounded, and no message that
// comes out is longer than the bound.
//
//   input  = action{*}
//   action = 0 node:u8 size:u16 payload[size]                     a frame as it is
//          | 1 node:u8 continuation:u8 fragmented:u8 count:u8 size:u8{count}   a frame whose lengths agree
//          | 2 node:u8 size:u8 times:u8                           a long message in frames that continue each other
//          | 3 phase:u8 | 4 node:u8 (it left) | 5 (regular view of our own ring)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/ensure.h"
#include "packing/assembly.h"

using namespace rondel;

namespace {

constexpr std::uint32_t nodes = 4;

struct Frame {
  std::uint8_t continuation = 0;
  std::uint8_t fragmented = 0;
  std::vector<std::uint16_t> lengths;
};

Payload payload(const Frame& frame) {
  Writer writer;
  writer.u32(0);
  writer.u8(frame.fragmented);
  writer.u8(frame.continuation);
  writer.u16(static_cast<std::uint16_t>(frame.lengths.size()));
  std::size_t data_bytes = 0;
  for (std::uint16_t length : frame.lengths) {
    writer.u16(length);
    data_bytes += length;
  }
  writer.zeros(data_bytes);
  return Payload::copy(writer.view());
}

class Driver {
 public:
  explicit Driver(Bytes input) : reader_{input} {}

  void run() {
    while (reader_.rest_size() > 0) {
      act(reader_.u8() % 6);
      check();
    }
    assembly_.forget_all();
    ENSURE(assembly_.held_bytes() == 0);
  }

 private:
  NodeId node() { return {reader_.u8() % nodes + 1}; }

  void act(int action) {
    switch (action) {
      case 0:
        return any_bytes();
      case 1:
        return agreeing_lengths();
      case 2:
        return long_message();
      case 3:
        return assembly_.use_phase(reader_.u8() % 2 == 0 ? engine::Phase::synchronising : engine::Phase::normal);
      case 4:
        return assembly_.forget(std::array{node()});
      default:
        return assembly_.forget_all();
    }
  }

  void any_bytes() {
    const NodeId from = node();
    const std::size_t size = std::min<std::size_t>(reader_.u16(), reader_.rest_size());
    const std::uint64_t malformed = assembly_.counters().malformed;
    const std::size_t held = assembly_.held_bytes();
    const std::size_t delivered = out_.size();
    assembly_.receive(from, Payload::copy(reader_.bytes(size)), out_);
    if (assembly_.counters().malformed == malformed) return;
    ENSURE(assembly_.held_bytes() == held && out_.size() == delivered);
  }

  void agreeing_lengths() {
    const NodeId from = node();
    Frame frame;
    frame.continuation = reader_.u8();
    frame.fragmented = reader_.u8();
    for (std::size_t count = reader_.u8() % 16 + 1U; count > 0; --count) frame.lengths.push_back(reader_.u8());
    const std::uint64_t malformed = assembly_.counters().malformed;
    assembly_.receive(from, payload(frame), out_);
    ENSURE(assembly_.counters().malformed == malformed);
  }

  void long_message() {
    const NodeId from = node();
    Frame frame;
    frame.lengths.push_back(static_cast<std::uint16_t>(reader_.u8() * 257));
    for (std::size_t times = reader_.u8() % 32; times > 0; --times) {
      frame.fragmented = static_cast<std::uint8_t>(frame.continuation == 255 ? 1 : frame.continuation + 1);
      assembly_.receive(from, payload(frame), out_);
      frame.continuation = frame.fragmented;
    }
  }

  void check() {
    ENSURE(assembly_.held_bytes() <= 2 * nodes * packing::assembled_bytes_max);
    for (const packing::Incoming& incoming : out_) ENSURE(incoming.bytes.size() <= packing::assembled_bytes_max);
    out_.clear();
  }

  Reader reader_;
  packing::Assembly assembly_;
  std::vector<packing::Incoming> out_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Driver{std::as_bytes(std::span{data, size})}.run();
  return 0;
}
