// rondel send: multicasts arguments or the lines of standard input to a group. It ends well only if the cluster has
// ordered them all: they came back.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "group_name.h"
#include "member.h"
#include "verb.h"

namespace rondel::tool {

namespace {

struct SendOptions {
  std::string group;
  std::vector<std::string> messages;
  std::uint32_t repeat = 1;
};

// So many messages may be on their way before we wait for the first ones to come back.
constexpr std::uint64_t in_flight_max = 1000;

class Sender {
 public:
  std::optional<Trouble> open(const cpg_name& group) {
    const auto pid = static_cast<std::uint32_t>(::getpid());
    MemberEvents events;
    events.message = [this, pid](std::uint32_t node, std::uint32_t from, std::string_view) {
      if (node == member_.node() && from == pid) ++came_back_;
    };
    return member_.join(group, std::move(events));
  }
  std::optional<Trouble> send(std::string_view message) {
    if (auto failed = member_.send(message)) return failed;
    ++sent_;
    return wait(in_flight_max);
  }
  // Until at most so many are on their way.
  std::optional<Trouble> wait(std::uint64_t in_flight) {
    while (sent_ - came_back_ > in_flight && !Member::interrupted()) {
      if (auto failed = member_.dispatch(100)) return failed;
    }
    return std::nullopt;
  }
  std::optional<Trouble> close() {
    if (auto failed = wait(0)) return failed;
    return member_.leave();
  }
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t came_back() const { return came_back_; }
  [[nodiscard]] std::uint32_t node() const { return member_.node(); }

 private:
  Member member_;
  std::uint64_t sent_ = 0;
  std::uint64_t came_back_ = 0;
};

std::optional<Trouble> send_all(Sender& sender, const SendOptions& options) {
  for (std::uint32_t round = 0; round < options.repeat; ++round) {
    for (const std::string& message : options.messages) {
      if (auto failed = sender.send(message)) return failed;
    }
  }
  if (!options.messages.empty()) return std::nullopt;
  std::string line;
  while (!Member::interrupted() && std::getline(std::cin, line)) {
    if (auto failed = sender.send(line)) return failed;
  }
  return std::nullopt;
}

int send(const SendOptions& options, bool json) {
  const Result<cpg_name> group = parse_group_name(options.group);
  if (!group) return complain(exit_usage, group.error().text);
  Member::end_on_signals();
  Sender sender;
  std::optional<Trouble> trouble = sender.open(*group);
  if (!trouble) trouble = send_all(sender, options);
  if (!trouble) trouble = sender.close();
  if (trouble) return complain(trouble->exit_code, trouble->text);
  if (json) {
    fmt::print("{{\"group\":{},\"node\":{},\"pid\":{},\"sent\":{},\"ordered\":{}}}\n", json_string(options.group),
               sender.node(), ::getpid(), sender.sent(), sender.came_back());
  }
  if (sender.came_back() < sender.sent()) return complain(exit_refused, "interrupted before all were ordered");
  return exit_fine;
}

}  // namespace

void add_send(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("send", "Send messages to a group, as its member for that long");
  const auto options = std::make_shared<SendOptions>();
  verb->add_option("group", options->group, "The group; \\xNN stands for a byte")->required();
  verb->add_option("message", options->messages, "Messages; without any: a message a line of standard input");
  verb->add_option("--repeat", options->repeat, "Send the messages so many times")->capture_default_str();
  verb->callback([options, &context] { context.exit_code = send(*options, context.json); });
}

}  // namespace rondel::tool
