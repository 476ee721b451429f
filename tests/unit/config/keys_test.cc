#include "config/keys.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "config/value.h"

namespace rondel::config {
namespace {

TEST_CASE("every row of the table makes sense") {
  std::set<std::string> seen;
  for (const KeySpec& key : all_keys()) {
    CAPTURE(key.path());
    CHECK(seen.insert(key.path()).second);
    CHECK(!key.help.empty());
    CHECK((key.type == Type::word) == !key.words.empty());
    if (key.section.find("resources.") == std::string_view::npos) CHECK(find_section(key.section) != nullptr);
    if (key.initial.empty()) continue;
    Report report;
    if (key.is_number()) CHECK(read_number(key, std::string{key.initial}, {}, report));
    if (key.type == Type::word) CHECK(read_word(key, std::string{key.initial}, {}, report));
    CHECK(report.take().empty());
  }
  CHECK(seen.size() > 120);
}

TEST_CASE("keys are found by section and name") {
  REQUIRE(find_key("totem", "token") != nullptr);
  CHECK(find_key("totem", "token")->initial == "3000");
  CHECK(find_key("totem", "Token") == nullptr);
  CHECK(find_key("quorum", "token") == nullptr);
  CHECK(find_key("totem.interface", "mcastport")->largest() == 65'535);
}

TEST_CASE("a slip of the pen is recognised") {
  CHECK(suggest_key("totem", "token_retransmit_before_loss_const") ==
        "did you mean token_retransmits_before_loss_const?");
  CHECK(suggest_key("totem", "tokne") == "did you mean token?");
  CHECK(suggest_key("totem", "ring0_addr") == "it belongs in section nodelist.node");
  CHECK(suggest_key("totem", "something_else_entirely").empty());
  CHECK(suggest_key("totem", std::string(200, 'x')).empty());
  CHECK(suggest_section("totme") == "did you mean totem?");
  CHECK(suggest_section("xyz").empty());
}

TEST_CASE("words are listed as one says them") {
  CHECK(list_words("a") == "a");
  CHECK(list_words("a b") == "a or b");
  CHECK(list_words("a b c") == "a, b or c");
}

}  // namespace
}  // namespace rondel::config
