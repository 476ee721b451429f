#include "ipc/zero_copy_files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/ensure.h"
#include "base/unique_fd.h"

namespace rondel::ipc {

namespace {

constexpr std::string_view name_prefix = "corosync_zerocopy-";

class OpenFile final : public session::SharedFile {
 public:
  explicit OpenFile(UniqueFd file) : file_{std::move(file)} {}

  Result<void> read(std::uint64_t offset, std::span<std::byte> to) override {
    while (!to.empty()) {
      const ssize_t got = ::pread(file_.get(), to.data(), to.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return error("can't read a zero copy buffer: {}", std::strerror(errno));
      if (got == 0) return error("can't read a zero copy buffer: it was cut");
      to = to.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
    return {};
  }

  Result<void> write(std::uint64_t offset, Bytes bytes) override {
    const ssize_t put = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put == static_cast<ssize_t>(bytes.size())) return {};
    return error("can't write to a zero copy buffer: {}", put < 0 ? std::strerror(errno) : "no room");
  }

 private:
  UniqueFd file_;
};

}  // namespace

Result<std::unique_ptr<session::SharedFile>> ZeroCopyFiles::take(std::string_view path, std::uint64_t bytes,
                                                                 uid_t owner) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return error("zero copy buffer {} refused: not a whole path", path);
  const std::string directory{path.substr(0, slash)};
  const std::string name{path.substr(slash + 1)};
  if (std::ranges::find(directories_, directory) == directories_.end() || !name.starts_with(name_prefix))
    return error("zero copy buffer {} refused: not a place for one", path);

  const UniqueFd parent{::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  UniqueFd file{::openat(parent.get(), name.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0)
    return error("zero copy buffer {} refused: {}", path, std::strerror(errno));
  if (!S_ISREG(found.st_mode) || found.st_uid != owner)
    return error("zero copy buffer {} refused: not a file of its client", path);
  if (::unlinkat(parent.get(), name.c_str(), 0) != 0)
    return error("zero copy buffer {} refused: can't unlink it: {}", path, std::strerror(errno));
  if (static_cast<std::uint64_t>(found.st_size) != bytes && ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    return error("zero copy buffer {} refused: can't make it {} bytes long: {}", path, bytes, std::strerror(errno));
  return std::unique_ptr<session::SharedFile>{std::make_unique<OpenFile>(std::move(file))};
}

std::uint64_t ZeroCopyFiles::token() {
  std::uint64_t token = 0;
  ENSURE(::getrandom(&token, sizeof token, 0) == sizeof token);
  return token;
}

}  // namespace rondel::ipc
