#include "engine/notice.h"

#include <fmt/format.h>

namespace rondel::engine {

std::string to_string(const Notice& notice) {
  const std::uint32_t node = notice.node.value, other = notice.other.value;
  switch (notice.kind) {
    case Notice::Kind::pair_cut:
      return fmt::format("nodes {} and {} do not hear each other", node, other);
    case Notice::Kind::pair_heals:
      return fmt::format("nodes {} and {} may hear each other again", node, other);
    case Notice::Kind::resends: {
      const auto span = std::chrono::duration_cast<std::chrono::milliseconds>(notice.span).count();
      return fmt::format("{} frames were sent again within {} ms, missed by node {}", notice.count, span, node);
    }
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

}  // namespace rondel::engine
