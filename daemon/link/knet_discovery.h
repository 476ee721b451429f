// KnetDiscovery: makes libknet finish what it began. At every link-up libknet 1.25 falls back to its smallest piece and
// discovers the MTU anew; when a second link comes up at the wrong moment it forgets the run that it broke off, and
// three times the datagrams are sent for up to half a minute (knet.md 5.7). This looks once a second and asks for
// another run where libknet is stuck.
#pragma once

#include <cstddef>

#include "link/discovery_watch.h"
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
  // Whether any node is reachable.
  void set_has_peer(bool has_peer) { has_peer_ = has_peer; }
  // Something came up or changed: ask again even if asking didn't help before.
  void expect_change() { watch_.restart(); }

 private:
  void look();
  void look_later();

  runtime::EventLoop& loop_;
  knet_handle_t handle_;
  runtime::EventLoop::TimerId timer_ = 0;
  std::size_t floor_ = 0;
  bool manual_ = false;
  bool has_peer_ = false;
  DiscoveryWatch watch_;
};

}  // namespace rondel::link
