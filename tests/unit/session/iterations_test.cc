#include "session/iterations.h"

#include "fixture.h"

namespace rondel::session {

namespace {

std::string walked(std::span<const group::Process> table, IterationType type, std::string_view group = {}) {
  std::string shown;
  for (const group::Process& entry : iteration_order(table, type, group::Name{group}))
    shown += fmt::format("{}/{}/{} ", entry.group.view(), entry.node.value, entry.pid);
  return shown;
}

}  // namespace

TEST_CASE("the group seen last comes first, and behind its first process the others backwards") {
  const std::vector<group::Process> table{process(1, 50, "a"),  process(1, 60, "b"),  process(1, 99, "c"),
                                          process(1, 100, "c"), process(1, 102, "c"), process(2, 1, "a")};
  CHECK(walked(table, IterationType::all) == "c/1/99 c/1/102 c/1/100 b/1/60 a/1/50 a/2/1 ");
  CHECK(walked(table, IterationType::names_only) == "c/0/0 b/0/0 a/0/0 ");
  CHECK(walked(table, IterationType::one_group, "c") == "c/1/99 c/1/102 c/1/100 ");
  CHECK(walked(table, IterationType::one_group, "nobody").empty());
  CHECK(walked({}, IterationType::all).empty());
}

TEST_CASE("an iteration ends, and its handle is never given again") {
  Iterations iterations;
  const auto first = iterations.open({process(1, 1, "a")});
  group::Process entry;
  CHECK(iterations.next(*first, entry) == Iterations::Step::entry);
  CHECK(entry == process(1, 1, "a"));
  CHECK(iterations.next(*first, entry) == Iterations::Step::end);
  CHECK(iterations.next(*first, entry) == Iterations::Step::end);
  CHECK(iterations.close(*first));
  CHECK(iterations.next(*first, entry) == Iterations::Step::bad_handle);
  CHECK(*iterations.open({}) != *first);
}

TEST_CASE("closing one makes room for another") {
  Iterations iterations;
  std::optional<std::uint64_t> last;
  for (std::size_t i = 0; i < Iterations::open_iterations_max; ++i) last = iterations.open({});
  CHECK_FALSE(iterations.open({}));
  CHECK(iterations.close(*last));
  CHECK(iterations.open({}));
}

}  // namespace rondel::session
