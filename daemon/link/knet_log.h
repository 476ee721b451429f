// KnetLog: libknet's log lines on their way to ours. Its threads write to a pipe; the event loop reads. What it repeats
// is thinned out.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "link/log_thinner.h"
#include "runtime/event_loop.h"

namespace rondel::link {

// `priority` is syslog's: LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG.
using LogFunction = std::function<void(int priority, std::string_view line)>;

class KnetLog {
 public:
  KnetLog(runtime::EventLoop&, LogFunction);
  ~KnetLog();
  KnetLog(const KnetLog&) = delete;
  KnetLog& operator=(const KnetLog&) = delete;

  Result<void> open();
  [[nodiscard]] int write_fd() const { return write_end_.get(); }
  // Hands on what is there now: before an error is reported, so that its reason stands above it.
  void drain();
  // After libknet's handle was freed.
  void close();

 private:
  runtime::EventLoop& loop_;
  LogFunction log_;
  LogThinner thinner_;
  UniqueFd read_end_, write_end_;
};

}  // namespace rondel::link
