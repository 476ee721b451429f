// Scenarios: what the transcripts play. Each begins with the rule that it shows and why there is such a rule.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "table.h"

namespace rondel::transcripts {

struct Scenario {
  const char* name;   // of the file
  const char* about;  // its first lines
  std::function<std::string()> play;
};

// A ring of `nodes` that has come to rest; nothing written down yet.
[[nodiscard]] Table resting(std::uint32_t nodes, engine::Parameters parameters = {});

// Lets time pass without a word of what is said meanwhile, but `line`.
void meanwhile(Table& table, Duration span, const std::string& line);

std::span<const Scenario> gather_scenarios();
std::span<const Scenario> commit_scenarios();
std::span<const Scenario> token_scenarios();
std::span<const Scenario> recovery_scenarios();

}  // namespace rondel::transcripts
