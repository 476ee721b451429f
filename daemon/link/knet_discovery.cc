#include "link/knet_discovery.h"

namespace rondel::link {

KnetDiscovery::KnetDiscovery(runtime::EventLoop& loop, knet_handle_t handle) : loop_{loop}, handle_{handle} {
  look_later();
}

KnetDiscovery::~KnetDiscovery() { loop_.cancel(timer_); }

void KnetDiscovery::set_floor(std::size_t floor) {
  floor_ = floor;
  expect_change();
}

void KnetDiscovery::look_later() {
  timer_ = loop_.at(runtime::now() + std::chrono::seconds{1}, [this] {
    look();
    look_later();
  });
}

void KnetDiscovery::look() {
  unsigned int piece = 0;
  const bool at_floor = !manual_ && knet_handle_pmtud_get(handle_, &piece) == 0 && piece == floor_;
  // The value it has: libknet runs a forced discovery.
  if (watch_.look(runtime::now(), at_floor, has_peer_)) knet_handle_pmtud_set(handle_, 0);
}

}  // namespace rondel::link
