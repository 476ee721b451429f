// Group names as they are typed and printed: any text is a name or an error, any bytes can be printed, and what was
// printed is typed back to the same bytes.
#include <corosync/cpg.h>

#include <cstdint>
#include <string>

#include "base/ensure.h"
#include "group_name.h"

using namespace rondel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text{reinterpret_cast<const char*>(data), size};
  const Result<cpg_name> typed = tool::parse_group_name(text);
  if (typed) ENSURE(typed->length >= 1 && typed->length <= CPG_MAX_NAME_LENGTH);

  const std::string shown = tool::show_bytes(text);
  for (const char letter : shown) ENSURE(letter >= ' ' && letter <= '~');
  const Result<cpg_name> again = tool::parse_group_name(shown);
  ENSURE(again.has_value() == (!text.empty() && size <= CPG_MAX_NAME_LENGTH));
  if (again) ENSURE(std::string(again->value, again->length) == text);

  const std::string json = tool::json_string(text);
  ENSURE(json.size() >= 2 && json.front() == '"' && json.back() == '"');
  for (const char letter : json) ENSURE(static_cast<unsigned char>(letter) >= ' ');
  ENSURE(tool::base64(text).size() == (size + 2) / 3 * 4);
  return 0;
}
