// Resend: frames that somebody misses travel again, on request in the token (ring.md 3.15). Among our own nodes sooner
// and more of them at once than corosync would; and how much is missed decides how large frames are cut.
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

namespace {

// Visits that notice a hole of unknown origin before it is asked for, in a ring of ours.
constexpr std::uint32_t miss_visits_of_ours = 2;
// So many times more frames may be sent in a rotation while they are that much smaller, in a ring of ours.
constexpr std::uint32_t small_frames_factor_max = 4;
// Smaller pieces are not believed: frames keep their full size.
constexpr std::size_t piece_bytes_min = 256;

}  // namespace

// The first holder the token meets sends the frame, byte for byte as it was.
std::uint32_t Core::serve_requests(Token& token, std::uint32_t allowed) {
  for (const Token::Request& request : token.requests) {
    if (request.ring == ring_) cut_size_.note_missed(request.sequence);
  }
  std::uint32_t resent = 0;
  std::erase_if(token.requests, [&](const Token::Request& request) {
    if (resent == allowed || request.ring != ring_) return false;
    FramePtr frame = window().find(request.sequence);
    if (!frame) return false;
    resends_.add(last_token_at_, token.aru_holder, frame->originator, frame->payload.size());
    emit(Broadcast{std::move(frame)});
    ++counters_.mcast_retx;
    ++resent;
    return true;
  });
  return resent;
}

// A hole is asked for when it was noticed at several visits: until then its frame may just be late. A network mostly
// keeps the order of what one node sends, so in a ring of ours a hole with frames of one sender on both sides is asked
// for at once, if that sender's own count says that it sent what lies between.
void Core::request_missing(Token& token) {
  Window& frames = window();
  const std::uint32_t patience =
      ring_of_ours() ? std::min(parameters_.miss_visits, miss_visits_of_ours) : parameters_.miss_visits;
  FramePtr below = frames.find(frames.aru());
  bool in_hole = false, lost = false;
  for (Sequence at = frames.aru().next(); up_to(at, token.sequence); at = at.next()) {
    if (!frames.covers(at) || token.requests.size() >= requests_limit()) return;
    if (frames.holds(at)) {
      below = frames.find(at);
      in_hole = false;
      continue;
    }
    if (!in_hole) lost = ring_of_ours() && overtaken(below, at);
    in_hole = true;
    if (frames.note_miss(at) < patience && !lost) continue;
    const Token::Request request{ring_, at};
    if (std::find(token.requests.begin(), token.requests.end(), request) == token.requests.end()) {
      token.requests.push_back(request);
      cut_size_.note_missed(at);
    }
  }
}

// `below` is the last frame held below the hole that begins here.
bool Core::overtaken(const FramePtr& below, Sequence hole) {
  if (!below) return false;
  const FramePtr above = window().next_held(hole);
  return above && above->sender == below->sender &&
         above->sender_count - below->sender_count == above->sequence.since(below->sequence);
}

// The newest frame never runs further ahead of the oldest unfreed one than every window has room for, nor do frames
// that wait for a member that is behind fill the memory. What the members of an old ring owe each other is stored
// already.
std::uint32_t Core::protect_window(const Token& token, std::uint32_t allowed) {
  const std::uint32_t margin = allowed + flow_limits().window_frames;
  if (margin >= window_slots_max) return 0;
  const Sequence last_safe = window().released() + (window_slots_max - margin);
  if (before(last_safe, token.sequence)) return 0;
  if (std::holds_alternative<Operational>(state_) && window().bytes() > parameters_.store_bytes_max) {
    ++counters_.store_full_visits;
    return 0;
  }
  return allowed;
}

std::size_t Core::requests_limit() const {
  return (ring_capabilities_.bits & capability_many_requests) != 0 ? requests_max_of_ours : requests_max;
}

std::uint32_t Core::frame_datagrams_max() const {
  if (parameters_.piece_bytes < piece_bytes_min) return 1;
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(parameters_.frame_bytes_max / parameters_.piece_bytes));
}

std::size_t Core::payload_bytes_max() const {
  const std::uint32_t datagrams = cut_size_.datagrams;
  const bool small = datagrams < frame_datagrams_max();
  return (small ? datagrams * parameters_.piece_bytes : parameters_.frame_bytes_max) - frame_header_bytes;
}

// The limits count frames. Small ones would leave most of the time of a rotation to the token's way.
FlowLimits Core::flow_limits() const {
  const std::uint32_t smaller = ring_of_ours() ? frame_datagrams_max() / std::max(cut_size_.datagrams, 1U) : 1;
  const std::uint32_t factor = std::clamp(smaller, 1U, small_frames_factor_max);
  return {factor * parameters_.window_frames, factor * parameters_.visit_frames_max};
}

}  // namespace rondel::engine
