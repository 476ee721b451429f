// Who hears whom, as far as this node knows: what it hears itself, what others report, and which pairs are cut because
// of that. The numbers of the rule in ARCHITECTURE.md ("When some nodes do not hear each other").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "engine/effect.h"
#include "engine/node_list.h"
#include "engine/parameters.h"
#include "engine/reach.h"
#include "engine/report.h"

namespace rondel::engine {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

// While there is doubt every node tells whom it hears, once in this time.
inline constexpr Duration tell_interval = 250ms;
// Who tells and is not heard for so long is not heard at all; it must have been told for `tells_surely` by both.
inline constexpr Duration unheard_max = 1500ms;
inline constexpr Duration tells_surely = 1750ms;
// A report is evidence that a pair is cut while it is this young. Less than unheard_max, so that the last report of a
// node that dies accuses nobody.
inline constexpr Duration evidence_max = 1s;
// A node whose last report is older is not there.
inline constexpr Duration report_life = 10s;
// A pair that nobody has said anything about for so long is no longer held for cut.
inline constexpr Duration cut_memory = 60s;

// The same for nodes in gather, which send a join at every join interval.
struct Pace {
  Duration lively;    // who is in gather is heard within this time
  Duration talks;     // both must have been in gather so long before silence between them counts
  Duration evidence;  // how young their reports must be
  Duration speaks;    // whose last report is older has gone silent: not the pair is the matter then, but the node
  Duration settle;    // a pair must have been cut for so long before anybody is left out: until all know of it

  explicit Pace(const Parameters& parameters)
      : lively{std::max<Duration>(5 * parameters.join_interval, parameters.consensus_timeout / 4)},
        talks{lively + 2 * parameters.join_interval},
        evidence{3 * parameters.join_interval},
        speaks{std::max<Duration>(3s, 2 * parameters.token_timeout)},
        settle{2 * parameters.join_interval} {}
};

struct HearingState {
  struct Known {
    Report report;
    Time at{};  // when this count was first seen, from whomever
    bool gone = false;
  };
  struct Cut {
    Time since{}, known{};  // noticed first, noticed last
  };
  // A process that goes on to report though a newer one of the same node does.
  struct Twin {
    RingNumber life;
    std::uint64_t count = 0;  // of its newest report
    std::uint32_t times = 0;  // so many reports came since a newer process was known
  };
  std::map<NodeId, Time> heard;     // when a node was last heard directly
  NodeList down;                    // every link to it is down, and nothing was heard since
  std::map<NodeId, Known> reports;  // the newest of every node, this one's own as it was sent last
  std::map<Pair, Cut> cut;          // either of the two does not hear the other
  NodeList apart;                   // candidates that this node's gather leaves out: they are not in its set
  bool careful = false;             // a ring could not be formed: agreement needs proof that all hear all
  std::map<NodeId, Twin> twins;     // who seems to be there twice
  std::optional<Time> tells_since;  // since when it has told at every tell_interval, or more
  Time told_at{};                   // when it told last
  std::uint64_t reports_made = 0;
};

// What a node says of itself when it makes a report.
struct Speaker {
  NodeId self;
  RingNumber life;
  Duration talks{};  // in gather for so long
  bool mixed = false;
  NodeList down;  // of these the links are of interest
};

// A packet that `node` sent itself has arrived.
void hear(HearingState&, NodeId node, Time now);
void links_down(HearingState&, NodeId node);
// It said goodbye, is proven dead or was condemned: what it said no longer counts.
void forget(HearingState&, NodeId node);
// This process did not run: silence of the others in that time says nothing, and neither do its own promises.
void forgive(HearingState&, Time now, Duration pause);

// Takes what is newer. Pairs that turn out to be cut, or no longer, are appended to `notices`.
void learn(HearingState&, NodeId self, const std::vector<Report>&, const Pace&, Time now, std::vector<Notice>& notices);
// What `node` says of itself, before it is learnt: is it the only one of that id?
void note_twins(HearingState&, NodeId node, const std::vector<Report>&, std::vector<Notice>& notices);
// What to send: this node's own report, and if there is any doubt everything that it knows from others.
[[nodiscard]] std::vector<Report> tell(HearingState&, const Speaker&, const Pace&, Time now,
                                       std::vector<Notice>& notices);
// Drops what is too old.
void age(HearingState&, Time now, std::vector<Notice>& notices);

// Its newest report came within this time.
[[nodiscard]] bool reports_within(const HearingState&, NodeId node, Duration, Time now);
// Nodes that are there, wherever: a report of theirs is known.
[[nodiscard]] NodeList reporters(const HearingState&, Time now);
// Somebody who is there is together with nodes that make no reports.
[[nodiscard]] bool mixed(const HearingState&, Time now);
// Two that are there do not hear each other, somebody thinks so, or the links between them are down: all tell.
[[nodiscard]] bool in_doubt(const HearingState&, Time now);
// Pairs that have been cut for this long, while both speak.
[[nodiscard]] Pairs cut_pairs(const HearingState&, Duration least, const Pace&, Time now);

}  // namespace rondel::engine
