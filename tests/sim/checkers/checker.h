// Checker: watches a cluster and says when a promise was broken (DESIGN: the simulator's checkers by number). A life is
// one run of one node's process: it starts, and it may end without notice.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.h"
#include "engine/effect.h"
#include "group/groups.h"
#include "link/link.h"

namespace rondel::simulation {

struct Life {
  NodeId node;
  std::uint32_t number = 0;
  auto operator<=>(const Life&) const = default;
};

[[nodiscard]] inline std::string to_string(const Life& life) {
  return life.number == 1 ? fmt::format("node {}", life.node.value)
                          : fmt::format("node {} (life {})", life.node.value, life.number);
}

// Name of an application message: who sent it and its number in that life.
struct MessageId {
  Life sender;
  std::uint32_t number = 0;
  auto operator<=>(const MessageId&) const = default;
};

// The first broken promise; the run ends with it.
class Violations {
 public:
  void report(std::string text) {
    if (!first_) first_ = std::move(text);
  }
  [[nodiscard]] const std::optional<std::string>& first() const { return first_; }

 private:
  std::optional<std::string> first_;
};

class Checker {
 public:
  explicit Checker(Violations& violations) : violations_{violations} {}
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;
  virtual ~Checker() = default;

  virtual void started(const Life&) {}
  virtual void ended(const Life&) {}
  virtual void frame_sent(const Life&, const engine::Frame&) {}  // the first time and each resend
  virtual void installed(const Life&, const engine::Install&, RingNumber /*durable*/) {}
  virtual void delivered(const Life&, const engine::Frame&) {}
  virtual void handled(const Life&, const engine::Frame&, std::span<const group::Process>) {}
  virtual void synchronised(const Life&, const engine::View&, std::span<const group::Process>) {}
  virtual void message_sent(const MessageId&, const group::Name&, const Payload&) {}
  virtual void message_delivered(const Life&, const group::Delivery&) {}
  virtual void groups_changed(const Life&, const group::Change&) {}
  // All is healed and quiet.
  virtual void finished() {}

 protected:
  template <typename... Args>
  void violation(fmt::format_string<Args...> format, Args&&... args) {
    violations_.report(fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  Violations& violations_;
};

// What a frame says, as a number: its length, ends and samples of what is between.
[[nodiscard]] std::uint64_t digest(Bytes);

}  // namespace rondel::simulation
