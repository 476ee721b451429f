// KnetDiscovery: makes libknet finish what it began. At every link-up libknet 1.25 falls back to its smallest piece and
// discovers the MTU anew; when a second link comes up at the wrong moment it forgets the run that it broke off, and
// three times the datagrams are sent for up to half a minute (knet.md 5.7). This looks once a second and asks for
// another run.
#pragma once

#include <cstddef>

#include "link/knet_handle.h"
#include "runtime/event_loop.h"

namespace rondel::link {

class KnetDiscovery {
 public:
  // Loop and handle must outlive this one.
  KnetDiscovery(runtime::EventLoop&, knet_handle_t);
  ~KnetDiscovery();
  KnetDiscovery(const KnetDiscovery&) = delete;
  KnetDiscovery& operator=(const KnetDiscovery&) = delete;

  // libknet's smallest piece with the keys in use.
  void set_floor(std::size_t floor);
  // A link MTU that was set by hand needs no discovery; 0: discover.
  void set_manual(bool manual) { manual_ = manual; }
  // Something came up or changed: ask again even if asking didn't help before.
  void expect_change() { runs_left_ = runs_max; }

 private:
  // A path may really be as small as the floor.
  static constexpr int runs_max = 5;
  void look();
  void look_later();

  runtime::EventLoop& loop_;
  knet_handle_t handle_;
  runtime::EventLoop::TimerId timer_ = 0;
  std::size_t floor_ = 0;
  bool manual_ = false;
  bool was_at_floor_ = false;
  int runs_left_ = runs_max;
};

}  // namespace rondel::link
