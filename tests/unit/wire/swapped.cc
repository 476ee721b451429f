#include "swapped.h"

#include <algorithm>
#include <vector>

namespace rondel::wire {
namespace {

void add(std::vector<std::size_t>& widths, std::size_t count, std::vector<std::size_t> group) {
  for (std::size_t i = 0; i < count; ++i) widths.insert(widths.end(), group.begin(), group.end());
}

std::uint32_t number_at(const Payload& packet, std::size_t offset) {
  Reader reader{packet.view().subspan(offset)};
  return reader.u32();
}

// Widths of the fields in their order, written down here a second time so that the codec isn't its own judge.
std::vector<std::size_t> field_widths(const Payload& packet) {
  std::vector<std::size_t> widths{2, 1, 1, 1, 4, 4};
  switch (std::to_integer<int>(packet.view()[3])) {
    case 0:
      add(widths, 1, {4, 4, 4, 4, 4, 8, 4, 4, 4, 4});
      add(widths, number_at(packet, 53), {4, 8, 4});
      break;
    case 1:
      add(widths, 1, {4, 4, 4, 4, 8, 4, 4});
      break;
    case 2:
      add(widths, 1, {4, 4, 8});
      break;
    case 3:
      add(widths, 1, {4, 4, 4, 8});
      add(widths, number_at(packet, 17) + number_at(packet, 21), {4});
      break;
    case 4:
      add(widths, 1, {4, 4, 8, 4, 4, 4});
      add(widths, number_at(packet, 37), {4});
      add(widths, number_at(packet, 37), {4, 8, 4, 4, 4});
      break;
    default:
      add(widths, 1, {4, 8});
  }
  return widths;
}

}  // namespace

Payload swapped(const Payload& packet) {
  std::vector<std::byte> bytes(packet.view().begin(), packet.view().end());
  auto field = bytes.begin();
  for (const std::size_t width : field_widths(packet)) {
    std::reverse(field, field + static_cast<std::ptrdiff_t>(width));
    field += static_cast<std::ptrdiff_t>(width);
  }
  return Payload::copy(bytes);
}

}  // namespace rondel::wire
