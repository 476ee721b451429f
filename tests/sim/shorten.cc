#include "shorten.h"

#include <algorithm>
#include <vector>

#include "world.h"

namespace rondel::simulation {

namespace {

using Numbers = std::vector<std::uint32_t>;

// Which promise: what stands before the first colon.
std::string promise_of(const std::string& violation) { return violation.substr(0, violation.find(':')); }

class Search {
 public:
  Search(std::uint64_t seed, ScenarioWishes wishes) : seed_{seed}, wishes_{std::move(wishes)} {}

  [[nodiscard]] std::optional<Shortened> run() {
    Numbers faults;
    for (const PlannedFault& fault : draw_scenario(seed_, wishes_).plan) faults.push_back(fault.number);
    const std::optional<std::string> first = violation(faults);
    if (!first) return std::nullopt;
    promise_ = promise_of(*first);
    Shortened result{.violation = *first, .faults_before = faults.size(), .trouble = wishes_.trouble};
    wishes_.calm = true;
    if (!breaks(faults)) wishes_.calm = false;
    leave_out(faults);
    result.calm = wishes_.calm;
    result.violation = violation(faults).value_or(result.violation);
    result.faults = {faults.begin(), faults.end()};
    return result;
  }

 private:
  // Pieces of half of them, then of a quarter and so on, are left out wherever the promise is broken without them.
  void leave_out(Numbers& faults) {
    for (std::size_t piece = std::max<std::size_t>(faults.size() / 2, 1);;
         piece = std::max<std::size_t>(piece / 2, 1)) {
      bool less = false;
      for (std::size_t at = 0; at < faults.size();) {
        Numbers fewer = faults;
        const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
        fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(piece, faults.size() - at)));
        if (breaks(fewer)) {
          faults = std::move(fewer);
          less = true;
        } else {
          at += piece;
        }
      }
      if (piece == 1 && !less) return;
    }
  }

  [[nodiscard]] bool breaks(const Numbers& faults) {
    const std::optional<std::string> now = violation(faults);
    return now && promise_of(*now) == promise_;
  }

  [[nodiscard]] std::optional<std::string> violation(const Numbers& faults) {
    wishes_.only.emplace(faults.begin(), faults.end());
    const Scenario scenario = draw_scenario(seed_, wishes_);
    return World{scenario, Trace::Text::none}.run().violation;
  }

  std::uint64_t seed_;
  ScenarioWishes wishes_;
  std::string promise_;
};

}  // namespace

std::optional<Shortened> shorten(std::uint64_t seed, const ScenarioWishes& wishes) {
  return Search{seed, wishes}.run();
}

}  // namespace rondel::simulation
