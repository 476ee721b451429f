#include "runtime/state_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "base/unique_fd.h"

namespace rondel::runtime {

namespace {

std::string path_of(const std::string& directory, NodeId node) {
  return fmt::format("{}/ringid_{}", directory, node.value);
}

std::uint64_t milliseconds_since_1970() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

Error failed(const char* what, const std::string& path, int number) {
  return error("can't {} '{}': {}", what, path, std::strerror(number));
}

// As much of the file as counts.
Result<std::vector<std::byte>> read_file(const std::string& path) {
  const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file) return failed("open", path, errno);
  std::vector<std::byte> bytes(sizeof(std::uint64_t));
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t more = ::read(file.get(), bytes.data() + got, bytes.size() - got);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return failed("read", path, errno);
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  bytes.resize(got);
  return bytes;
}

Result<RingNumber> read_number(const std::string& path) {
  const Result<std::vector<std::byte>> file = read_file(path);
  if (!file) return file.error();
  const Result<RingNumber> number = read_ring_number(*file);
  if (!number) return error("'{}' {}", path, number.error().text);
  return number;
}

}  // namespace

Result<RingNumber> read_ring_number(Bytes file) {
  Reader reader{file};
  const RingNumber number{reader.u64()};
  if (!reader.ok()) return error("has {} bytes instead of {}", file.size(), sizeof number.value);
  if (number > stored_number_max) return error("says {}, which no ring can have had", number.value);
  return number;
}

LoadedNumber load_ring_number(const std::string& directory, NodeId node) {
  const Result<RingNumber> number = read_number(path_of(directory, node));
  if (number) return {*number, {}};
  const RingNumber replacement{milliseconds_since_1970()};
  return {replacement, fmt::format("no ring number on disk, starting from the clock's: {} number={}",
                                   number.error().text, replacement.value)};
}

Result<void> save_ring_number(const std::string& directory, NodeId node, RingNumber number) {
  const std::string path = path_of(directory, node);
  const std::string temporary = path + ".new";
  {
    const UniqueFd file{::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    if (!file) return failed("create", temporary, errno);
    const ssize_t wrote = ::write(file.get(), &number.value, sizeof number.value);
    if (wrote < 0) return failed("write", temporary, errno);
    if (wrote != sizeof number.value) return error("can't write '{}': only {} bytes went in", temporary, wrote);
    if (::fsync(file.get()) != 0) return failed("sync", temporary, errno);
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) return failed("rename to", path, errno);
  const UniqueFd parent{::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!parent) return failed("open", directory, errno);
  if (::fsync(parent.get()) != 0) return failed("sync", directory, errno);
  return {};
}

StateStore::StateStore(EventLoop& loop, std::string directory, NodeId node, Done done)
    : loop_{loop},
      directory_{std::move(directory)},
      node_{node},
      done_{std::make_shared<const Done>(std::move(done))},
      thread_{[this] { work(); }} {}

StateStore::~StateStore() {
  {
    const std::lock_guard guard{lock_};
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void StateStore::write(RingNumber number) {
  {
    const std::lock_guard guard{lock_};
    wanted_ = number;
  }
  wake_.notify_one();
}

void StateStore::work() {
  while (true) {
    RingNumber number;
    {
      std::unique_lock guard{lock_};
      wake_.wait(guard, [this] { return wanted_ || ending_; });
      if (!wanted_) return;
      number = *std::exchange(wanted_, std::nullopt);
    }
    Result<void> outcome = save_ring_number(directory_, node_, number);
    loop_.post([done = done_, number, outcome = std::move(outcome)] { (*done)(number, outcome); });
  }
}

}  // namespace rondel::runtime
