#include "core/view/timeline/arrow_shape.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("an arrow leaves and arrives at the edges that face each other") {
  const ArrowTouch above{10, 100, 118}, below{50, 200, 218};
  const ArrowShape down = arrow_shape(above, below, 14);
  CHECK(down.from.y == 118);
  CHECK(down.to.y == 200);
  CHECK(down.direction == 1);
  CHECK(down.from_bend.y == 118 + 41);
  CHECK(down.to_bend.y == 200 - 41);
  const ArrowShape up = arrow_shape(below, above, 14);
  CHECK(up.from.y == 200);
  CHECK(up.to.y == 118);
  CHECK(up.direction == -1);
}

TEST_CASE("an arrow within one row bends as far as it must") {
  const ArrowShape flat = arrow_shape({10, 100, 118}, {50, 100, 118}, 14);
  CHECK(flat.from.y == 109);
  CHECK(flat.to.y == 109);
  CHECK(flat.from_bend.y == 123);
  CHECK(flat.to_bend.y == 95);
}

TEST_CASE("many arrows are fainter than a few") {
  CHECK(arrow_strength(8) > arrow_strength(9));
}

}  // namespace lanescope
