#include "engine/notice.h"

#include <fmt/format.h>

namespace rondel::engine {

namespace {

std::string resends(const Notice& notice) {
  const auto span = std::chrono::duration_cast<std::chrono::milliseconds>(notice.span).count();
  std::string text = fmt::format("{} frames were sent again within {} ms", notice.count, span);
  if (notice.node != NodeId{}) text += fmt::format(", missed mostly by node {}", notice.node.value);
  switch (notice.suspect) {
    case Notice::Suspect::nobody:
      return text;
    case Notice::Suspect::receiver:
      return text + fmt::format("; only node {} misses frames: look at its network or load", notice.node.value);
    case Notice::Suspect::sender:
      return text + fmt::format("; only frames of node {} are missed: look at its network", notice.other.value);
    case Notice::Suspect::size:
      return text + "; only frames of more than one packet are missed: look at the network's MTU or buffers";
  }
  return text;
}

}  // namespace

std::string to_string(const Notice& notice) {
  const std::uint32_t node = notice.node.value, other = notice.other.value;
  switch (notice.kind) {
    case Notice::Kind::pair_cut:
      return fmt::format("nodes {} and {} do not hear each other", node, other);
    case Notice::Kind::pair_heals:
      return fmt::format("nodes {} and {} may hear each other again", node, other);
    case Notice::Kind::resends:
      return resends(notice);
    case Notice::Kind::id_used_twice:
      return fmt::format("another node uses the id {} too", node);
  }
  return "unknown";
}

const char* to_string(Notice::Kind kind) {
  switch (kind) {
    case Notice::Kind::pair_cut:
      return "pair_cut";
    case Notice::Kind::pair_heals:
      return "pair_heals";
    case Notice::Kind::resends:
      return "resends";
    case Notice::Kind::id_used_twice:
      return "id_used_twice";
  }
  return "unknown";
}

const char* to_string(Notice::Suspect suspect) {
  switch (suspect) {
    case Notice::Suspect::nobody:
      return "nobody";
    case Notice::Suspect::receiver:
      return "receiver";
    case Notice::Suspect::sender:
      return "sender";
    case Notice::Suspect::size:
      return "size";
  }
  return "unknown";
}

}  // namespace rondel::engine
