// KnetPaths: the hosts and links that libknet has, brought from one plan to the next. It remembers what really is
// configured, so a change that failed half way can be repeated or taken back.
#pragma once

#include "base/result.h"
#include "link/knet_handle.h"
#include "link/link_plan.h"

namespace rondel::link {

class KnetPaths {
 public:
  // The handle must outlive this one.
  explicit KnetPaths(knet_handle_t handle) : handle_{handle} {}

  // Goes on where one path fails; the first error is returned.
  Result<void> apply(const Plan&, Mode);
  void remove_all();
  [[nodiscard]] const Plan& applied() const { return applied_; }

 private:
  void remove(PathId);
  Result<void> add(PathId, const Path&);
  Result<void> add_host(NodeId);
  Result<void> tune(PathId, const Path&);
  Result<void> set_policies();
  [[nodiscard]] bool has_host(NodeId) const;

  knet_handle_t handle_;
  Plan applied_;
  Mode mode_ = Mode::passive;
};

}  // namespace rondel::link
