// A search from anywhere finds what a search from the start finds.
#include "core/analysis/events/near_search.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("every number is found from every other, also from beyond the last item") {
  std::size_t wrong = 0;
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t number = 0; number <= size; ++number) {
      for (std::size_t near = 0; near < size + 3; ++near) {
        const auto holds = [&](std::size_t i) {
          wrong += i >= size;
          return i < number;
        };
        wrong += count_near(size, near, holds) != number;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("what is near is found with few looks among many items") {
  constexpr std::size_t kMany = 1'000'000'000;
  for (const std::size_t number : {std::size_t{0}, kMany / 2, kMany}) {
    for (const std::size_t distance : {0, 1, 2, 3}) {
      for (const std::size_t near : {number - distance, number + distance}) {
        if (near > kMany) continue;
        int looks = 0;
        CHECK(count_near(kMany, near, [&](std::size_t i) {
                ++looks;
                return i < number;
              }) == number);
        CHECK(looks <= 6);
      }
    }
  }
}

}  // namespace
}  // namespace lanescope
