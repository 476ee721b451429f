#include "config/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rondel::config {
namespace {

using std::chrono::milliseconds;

// corosync's queue of frames; it aborts at the first visit of the token when a window could overrun it.
constexpr std::uint64_t window_and_visit_frames_max = 16'384;

[[nodiscard]] Duration ms(std::uint64_t count) { return milliseconds{static_cast<std::int64_t>(count)}; }

// As corosync computes them: in floating point, then cut off.
[[nodiscard]] std::uint64_t cut(double value) { return value < 0 ? 0 : static_cast<std::uint64_t>(value); }

class Derivation {
 public:
  Derivation(const Document& document, Report& report) : totem_{document, "totem"}, report_{report} {}

  [[nodiscard]] std::uint64_t token(std::size_t nodes) {
    std::uint64_t token = totem_.number("token");
    if (nodes > 2) token += (nodes - 2) * totem_.number("token_coefficient");
    const KeySpec& spec = *find_key("totem", "token");
    token_works_ = token >= spec.low && token <= spec.largest();
    if (!token_works_) {
      problem("token", "{} ms for {} nodes is out of range (expected {} to {} milliseconds)", token, nodes, spec.low,
              spec.largest());
    }
    return token;
  }

  [[nodiscard]] std::uint64_t token_retransmit(std::uint64_t token) {
    if (const auto given = totem_.given("token_retransmit")) return *given;
    const std::uint64_t times = totem_.number("token_retransmits_before_loss_const");
    const std::uint64_t retransmit = cut(static_cast<double>(token) / (static_cast<double>(times) + 0.2));
    const std::uint64_t least = find_key("totem", "token_retransmit")->low;
    if (retransmit < least && token_works_) {
      token_works_ = false;
      const char* key = totem_.find("token_retransmits_before_loss_const") != nullptr
                            ? "token_retransmits_before_loss_const"
                            : "token";
      problem(key, "{} retransmits within a token timeout of {} ms leave {} ms for each (at least {})", times, token,
              retransmit, least);
    }
    return retransmit;
  }

  [[nodiscard]] std::uint64_t hold(std::uint64_t token_retransmit) const {
    return totem_.given("hold").value_or(cut(static_cast<double>(token_retransmit) * 0.8 - 10));
  }

  [[nodiscard]] std::uint64_t consensus(std::uint64_t token) {
    const std::uint64_t consensus = totem_.given("consensus").value_or(cut(static_cast<double>(token) * 1.2));
    const std::uint64_t join = totem_.number("join");
    if (consensus < join && token_works_) {
      problem(totem_.find("consensus") != nullptr ? "consensus" : "join",
              "a consensus timeout of {} ms is shorter than the join timeout of {} ms", consensus, join);
    }
    return consensus;
  }

  // A visit is never allowed more than the window, so only the window can be too large; a larger max_messages is cut
  // down to what is left for a visit that finds the window overdrawn.
  [[nodiscard]] std::uint64_t visit_frames_max() {
    const std::uint64_t window = totem_.number("window_size");
    const std::uint64_t visit = totem_.number("max_messages");
    if (window + std::min(visit, window) <= window_and_visit_frames_max) {
      return std::min(visit, window_and_visit_frames_max - window);
    }
    problem("window_size", "a window of {} frames and visits of {} are together more than {} frames", window,
            std::min(visit, window), window_and_visit_frames_max);
    return visit;
  }

 private:
  template <typename... Args>
  void problem(const char* key, fmt::format_string<Args...> format, Args&&... args) {
    report_.error(totem_.place(key), fmt::format("totem.{}", key), fmt::format(format, std::forward<Args>(args)...));
  }

  Values totem_;
  Report& report_;
  bool token_works_ = true;  // otherwise what follows from it is wrong too, and not worth a word
};

}  // namespace

engine::Parameters derive_parameters(const Document& document, std::size_t nodes_on_link_0, Report& report) {
  const Values totem{document, "totem"};
  const auto u32 = [&](std::string_view key) { return static_cast<std::uint32_t>(totem.number(key)); };
  Derivation derivation{document, report};
  const std::uint64_t token = derivation.token(nodes_on_link_0);
  const std::uint64_t retransmit = derivation.token_retransmit(token);
  const std::uint64_t netmtu = totem.number("netmtu");
  return {
      .token_timeout = ms(token),
      .token_retransmit = ms(retransmit),
      .hold = ms(derivation.hold(retransmit)),
      .join_interval = ms(totem.number("join")),
      .send_join_spread = ms(totem.number("send_join")),
      .consensus_timeout = ms(derivation.consensus(token)),
      .merge_interval = ms(totem.number("merge")),
      .fail_to_receive_visits = u32("fail_recv_const"),
      .sequence_unchanged_max = u32("seqno_unchanged_const"),
      .window_frames = u32("window_size"),
      .visit_frames_max = static_cast<std::uint32_t>(derivation.visit_frames_max()),
      .miss_visits = u32("miss_count_const"),
      .cancel_hold_on_retransmit = totem.is("cancel_token_hold_on_retransmit", "yes"),
      .frame_bytes_max = std::min<std::size_t>(netmtu - engine::frame_header_bytes, engine::frame_bytes_limit),
  };
}

void derive_pings(const Document& document, Duration token_timeout, std::vector<link::Interface>& interfaces) {
  const auto token = static_cast<std::uint64_t>(std::chrono::duration_cast<milliseconds>(token_timeout).count());
  for (link::Interface& link : interfaces) {
    const Values values{document, fmt::format("totem.interface.{}", link.number), "totem.interface"};
    // The library refuses 0.
    const std::uint64_t timeout = std::max<std::uint64_t>(token / link.pong_count, 1);
    const std::uint64_t interval = std::max<std::uint64_t>(token / (2U * link.pong_count), 1);
    link.ping_timeout = ms(values.given("knet_ping_timeout").value_or(timeout));
    link.ping_interval = ms(values.given("knet_ping_interval").value_or(interval));
  }
}

}  // namespace rondel::config
