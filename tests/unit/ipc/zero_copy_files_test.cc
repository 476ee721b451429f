#include "ipc/zero_copy_files.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "base/unique_fd.h"

namespace rondel::ipc {

namespace {

struct Directory {
  std::string path = "/tmp/rondel-zero-copy-XXXXXX";
  Directory() { REQUIRE(::mkdtemp(path.data()) != nullptr); }
  ~Directory() {
    for (const std::string& made : files) ::unlink(made.c_str());
    ::rmdir(path.c_str());
  }
  std::string file(const std::string& name, std::string_view content) {
    files.push_back(path + "/" + name);
    const UniqueFd fd{::open(files.back().c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)};
    REQUIRE(::write(fd.get(), content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    return files.back();
  }
  std::vector<std::string> files;
};

}  // namespace

TEST_CASE("a client's buffer is opened, unlinked and made as long as said") {
  Directory directory;
  ZeroCopyFiles files{{directory.path}};
  const std::string path = directory.file("corosync_zerocopy-1", "content");
  auto taken = files.take(path, 4096, ::geteuid());
  REQUIRE(taken.has_value());
  CHECK(::access(path.c_str(), F_OK) != 0);
  std::array<std::byte, 4> got{};
  CHECK((*taken)->read(3, got).has_value());
  CHECK(std::memcmp(got.data(), "tent", 4) == 0);
  CHECK((*taken)->read(4092, got).has_value());
  CHECK_FALSE((*taken)->read(4093, got).has_value());  // beyond the end
  CHECK((*taken)->write(0, got).has_value());
}

TEST_CASE("anything else is refused and left alone") {
  Directory directory, elsewhere;
  ZeroCopyFiles files{{directory.path}};
  const auto refused = [&](const std::string& path, uid_t owner = ::geteuid()) {
    return !files.take(path, 100, owner).has_value();
  };
  const std::string good = directory.file("corosync_zerocopy-1", "x");
  const std::string other_name = directory.file("passwd", "x");
  const std::string other_place = elsewhere.file("corosync_zerocopy-1", "x");
  const std::string link = directory.path + "/corosync_zerocopy-link";
  directory.files.push_back(link);
  REQUIRE(::symlink(other_name.c_str(), link.c_str()) == 0);
  const std::string pipe = directory.path + "/corosync_zerocopy-pipe";
  directory.files.push_back(pipe);
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refused(other_name));
  CHECK(refused(other_place));
  CHECK(refused(link));
  CHECK(refused(pipe));
  CHECK(refused(directory.path + "/corosync_zerocopy-missing"));
  CHECK(refused(directory.path + "/corosync_zerocopy-x/../passwd"));
  CHECK(refused("corosync_zerocopy-1"));
  CHECK(refused(""));
  CHECK(refused(good, ::geteuid() + 1));
  for (const std::string& path : {good, other_name, other_place, pipe}) CHECK(::access(path.c_str(), F_OK) == 0);
}

TEST_CASE("tokens differ") {
  ZeroCopyFiles files{{}};
  CHECK(files.token() != files.token());
}

}  // namespace rondel::ipc
