// HandleTable: numbers that programs hold, and what they stand for. A number is never given out twice, so a handle that
// was closed is refused for good. Whoever looked an entry up keeps it alive while it is removed elsewhere: that is what
// lets a callback finalize the handle under which it runs.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace rondel::client {

template <typename Entry>
class HandleTable {
 public:
  // The kind is the upper half of each handle, so that a handle of one table is none of another.
  explicit HandleTable(std::uint32_t kind) : last_{std::uint64_t{kind} << 32U} {}

  [[nodiscard]] std::uint64_t add(std::shared_ptr<Entry> entry) {
    const std::lock_guard lock{mutex_};
    entries_.emplace(last_ + 1, std::move(entry));
    return ++last_;
  }
  [[nodiscard]] std::shared_ptr<Entry> find(std::uint64_t handle) const {
    const std::lock_guard lock{mutex_};
    const auto found = entries_.find(handle);
    return found == entries_.end() ? nullptr : found->second;
  }
  // The entry, which from now on nobody finds.
  [[nodiscard]] std::shared_ptr<Entry> remove(std::uint64_t handle) {
    const std::lock_guard lock{mutex_};
    const auto found = entries_.find(handle);
    if (found == entries_.end()) return nullptr;
    std::shared_ptr<Entry> entry = std::move(found->second);
    entries_.erase(found);
    return entry;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Entry>> entries_;
  std::uint64_t last_;
};

}  // namespace rondel::client
