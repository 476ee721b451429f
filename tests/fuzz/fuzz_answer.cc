// Any bytes as the daemon's answers to `rondel status` and its sisters: a reason or an answer, which can be printed.
//
//   input = {size:u16 page[size]}*
#include <cstdint>

#include "answer.h"
#include "base/ensure.h"
#include "script.h"

using namespace rondel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Script script{data, size};
  tool::Answer answer;
  while (script.more()) {
    const auto more = answer.add(script.bytes(script.u16()));
    if (!more) {
      ENSURE(!more.error().text.empty() && more.error().exit_code == tool::exit_refused);
      return 0;
    }
    if (!*more) break;
  }
  const proto::AdminReply whole = answer.take();
  ENSURE(!whole.more() && whole.error().empty());
  for (int i = 1; i < whole.groups().groups_size(); ++i) {
    ENSURE(whole.groups().groups(i).name() != whole.groups().groups(i - 1).name());
  }
  static_cast<void>(tool::json_of(whole));
  return 0;
}
