#include "ipc/flow_word.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace rondel::ipc {

namespace {

constexpr const char* shared_memory = "/dev/shm";
constexpr off_t word_offset = 8240;  // qb.md 5.1
constexpr off_t header_bytes = 8252;

// The directory belongs to the client, who may put there what he likes: nothing but a file of a header's size is
// opened.
UniqueFd open_header(int directory, const std::string& path) {
  UniqueFd file{::openat(directory, path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
  struct stat found {};
  const bool is_header = file && ::fstat(file.get(), &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 1 &&
                         found.st_size == header_bytes;
  if (!is_header) file.reset();
  return file;
}

}  // namespace

Result<FlowWord> FlowWord::find(const Place& place) {
  const std::string prefix = fmt::format("qb-{}-{}-{}-", ::getpid(), place.client, place.connection_fd);
  const std::unique_ptr<DIR, int (*)(DIR*)> directory{::opendir(shared_memory), ::closedir};
  if (!directory) return error("can't read {}: {}", shared_memory, std::strerror(errno));
  while (const dirent* entry = ::readdir(directory.get())) {
    if (!std::string_view{entry->d_name}.starts_with(prefix)) continue;
    UniqueFd header =
        open_header(::dirfd(directory.get()), fmt::format("{}/qb-request-{}-header", entry->d_name, place.service));
    if (header) return FlowWord{std::move(header)};
  }
  return error("no request ring of {} in {}/{}*", place.service, shared_memory, prefix);
}

Result<void> FlowWord::set(std::int32_t value) {
  if (::pwrite(header_.get(), &value, sizeof value, word_offset) != sizeof value)
    return error("can't set the flow word to {}: {}", value, std::strerror(errno));
  return {};
}

}  // namespace rondel::ipc
