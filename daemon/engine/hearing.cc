#include "engine/hearing.h"

#include <algorithm>

namespace rondel::engine {

namespace {

using Known = HearingState::Known;

// How many nodes are remembered at most: anybody can send a packet with any id.
constexpr std::size_t heard_nodes_max = 2 * members_max;

std::uint32_t to_ms(Duration duration) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(ms, 0, 1'000'000'000));
}

bool newer(const Report& report, const Report& than) {
  return report.life != than.life ? report.life > than.life : report.count > than.count;
}

enum class Direction : std::uint8_t { unknown, good, cut };

// Whether `listener` hears `speaker`, as far as their reports tell. Silence counts only if the speaker is known to have
// spoken all the time.
Direction direction(const Known& listener, const Known& speaker, const Pace& pace, Time now) {
  const Hearing hearing = listener.report.of(speaker.report.node);
  const Time oldest = std::min(listener.at, speaker.at);
  const std::uint32_t talks_ms = std::min(listener.report.talks_ms, speaker.report.talks_ms);
  if (now - oldest <= pace.evidence && talks_ms >= to_ms(pace.talks)) {
    return hearing == Hearing::lively ? Direction::good : Direction::cut;
  }
  const bool audible = hearing == Hearing::heard || hearing == Hearing::lively;
  if (audible) return Direction::good;
  const std::uint32_t tells_ms = std::min(listener.report.tells_ms, speaker.report.tells_ms);
  return now - oldest <= evidence_max && tells_ms >= to_ms(tells_surely) ? Direction::cut : Direction::unknown;
}

void note(std::vector<Notice>& notices, Notice::Kind kind, Pair pair) {
  notices.push_back(Notice{.kind = kind, .node = pair.low, .other = pair.high});
}

// A pair needs both directions; one that was cut heals when both are known to be good.
void weigh(HearingState& state, NodeId self, const Known& one, const Known& other, const Pace& pace, Time now,
           std::vector<Notice>& notices) {
  const Direction there = direction(one, other, pace, now);
  const Direction back = direction(other, one, pace, now);
  const Pair pair = pair_of(one.report.node, other.report.node);
  if (there == Direction::cut || back == Direction::cut) {
    const auto [at, is_new] = state.cut.try_emplace(pair, HearingState::Cut{now, now});
    at->second.known = now;
    if (!is_new) return;
    note(notices, Notice::Kind::pair_cut, pair);
    // What was heard before the cut must not look as if it had healed.
    if (pair.low == self) state.heard.erase(pair.high);
    if (pair.high == self) state.heard.erase(pair.low);
  } else if (there == Direction::good && back == Direction::good && state.cut.erase(pair) > 0) {
    note(notices, Notice::Kind::pair_heals, pair);
  }
}

bool take(HearingState& state, const Report& report, Time now) {
  const auto known = state.reports.find(report.node);
  if (known == state.reports.end()) {
    if (state.reports.size() >= members_max) return false;
    state.reports.emplace(report.node, Known{report, now, false});
    return true;
  }
  if (!newer(report, known->second.report)) return false;
  known->second = Known{report, now, false};
  return true;
}

void weigh_all_of(HearingState& state, NodeId self, NodeId node, const Pace& pace, Time now,
                  std::vector<Notice>& notices) {
  const Known& one = state.reports.at(node);
  for (const auto& [other, known] : state.reports) {
    if (other != node && !known.gone) weigh(state, self, one, known, pace, now, notices);
  }
}

// Two that are in gather now do not hear each other yet: sometimes they never will.
bool some_are_deaf(const HearingState& state, const Pace& pace, Time now) {
  for (const auto& [node, known] : state.reports) {
    if (!reports_within(state, node, pace.evidence, now)) continue;
    for (const auto& [other, unused] : state.reports) {
      const bool talks = other != node && reports_within(state, other, pace.evidence, now);
      if (talks && known.report.of(other) != Hearing::lively) return true;
    }
  }
  return false;
}

Report report_of(HearingState& state, const Speaker& speaker, const Pace& pace, Time now) {
  Report report;
  report.node = speaker.self;
  report.life = speaker.life;
  report.count = ++state.reports_made;
  report.talks_ms = to_ms(speaker.talks);
  report.tells_ms = state.tells_since ? to_ms(now - *state.tells_since) : 0;
  report.mixed = speaker.mixed;
  report.doubts = !state.cut.empty();
  for (const auto& [node, at] : state.heard) {
    if (now - at > unheard_max || report.ears.size() == members_max) continue;
    report.ears.push_back({node, now - at <= pace.lively ? Hearing::lively : Hearing::heard});
  }
  for (const NodeId node : speaker.down) {
    if (!contains(state.down, node) || report.ears.size() == members_max) continue;
    std::erase_if(report.ears, [&](const Report::Ear& ear) { return ear.node == node; });
    report.ears.push_back({node, Hearing::down});
  }
  std::sort(report.ears.begin(), report.ears.end(),
            [](const Report::Ear& a, const Report::Ear& b) { return a.node < b.node; });
  return report;
}

}  // namespace

// Some packets of an earlier process may be late. One that goes on is not an earlier process.
void note_twins(HearingState& state, NodeId node, const std::vector<Report>& reports, std::vector<Notice>& notices) {
  constexpr std::uint32_t too_many = 10;
  const auto known = state.reports.find(node);
  const auto own = std::ranges::find(reports, node, &Report::node);
  if (own == reports.end() || known == state.reports.end() || own->life >= known->second.report.life) return;
  if (state.twins.size() >= members_max) state.twins.clear();
  HearingState::Twin& twin = state.twins[node];
  if (twin.life != own->life) twin = {.life = own->life, .count = own->count, .times = 0};
  if (own->count <= twin.count) return;
  twin.count = own->count;
  if (++twin.times == too_many) notices.push_back(Notice{.kind = Notice::Kind::id_used_twice, .node = node});
}

void hear(HearingState& state, NodeId node, Time now) {
  std::erase(state.down, node);
  if (state.heard.size() >= heard_nodes_max && !state.heard.contains(node)) {
    std::erase_if(state.heard, [&](const auto& entry) { return now - entry.second > unheard_max; });
    if (state.heard.size() >= heard_nodes_max) return;
  }
  state.heard[node] = now;
}

void links_down(HearingState& state, NodeId node) {
  if (state.down.size() < members_max) merge({node}, state.down);
}

void forget(HearingState& state, NodeId node) {
  state.heard.erase(node);
  const auto known = state.reports.find(node);
  if (known != state.reports.end()) known->second.gone = true;  // kept: an older copy may still come
}

void forgive(HearingState& state, Time now, Duration pause) {
  for (auto& [node, at] : state.heard) at += pause;
  for (auto& [node, known] : state.reports) known.at += pause;
  if (state.tells_since) state.tells_since = now;
}

void learn(HearingState& state, NodeId self, const std::vector<Report>& reports, const Pace& pace, Time now,
           std::vector<Notice>& notices) {
  for (const Report& report : reports) {
    if (report.node != self && take(state, report, now)) weigh_all_of(state, self, report.node, pace, now, notices);
  }
}

std::vector<Report> tell(HearingState& state, const Speaker& speaker, const Pace& pace, Time now,
                         std::vector<Notice>& notices) {
  age(state, now, notices);
  if (take(state, report_of(state, speaker, pace, now), now)) {
    weigh_all_of(state, speaker.self, speaker.self, pace, now, notices);
  }
  std::vector<Report> told;
  const bool all = in_doubt(state, now) || (speaker.talks > Duration::zero() && some_are_deaf(state, pace, now));
  for (const auto& [node, known] : state.reports) {
    const bool there = !known.gone && now - known.at <= report_life;
    if (node == speaker.self || (all && there)) told.push_back(known.report);
  }
  state.told_at = now;
  return told;
}

void age(HearingState& state, Time now, std::vector<Notice>& notices) {
  std::erase_if(state.reports, [&](const auto& entry) { return now - entry.second.at > cut_memory; });
  std::erase_if(state.cut, [&](const auto& entry) {
    const bool old = now - entry.second.known > cut_memory;
    if (old) note(notices, Notice::Kind::pair_heals, entry.first);
    return old;
  });
}

bool reports_within(const HearingState& state, NodeId node, Duration span, Time now) {
  const auto known = state.reports.find(node);
  return known != state.reports.end() && !known->second.gone && now - known->second.at <= span;
}

NodeList reporters(const HearingState& state, Time now) {
  NodeList nodes;
  for (const auto& [node, known] : state.reports) {
    if (!known.gone && now - known.at <= report_life) nodes.push_back(node);
  }
  return nodes;
}

bool mixed(const HearingState& state, Time now) {
  return std::any_of(state.reports.begin(), state.reports.end(), [&](const auto& entry) {
    return entry.second.report.mixed && !entry.second.gone && now - entry.second.at <= report_life;
  });
}

bool in_doubt(const HearingState& state, Time now) {
  return !state.cut.empty() || std::any_of(state.reports.begin(), state.reports.end(), [&](const auto& entry) {
    if (!reports_within(state, entry.first, evidence_max, now)) return false;
    if (entry.second.report.doubts) return true;
    const std::vector<Report::Ear>& ears = entry.second.report.ears;
    return std::any_of(ears.begin(), ears.end(), [&](const Report::Ear& ear) {
      return ear.hearing == Hearing::down && reports_within(state, ear.node, evidence_max, now);
    });
  });
}

Pairs cut_pairs(const HearingState& state, Duration least, const Pace& pace, Time now) {
  Pairs pairs;
  for (const auto& [pair, cut] : state.cut) {
    const bool both_speak =
        reports_within(state, pair.low, pace.speaks, now) && reports_within(state, pair.high, pace.speaks, now);
    if (both_speak && now - cut.since >= least) pairs.insert(pair);
  }
  return pairs;
}

}  // namespace rondel::engine
