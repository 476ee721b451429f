// The two messages of synchronisation (ring.md appendix A, services.md 3.3), as values.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "base/ids.h"

namespace rondel::sync {

// Service numbers of the wire (services.md 1).
enum class Service : std::int32_t { map = 0, control = 1, groups = 2, quorum = 3, votes = 5 };

inline constexpr std::size_t services_max = 128;

struct Barrier {
  RingId ring;
  bool operator==(const Barrier&) const = default;
};

struct ServiceList {
  RingId ring;
  std::vector<std::int32_t> services;  // ascending; unknown ones are legal
  bool operator==(const ServiceList&) const = default;
};

using Message = std::variant<Barrier, ServiceList>;

}  // namespace rondel::sync
