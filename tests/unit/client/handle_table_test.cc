#include "client/handle_table.h"

#include <doctest/doctest.h>

using rondel::client::HandleTable;

TEST_CASE("a handle finds its entry until it is removed, and never again") {
  HandleTable<int> table{7};
  const auto handle = table.add(std::make_shared<int>(5));
  REQUIRE(table.find(handle) != nullptr);
  CHECK(*table.find(handle) == 5);
  CHECK(*table.remove(handle) == 5);
  CHECK(table.find(handle) == nullptr);
  CHECK(table.remove(handle) == nullptr);
  CHECK(table.add(std::make_shared<int>(6)) != handle);
  CHECK(table.find(handle) == nullptr);
}

TEST_CASE("who holds an entry keeps it while it is removed") {
  HandleTable<int> table{7};
  const auto handle = table.add(std::make_shared<int>(5));
  const auto held = table.find(handle);
  CHECK(table.remove(handle) == held);
  CHECK(held.use_count() == 1);
  CHECK(*held == 5);
}

TEST_CASE("handles of two kinds are different, and zero is none") {
  HandleTable<int> one{1};
  HandleTable<int> two{2};
  const auto handle = one.add(std::make_shared<int>(1));
  CHECK(two.add(std::make_shared<int>(2)) != handle);
  CHECK(two.find(handle) == nullptr);
  CHECK(one.find(0) == nullptr);
}
