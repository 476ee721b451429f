// rondel events: what happened, a line an event, oldest first.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>

#include "ask.h"

namespace rondel::tool {

namespace {

constexpr useconds_t follow_interval_us = 500'000;

struct EventsOptions {
  std::uint32_t last = 0;
  std::uint64_t since = 0;
  bool follow = false;
};

// "2026-12-01 05:29:22.123", local time.
std::string local_time(std::int64_t unix_ms) {
  const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
  return fmt::format("{}.{:03}", text.data(), unix_ms % 1000);
}

void print(const proto::Events& events) {
  for (const proto::Events::Event& event : events.events()) {
    fmt::print("{} {} {}: {}\n", local_time(event.unix_ms()), event.number(), event.kind(), event.sentence());
  }
}

}  // namespace

void add_events(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("events", "What happened, with time and cause: a line an event, oldest first");
  const auto options = std::make_shared<EventsOptions>();
  verb->add_option("--last", options->last, "Only the newest so many")->check(CLI::PositiveNumber);
  verb->add_option("--since", options->since, "Only those behind this number");
  verb->add_flag("--follow", options->follow, "Go on with those that come");
  verb->callback([options, &context] {
    proto::AdminRequest request;
    request.mutable_events()->set_last(options->last);
    request.mutable_events()->set_since(options->since);
    for (;;) {
      const auto reply = ask(request);
      if (!reply) {
        context.exit_code = complain(reply.error().exit_code, reply.error().text);
        return;
      }
      const proto::Events& events = reply->events();
      if (!context.json) print(events);
      if (context.json && (!options->follow || events.events_size() > 0)) print_json(events);
      if (!options->follow) return;
      if (std::fflush(stdout) != 0) return;  // nobody reads it any more
      if (events.events_size() > 0) request.mutable_events()->set_since(events.events().rbegin()->number());
      request.mutable_events()->set_last(0);
      ::usleep(follow_interval_us);
    }
  });
}

}  // namespace rondel::tool
