#include "core/build/tracks/link_numbers.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("small ids stay, large ones get numbers of their own") {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 32U;
  LinkNumbers numbers;
  CHECK(numbers.of(0) == 0);
  CHECK(numbers.of(7) == 7);
  const std::uint32_t first = numbers.of(kLarge + 7);
  CHECK(first != 7);
  CHECK(numbers.of(kLarge + 7) == first);
  CHECK(numbers.of(kLarge + 8) != first);
  // An id that is such a number is not mixed up with it.
  CHECK(numbers.of(first) != first);
}
