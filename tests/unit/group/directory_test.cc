#include "group/directory.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

#include "base/random.h"

using namespace rondel;
using namespace rondel::group;

TEST_CASE("the table is ordered by node, pid, group, and asked in each way") {
  Directory directory;
  CHECK(directory.all().empty());
  CHECK(directory.of({1}).empty());
  CHECK(directory.members(Name{"g"}).empty());
  const Process low{{1}, 300, Name{"g"}};
  const Process a{{2}, 5, Name{"a"}};
  const Process g{{2}, 5, Name{"g"}};
  const Process high{{3}, 1, Name{"g"}};
  for (const Process& process : {high, g, low, a, g}) directory.insert(process);
  const std::vector<Process> expected{low, a, g, high};
  CHECK(std::ranges::equal(directory.all(), expected));
  CHECK(std::ranges::equal(directory.of({2}), std::array{a, g}));
  CHECK(directory.of({4}).empty());
  CHECK(directory.members(Name{"g"}) == std::vector<Member>{{{1}, 300}, {{2}, 5}, {{3}, 1}});
  CHECK(directory.contains(a));
  CHECK_FALSE(directory.contains({{2}, 6, Name{"a"}}));
  CHECK(directory.has({2}, Name{"a"}));
  CHECK_FALSE(directory.has({1}, Name{"a"}));
  CHECK_FALSE(directory.has({3}, Name{"a"}));
  CHECK_FALSE(directory.has({2}, Name{"b"}));
}

TEST_CASE("what is erased is gone from table and group") {
  Directory directory;
  directory.erase({{1}, 1, Name{"g"}});
  const std::array<Process, 3> processes{{{{1}, 1, Name{"g"}}, {{2}, 1, Name{"g"}}, {{2}, 2, Name{"h"}}}};
  directory.insert_all(processes);
  directory.erase(processes[0]);
  CHECK_FALSE(directory.has({1}, Name{"g"}));
  CHECK(directory.has({2}, Name{"g"}));
  CHECK(directory.erase_nodes(std::array{NodeId{2}, NodeId{7}}) == std::vector<Process>{processes[1], processes[2]});
  CHECK(directory.all().empty());
  CHECK(directory.members(Name{"g"}).empty());
  CHECK_FALSE(directory.has({2}, Name{"h"}));
}

TEST_CASE("table and groups agree over thousands of random changes") {
  Pcg32 random{11};
  Directory directory;
  std::set<Process> model;
  const std::array<Name, 3> names{Name{""}, Name{"a"}, Name{std::string(name_bytes_max, 'x')}};
  for (std::size_t round = 0; round < 5000; ++round) {
    const Process process{{random.between(1, 4)}, random.below(5), names[random.below(3)]};
    if (random.below(300) == 0) {
      static_cast<void>(directory.erase_nodes(std::array{process.node}));
      std::erase_if(model, [&](const Process& known) { return known.node == process.node; });
    } else if (random.below(2) == 0) {
      directory.insert(process);
      model.insert(process);
    } else {
      directory.erase(process);
      model.erase(process);
    }
    REQUIRE(std::ranges::equal(directory.all(), model));
    for (const Name& name : names) {
      std::vector<Member> members;
      for (const Process& known : model) {
        if (known.group == name) members.push_back({known.node, known.pid, Reason::undefined});
      }
      REQUIRE(directory.members(name) == members);
    }
  }
}
