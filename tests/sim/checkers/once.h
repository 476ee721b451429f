// Checker 2 for messages: nothing twice, nothing unsent, nothing altered, and what one sender sent in the order in
// which it was sent. Checker 2 for frames follows from checker 1.
#pragma once

#include <map>
#include <unordered_map>

#include "checkers/checker.h"

namespace rondel::simulation {

// A message begins with its id, twice, if it is long enough; shorter ones are anonymous.
inline constexpr std::size_t message_id_bytes = 16;
[[nodiscard]] Payload make_message(const MessageId&, std::size_t size);
[[nodiscard]] std::optional<MessageId> id_of(const Payload&);

class OnceChecker final : public Checker {
 public:
  using Checker::Checker;
  void started(const Life& life) override { last_[life] = {}; }
  void ended(const Life& life) override { last_.erase(life); }
  void message_sent(const MessageId&, const group::Name&, const Payload&) override;
  void message_delivered(const Life&, const group::Delivery&) override;

 private:
  struct Sent {
    group::Name group;
    Payload message;
  };
  std::map<MessageId, Sent> sent_;
  std::map<Life, std::map<Life, std::uint32_t>> last_;  // receiver, sender: number of the last one delivered
};

}  // namespace rondel::simulation
