#include "core/analysis/ops/annotation_tree.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("the innermost annotation is the same wherever the last search ended") {
  AnnotationTree tree(0);
  std::uint32_t number = 0;
  for (Ns outer_ns = 0; outer_ns < 200; outer_ns += 20) {
    tree.add({outer_ns, outer_ns + 18}, StringId::Empty, EventId{number++});
    tree.add({outer_ns + 2, outer_ns + 6}, StringId::Empty, EventId{number++});
    tree.add({outer_ns + 10, outer_ns + 12}, StringId::Empty, EventId{number++});
  }
  CHECK(tree.innermost_at(-1) == kNoParent);
  CHECK(tree.innermost_at(23) == 4);
  CHECK(tree.innermost_at(28) == 3);
  CHECK(tree.innermost_at(39) == kNoParent);
  for (Ns before_ns = -1; before_ns < 210; before_ns += 3) {
    for (Ns time_ns = -1; time_ns < 210; ++time_ns) {
      std::uint32_t hint = 0;
      (void)tree.innermost_at(before_ns, hint);
      REQUIRE(tree.innermost_at(time_ns, hint) == tree.innermost_at(time_ns));
    }
  }
}
