#include "link/faulty_link.h"

#include <algorithm>

namespace rondel::link {

FaultyLink::FaultyLink(Link& inner, const Faults& faults, std::uint64_t seed)
    : inner_{inner}, faults_{faults}, random_{seed} {}

std::optional<Time> FaultyLink::deadline() const {
  if (delayed_.empty()) return std::nullopt;
  return delayed_.front().due;
}

void FaultyLink::expire(Time now) {
  std::vector<Packet> out;
  take_due(now, out);
  if (listener_ != nullptr && !out.empty()) listener_->received(now, out);
}

Result<void> FaultyLink::open(LinkListener& listener) {
  listener_ = &listener;
  Result<void> opened = inner_.open(*this);
  if (!opened) listener_ = nullptr;
  return opened;
}

void FaultyLink::close() {
  inner_.close();
  listener_ = nullptr;
  delayed_.clear();
}

Result<void> FaultyLink::configure(const LinkSettings& settings) { return inner_.configure(settings); }
Result<void> FaultyLink::crypto_stage(const Keys& keys) { return inner_.crypto_stage(keys); }
void FaultyLink::crypto_use() { inner_.crypto_use(); }
void FaultyLink::crypto_retire() { inner_.crypto_retire(); }
void FaultyLink::unicast(NodeId node, const Packet& packet) { inner_.unicast(node, packet); }
void FaultyLink::broadcast(std::span<const Packet> packets) { inner_.broadcast(packets); }
std::size_t FaultyLink::frame_bytes_max() const { return inner_.frame_bytes_max(); }
std::size_t FaultyLink::frame_bytes_best() const { return inner_.frame_bytes_best(); }
std::size_t FaultyLink::piece_bytes() const { return inner_.piece_bytes(); }
LinkStatus FaultyLink::status(NodeId node) const { return inner_.status(node); }

void FaultyLink::received(Time now, std::span<const Packet> packets) {
  std::vector<Packet> out;
  take_due(now, out);
  for (const Packet& packet : packets) meet_fate(now, packet, out);
  if (listener_ != nullptr && !out.empty()) listener_->received(now, out);
}

void FaultyLink::peer_changed(Time now, NodeId node, PeerState state) {
  if (listener_ != nullptr) listener_->peer_changed(now, node, state);
}

void FaultyLink::frame_bytes_changed() {
  if (listener_ != nullptr) listener_->frame_bytes_changed();
}

// The dice are thrown in the same order for every packet, so one fault's rate doesn't shift another's.
void FaultyLink::meet_fate(Time now, const Packet& packet, std::vector<Packet>& out) {
  const bool lose = random_.one_in_million(faults_.lose_per_million);
  const bool repeat = random_.one_in_million(faults_.repeat_per_million);
  const bool delay = random_.one_in_million(faults_.delay_per_million);
  const std::uint32_t wait = random_.next();
  if (lose) {
    ++counters_.lost;
    return;
  }
  if (repeat) {
    ++counters_.repeated;
    out.push_back(packet);
  }
  if (!delay) {
    ++counters_.passed;
    out.push_back(packet);
    return;
  }
  ++counters_.delayed;
  const auto share = static_cast<double>(wait) / static_cast<double>(UINT32_MAX);
  const Time due = now + std::chrono::duration_cast<Duration>(faults_.delay_max * share);
  const auto later = [](Time time, const Delayed& other) { return time < other.due; };
  delayed_.insert(std::upper_bound(delayed_.begin(), delayed_.end(), due, later), {.due = due, .packet = packet});
}

void FaultyLink::take_due(Time now, std::vector<Packet>& out) {
  const auto waits = [now](const Delayed& delayed) { return delayed.due > now; };
  const auto end = std::find_if(delayed_.begin(), delayed_.end(), waits);
  for (auto each = delayed_.begin(); each != end; ++each) out.push_back(std::move(each->packet));
  delayed_.erase(delayed_.begin(), end);
}

}  // namespace rondel::link
