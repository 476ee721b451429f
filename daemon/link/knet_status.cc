#include "link/knet_status.h"

namespace rondel::link {

namespace {

LinkStatus::One read_link(knet_handle_t handle, PathId id, const Path& path) {
  LinkStatus::One result;
  result.number = id.link;
  result.local = path.local;
  result.remote = path.remote;
  knet_link_status status{};
  status.size = sizeof status;
  if (knet_link_get_status(handle, knet_id(id.node), id.link, &status, sizeof status) != 0) return result;
  result.enabled = status.enabled != 0;
  result.connected = status.connected != 0;
  result.mtu = status.mtu;
  result.latency_us = status.stats.latency_ave;
  result.tx_packets = status.stats.tx_data_packets;
  result.rx_packets = status.stats.rx_data_packets;
  return result;
}

}  // namespace

LinkStatus read_status(knet_handle_t handle, NodeId node, const Plan& plan) {
  LinkStatus result;
  result.node = node;
  auto path = plan.lower_bound(PathId{.node = node, .link = 0});
  if (path == plan.end() || path->first.node != node) return result;  // libknet would log an error
  knet_host_status host{};
  if (knet_host_get_status(handle, knet_id(node), &host) == 0) result.reachable = host.reachable != 0;
  for (; path != plan.end() && path->first.node == node; ++path) {
    result.links.push_back(read_link(handle, path->first, path->second));
  }
  return result;
}

}  // namespace rondel::link
