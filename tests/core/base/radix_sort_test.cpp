#include "core/base/radix_sort.h"

#include <algorithm>
#include <random>
#include <tuple>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

void check_sorted(std::vector<KeyedRow> rows) {
  std::vector<KeyedRow> expected = rows;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const KeyedRow& a, const KeyedRow& b) { return a.key < b.key; });
  radix_sort(rows);
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool same = rows[i].key == expected[i].key && rows[i].row == expected[i].row;
    CHECK(same);
  }
}

}  // namespace

TEST_CASE("rows are sorted by key and equal keys keep their order") {
  std::mt19937_64 random(1);
  for (const std::uint64_t limit : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5000},
                                    std::uint64_t{1} << 33U, ~std::uint64_t{0}}) {
    std::vector<KeyedRow> rows;
    for (std::uint32_t i = 0; i < 3000; ++i) rows.push_back({random() % limit, i});
    check_sorted(rows);
  }
}

TEST_CASE("keys at both ends of 64 bits are sorted") {
  check_sorted({{~std::uint64_t{0}, 0}, {0, 1}, {std::uint64_t{1} << 63U, 2}, {0, 3}, {1, 4}});
}

TEST_CASE("nothing and one row are sorted already") {
  check_sorted({});
  check_sorted({{7, 0}});
}

TEST_CASE("numbers are sorted, negative ones first, few and many") {
  std::mt19937_64 random(1);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{5000}}) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < size; ++i) {
      const auto any = static_cast<std::int64_t>(random());
      numbers.push_back(i % 2 == 0 ? any : any % 1000);
    }
    std::vector<std::int64_t> expected = numbers;
    std::sort(expected.begin(), expected.end());
    radix_sort(numbers);
    CHECK(numbers == expected);
  }
}
