// Real corosync messages out of tests/data/golden, and bytes written as hexadecimal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/payload.h"

namespace rondel::wire {

struct GoldenMessage {
  std::string place;    // file:line
  std::string comment;  // the decoded fields as the recorder saw them
  Payload packet;
};

// Spaces and line ends may stand between the digits.
[[nodiscard]] Payload from_hex(std::string_view text);
[[nodiscard]] std::string to_hex(Bytes bytes);

// One file's messages, or those of all *.hex files in the order of their names.
[[nodiscard]] std::vector<GoldenMessage> golden_file(const std::string& name);
[[nodiscard]] std::vector<GoldenMessage> golden_messages();

}  // namespace rondel::wire
