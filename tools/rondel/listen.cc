// rondel listen: joins a group and prints what its members see, a line an event.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "group_name.h"
#include "member.h"
#include "verb.h"

namespace rondel::tool {

namespace {

struct ListenOptions {
  std::string group;
  std::uint64_t count = 0;  // 0: until a signal
  bool rings = false;
};

const char* reason(std::uint32_t number) {
  switch (number) {
    case CPG_REASON_JOIN:
      return "join";
    case CPG_REASON_LEAVE:
      return "leave";
    case CPG_REASON_NODEDOWN:
      return "nodedown";
    case CPG_REASON_NODEUP:
      return "nodeup";
    case CPG_REASON_PROCDOWN:
      return "procdown";
    default:
      return "undefined";
  }
}

std::string text_list(std::span<const cpg_address> addresses, bool reasons) {
  if (addresses.empty()) return "-";
  std::string text;
  for (const cpg_address& address : addresses) {
    if (!text.empty()) text += ' ';
    text += fmt::format("{}:{}", address.nodeid, address.pid);
    if (reasons) text += fmt::format("({})", reason(address.reason));
  }
  return text;
}

std::string json_list(std::span<const cpg_address> addresses) {
  std::string json = "[";
  for (const cpg_address& address : addresses) {
    if (json.size() > 1) json += ',';
    json += fmt::format("{{\"node\":{},\"pid\":{},\"reason\":\"{}\"}}", address.nodeid, address.pid,
                        reason(address.reason));
  }
  return json + "]";
}

// A line at once, also into a pipe: somebody may be waiting for it.
void print_line(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

MemberEvents text_events(std::uint64_t& seen, bool rings) {
  MemberEvents events;
  events.message = [&seen](std::uint32_t node, std::uint32_t pid, std::string_view message) {
    ++seen;
    print_line(fmt::format("message {}:{} {}", node, pid, show_bytes(message)));
  };
  events.change = [](std::span<const cpg_address> members, std::span<const cpg_address> left,
                     std::span<const cpg_address> joined) {
    print_line(fmt::format("view members: {} joined: {} left: {}", text_list(members, false), text_list(joined, true),
                           text_list(left, true)));
  };
  if (rings) {
    events.ring = [](cpg_ring_id ring, std::span<const std::uint32_t> members) {
      print_line(fmt::format("ring {:x}.{:x} nodes: {}", ring.nodeid, ring.seq, fmt::join(members, " ")));
    };
  }
  return events;
}

MemberEvents json_events(std::uint64_t& seen, bool rings) {
  MemberEvents events;
  events.message = [&seen](std::uint32_t node, std::uint32_t pid, std::string_view message) {
    ++seen;
    print_line(fmt::format("{{\"event\":\"message\",\"node\":{},\"pid\":{},\"text\":{},\"data\":\"{}\"}}", node, pid,
                           json_string(message), base64(message)));
  };
  events.change = [](std::span<const cpg_address> members, std::span<const cpg_address> left,
                     std::span<const cpg_address> joined) {
    print_line(fmt::format("{{\"event\":\"view\",\"members\":{},\"joined\":{},\"left\":{}}}", json_list(members),
                           json_list(joined), json_list(left)));
  };
  if (rings) {
    events.ring = [](cpg_ring_id ring, std::span<const std::uint32_t> members) {
      print_line(fmt::format("{{\"event\":\"ring\",\"ring\":\"{:x}.{:x}\",\"nodes\":[{}]}}", ring.nodeid, ring.seq,
                             fmt::join(members, ",")));
    };
  }
  return events;
}

int listen(const ListenOptions& options, bool json) {
  const Result<cpg_name> group = parse_group_name(options.group);
  if (!group) return complain(exit_usage, group.error().text);
  Member::end_on_signals();
  std::uint64_t seen = 0;
  Member member;
  std::optional<Trouble> trouble =
      member.join(*group, json ? json_events(seen, options.rings) : text_events(seen, options.rings));
  while (!trouble && !Member::interrupted() && (options.count == 0 || seen < options.count)) {
    trouble = member.dispatch(-1);
    // Whoever read our lines has gone (head, a closed terminal).
    if (std::ferror(stdout) != 0) break;
  }
  if (!trouble) trouble = member.leave();
  return trouble ? complain(trouble->exit_code, trouble->text) : exit_fine;
}

}  // namespace

void add_listen(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("listen", "Join a group and print what its members see, until a signal");
  const auto options = std::make_shared<ListenOptions>();
  verb->add_option("group", options->group, "The group; \\xNN stands for a byte")->required();
  verb->add_option("--count", options->count, "End after so many messages");
  verb->add_flag("--rings", options->rings, "Show changes of the ring, too");
  verb->callback([options, &context] { context.exit_code = listen(*options, context.json); });
}

}  // namespace rondel::tool
