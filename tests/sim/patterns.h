// Patterns: rings of three to five nodes in which some do not hear each other, one pattern after the other. Each must
// settle, stay as it is for two minutes, be named, and become one ring again when it is healed (protocol.md 10).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/reach.h"
#include "machine.h"
#include "scenario.h"
#include "surroundings.h"

namespace rondel::simulation {

struct Pattern {
  struct Path {
    NodeId from, to;
  };
  std::uint32_t nodes = 0;
  std::vector<Path> cut;  // directions
  bool needs_link_up = false;
  bool busy = false;  // clients send all the time
  [[nodiscard]] std::string text() const;
};

// Every undirected cut of three and four nodes, and of five nodes those that no renaming makes equal, or all; and every
// single direction. Each with a link layer that only sends to whom it holds for reachable, and with another one.
[[nodiscard]] std::vector<Pattern> all_patterns(bool all_of_five);

class PatternRun {
 public:
  PatternRun(const Pattern&, Trace::Text);
  ~PatternRun();

  struct Result {
    std::optional<std::string> problem;
    Duration settled_after{}, healed_after{};
    bool kept = false;  // the token did not need what was cut: the ring went on
  };
  [[nodiscard]] Result run();

 private:
  [[nodiscard]] Result live();
  void run_until(Time end);
  void work(Machine&);
  [[nodiscard]] bool united() const;
  // Everybody is in a ring with those of its set, and with nobody else; or all are in their old ring.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] bool one_ring_each() const;
  [[nodiscard]] std::optional<std::string> not_named(bool in_causes) const;
  [[nodiscard]] engine::NodeList component_of(NodeId) const;
  [[nodiscard]] std::string situation() const;

  Pattern pattern_;
  Scenario scenario_;
  Surroundings surroundings_;
  std::vector<std::unique_ptr<Machine>> machines_;
  Pcg32 random_;
  engine::Pairs pairs_;  // that are cut in at least one direction
  RingId first_ring_;
};

// All of them; prints what is wrong and how long it took. The exit code.
[[nodiscard]] int run_patterns(bool all_of_five, std::optional<std::uint32_t> only, bool trace);

}  // namespace rondel::simulation
