// Process tests of the link module. They need a network namespace of their own; where that isn't allowed they are
// skipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "cluster.h"

int main(int argc, char** argv) {
  constexpr int skipped = 77;  // meson's word for it
  if (!rondel::link::test::enter_network()) {
    std::puts("skipped: no permission for a network namespace, or no ip command");
    return skipped;
  }
  return doctest::Context{argc, argv}.run();
}
