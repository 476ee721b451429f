// Resend: frames that somebody misses travel again, on request in the token (ring.md 3.15).
#include <algorithm>

#include "engine/core.h"

namespace rondel::engine {

// The first holder the token meets sends the frame, byte for byte as it was.
std::uint32_t Core::serve_requests(Token& token, std::uint32_t allowed) {
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

// A hole is asked for when it was noticed at several visits: until then its frame may just be late.
void Core::request_missing(Token& token) {
  Window& frames = window();
  for (Sequence at = frames.aru().next(); up_to(at, token.sequence) && token.requests.size() < requests_max;
       at = at.next()) {
    if (!frames.covers(at)) return;
    if (frames.holds(at) || frames.note_miss(at) < parameters_.miss_visits) continue;
    const Token::Request request{ring_, at};
    if (std::find(token.requests.begin(), token.requests.end(), request) == token.requests.end()) {
      token.requests.push_back(request);
    }
  }
}

// The newest frame never runs further ahead of the oldest unfreed one than every window has room for.
std::uint32_t Core::protect_window(const Token& token, std::uint32_t allowed) {
  const std::uint32_t margin = allowed + parameters_.window_frames;
  if (margin >= window_slots_max) return 0;
  const Sequence last_safe = window().released() + (window_slots_max - margin);
  return before(last_safe, token.sequence) ? 0 : allowed;
}

}  // namespace rondel::engine
