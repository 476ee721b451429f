// Ring: what clients need of a node. NodeRing is the node itself; tests have their own.
#pragma once

#include <span>

#include "group/message.h"
#include "node/node.h"
#include "runtime/event_loop.h"

namespace rondel::ipc {

class Ring {
 public:
  virtual ~Ring() = default;
  virtual void send(const group::Message&, node::Guarantee) = 0;
  [[nodiscard]] virtual node::Admission admission() const = 0;
  [[nodiscard]] virtual bool ever_synchronised() const = 0;
  [[nodiscard]] virtual std::span<const group::Process> processes() const = 0;
  [[nodiscard]] virtual group::RingChange initial_ring_change() const = 0;
};

class NodeRing final : public Ring {
 public:
  explicit NodeRing(node::Node& node) : node_{node} {}
  void send(const group::Message& message, node::Guarantee guarantee) override {
    node_.send(runtime::now(), message, guarantee);
  }
  [[nodiscard]] node::Admission admission() const override { return node_.admission(); }
  [[nodiscard]] bool ever_synchronised() const override { return node_.ever_synchronised(); }
  [[nodiscard]] std::span<const group::Process> processes() const override { return node_.processes(); }
  [[nodiscard]] group::RingChange initial_ring_change() const override { return node_.initial_ring_change(); }

 private:
  node::Node& node_;
};

}  // namespace rondel::ipc
