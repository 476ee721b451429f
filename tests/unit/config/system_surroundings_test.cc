#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "config/surroundings.h"

namespace rondel::config {
namespace {

struct Directory {
  std::filesystem::path path;
  Directory() {
    std::string name = (std::filesystem::temp_directory_path() / "rondel-config-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    std::ofstream{path / name} << text;
    return (path / name).string();
  }
};

TEST_CASE("files are read up to a bound, and failures say why") {
  const Directory directory;
  SystemSurroundings here;
  const std::string file = directory.file("a", "0123456789");
  CHECK(here.read_file(file, 100).value() == "0123456789");
  CHECK(here.read_file(file, 4).value() == "0123");
  CHECK(here.read_file(directory.path / "nope", 4).error().text == "No such file or directory");
  CHECK(here.read_file(directory.path, 4).error().text == "Is a directory");
}

TEST_CASE("regular files of a directory, hidden ones and links too") {
  const Directory directory;
  SystemSurroundings here;
  const std::string a = directory.file("a", "");
  const std::string hidden = directory.file(".b", "");
  std::filesystem::create_directory(directory.path / "sub");
  std::filesystem::create_symlink(a, directory.path / "link");
  CHECK(here.list_files(directory.path) == std::vector<std::string>{hidden, a, (directory.path / "link").string()});
  CHECK(here.list_files(directory.path / "nope").empty());
}

TEST_CASE("numeric addresses resolve to themselves, in their family") {
  SystemSurroundings here;
  CHECK(here.resolve("127.0.0.2", Family::any) == std::vector<Address>{{Family::ipv4, "127.0.0.2"}});
  CHECK(here.resolve("fd00::5", Family::any) == std::vector<Address>{{Family::ipv6, "fd00::5"}});
  CHECK(here.resolve("127.0.0.2", Family::ipv6).empty());
  CHECK(here.resolve("", Family::any).empty());
}

TEST_CASE("who this machine is") {
  SystemSurroundings here;
  CHECK(!here.host_name().empty());
  const std::vector<Address> local = here.local_addresses();
  for (const Address& address : local) CHECK(here.resolve(address.text, address.family).size() == 1);
  CHECK(here.user_id("root") == 0);
  CHECK(here.group_id("root") == 0);
  CHECK(!here.user_id("no such user"));
  CHECK(!here.group_id("no such group"));
}

}  // namespace
}  // namespace rondel::config
