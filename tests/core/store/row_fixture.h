// Rows of slices for tests: columns that own their memory, and the results of reading every slice.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/store/lod.h"

namespace lanescope {

struct RowFixture {
  std::vector<Ns> start_ns, dur_ns;
  std::vector<StringId> name;
  std::vector<CategoryId> category;

  void add(Ns start, Ns dur, std::uint32_t name_number = 1) {
    start_ns.push_back(start);
    dur_ns.push_back(dur);
    name.push_back(StringId{name_number});
    category.push_back(CategoryId{1});
  }
  [[nodiscard]] RowSlices slices() const { return {start_ns, dur_ns, name, category}; }
  [[nodiscard]] Lod lod() const { return Lod(slices()); }
  [[nodiscard]] Ns end_ns(std::uint32_t i) const { return start_ns[i] + dur_ns[i]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(start_ns.size()); }
};

/// Random gaps and durations up to the given lengths; occasionally a slice a thousand times as
/// long, a wide gap, or many empty slices at one time.
inline RowFixture random_row(std::uint32_t slices, Ns gap_ns, Ns dur_ns, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](Ns limit) { return static_cast<Ns>(random() % 0xFFFFFFFFU) % limit; };
  RowFixture row;
  Ns at_ns = 1'000'000;
  while (row.size() < slices) {
    const Ns kind = below(200);
    at_ns += below(gap_ns) + (kind == 0 ? 1000 * gap_ns : 0);
    const Ns length_ns = kind == 1 ? 1000 * dur_ns : below(dur_ns);
    const std::uint32_t copies = kind == 2 ? 40 : 1;
    for (std::uint32_t i = 0; i < copies && row.size() < slices; ++i) {
      row.add(at_ns, copies > 1 ? 0 : length_ns, static_cast<std::uint32_t>(below(50)));
    }
    at_ns += copies > 1 ? 0 : length_ns;
  }
  return row;
}

}  // namespace lanescope
