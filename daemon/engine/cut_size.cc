#include "engine/cut_size.h"

namespace rondel::engine {

namespace {

// A frame that is missed is asked for within two rotations, or two more if a token was lost as well. A larger size
// that nobody complains about after so many visits is good.
constexpr std::uint32_t visits_to_grow = 6;
constexpr std::uint32_t frames_to_grow = 64;
// Twice the size is twice as often missed: at most one of this many keeps a good distance to what makes it shrink.
constexpr std::uint32_t grows_below = 64;
// One missed of this many is too much: the resends cost more than the headers of small frames.
constexpr std::uint32_t shrinks_above = 8;
constexpr std::uint32_t missed_to_shrink = 6;
// Older experience counts half from here on.
constexpr std::uint32_t frames_remembered = 256;

constexpr std::uint32_t lossy_permil = 25;

}  // namespace

void CutSize::note_missed(Sequence number) {
  ++missed_now;
  if (before(since, number)) ++missed;
}

void CutSize::visit(Sequence sequence, std::uint32_t datagrams_max) {
  const std::int32_t ahead = sequence.since(counted);
  const std::uint32_t fresh = ahead > 0 ? static_cast<std::uint32_t>(ahead) : 0;
  if (fresh > 0) counted = sequence;
  const std::uint32_t travelled = fresh + missed_now;
  if (travelled > 0) share_permil = (7 * share_permil + 1000 * missed_now / travelled) / 8;
  missed_now = 0;

  if (fresh > 0) {
    numbered += fresh;
    ++visits;
  }
  datagrams = std::min(datagrams, datagrams_max);
  if (missed >= missed_to_shrink && missed > numbered / shrinks_above && datagrams > 1) {
    change(missed > numbered / 2 ? 1 : datagrams / 2);
  } else if (visits >= visits_to_grow && numbered >= frames_to_grow && missed <= numbered / grows_below &&
             datagrams < datagrams_max) {
    change(std::min(2 * datagrams, datagrams_max));
  } else if (numbered >= frames_remembered) {
    numbered /= 2;
    missed /= 2;
  }
}

bool CutSize::lossy() const { return share_permil > lossy_permil; }

void CutSize::change(std::uint32_t datagrams_wanted) {
  datagrams = datagrams_wanted;
  since = counted;
  numbered = missed = visits = 0;
}

}  // namespace rondel::engine
