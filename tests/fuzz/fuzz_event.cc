// Any bytes as events from a daemon: never a crash, nothing points outside of the event, and what is kept of unfinished
// messages follows what has come of them.
//
//   input = {size:u16 event[size]}*
#include <cstdint>
#include <vector>

#include "base/ensure.h"
#include "client/cpg_event.h"
#include "script.h"

using namespace rondel;

namespace {

bool inside(std::span<const std::byte> part, std::span<const std::byte> whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

struct Check {
  std::span<const std::byte> bytes;
  client::Assemblies& assemblies;
  std::size_t& received;

  void operator()(const client::NoEvent&) const {}
  void operator()(const client::MessageEvent& event) const {
    ENSURE(inside(event.message, bytes) && event.group.length <= CPG_MAX_NAME_LENGTH);
  }
  void operator()(const client::PartEvent& event) const {
    ENSURE(inside(event.fragment, bytes) && event.group.length <= CPG_MAX_NAME_LENGTH);
    received += event.fragment.size();
    const auto whole = assemblies.add(event.sender, event.part, event.message_bytes, event.fragment);
    ENSURE(!whole || whole->size() == event.message_bytes);
    ENSURE(assemblies.reserved_bytes() <= client::reserved_per_byte * received);
  }
  void operator()(const client::ChangeEvent& event) const {
    ENSURE((event.members.size() + event.left.size() + event.joined.size()) * 24 <= bytes.size());
    for (const cpg_address& left : event.left) assemblies.forget({left.nodeid, left.pid});
  }
  void operator()(const client::RingEvent& event) const { ENSURE(event.members.size() * 4 <= bytes.size()); }
  void operator()(const client::TransitionalEvent& event) const { ENSURE(event.nodes.size() * 4 <= bytes.size()); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Script script{data, size};
  client::Assemblies assemblies;
  std::size_t received = 0;
  while (script.more()) {
    const Bytes taken = script.bytes(script.u16());
    std::vector<std::byte> event{taken.begin(), taken.end()};
    std::visit(Check{event, assemblies, received}, client::read_event(event));
  }
  return 0;
}
