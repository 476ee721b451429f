#include "link/knet_log.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syslog.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "link/knet_api.h"
#include "link/knet_handle.h"

namespace rondel::link {

namespace {

int priority(std::uint8_t level) {
  switch (level) {
    case KNET_LOG_ERR:
      return LOG_ERR;
    case KNET_LOG_WARN:
      return LOG_WARNING;
    case KNET_LOG_INFO:
      return LOG_INFO;
    default:
      return LOG_DEBUG;
  }
}

}  // namespace

KnetLog::KnetLog(runtime::EventLoop& loop, LogFunction log) : loop_{loop}, log_{std::move(log)} {}
KnetLog::~KnetLog() { close(); }

Result<void> KnetLog::open() {
  std::array<int, 2> ends{};
  // Neither libknet nor we may ever wait for the other: a full pipe loses lines.
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return error("knet: log pipe: {}", errno_text());
  read_end_.reset(ends[0]);
  write_end_.reset(ends[1]);
  loop_.watch(read_end_.get(), POLLIN, runtime::Priority::low, [this](short) { drain(); });
  return {};
}

void KnetLog::drain() {
  // Each line is one write of this size, so lines are never torn.
  std::array<knet_log_msg, 16> lines;
  constexpr int reads_max = 64;
  for (int i = 0; i < reads_max && read_end_; ++i) {
    const ssize_t bytes = ::read(read_end_.get(), lines.data(), sizeof lines);
    if (bytes <= 0) return;
    for (std::size_t each = 0; each < static_cast<std::size_t>(bytes) / sizeof(knet_log_msg); ++each) {
      const knet_log_msg& line = lines[each];
      const std::string_view said{line.msg, ::strnlen(line.msg, sizeof line.msg)};
      // Its answer to a request for discovery. Nobody set anything.
      if (said == "MTU manually set to: 0") continue;
      const std::optional<std::string> text =
          thinner_.admit(runtime::now(), fmt::format("{}: {}", knet_log_get_subsystem_name(line.subsystem), said));
      if (text) log_(priority(line.msglevel), *text);
    }
  }
}

void KnetLog::close() {
  if (!read_end_) return;
  drain();
  loop_.unwatch(read_end_.get());
  read_end_.reset();
  write_end_.reset();
}

}  // namespace rondel::link
