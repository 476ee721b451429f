// A directory of the test's own, gone afterwards.
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rondel::runtime {

struct TemporaryDirectory {
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "rondel-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return path + "/" + name; }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream stream{file(name), std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream{file(name), std::ios::binary} << content;
  }

  std::string path;
};

}  // namespace rondel::runtime
