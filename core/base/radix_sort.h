// Sorts row numbers by 64-bit keys, stably, and plain numbers: least significant digit first;
// digits that are the same in all keys are skipped. Flow and launch ids are dense integers, so two
// or three passes replace the twenty of a comparison sort.
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

/// 12 bytes: there is one for each flow half of a trace, and two during sorting.
struct [[gnu::packed]] KeyedRow {
  std::uint64_t key = 0;
  std::uint32_t row = 0;
};

/// Sorts by key; equal keys keep their order. Cost: one counting pass, and one pass for each 11-bit
/// digit in use.
void radix_sort(std::vector<KeyedRow>& rows);
/// Sorts numbers in the same way. Durations need two or three passes too. Memory: that of the
/// numbers once more.
void radix_sort(std::vector<std::int64_t>& numbers);

}  // namespace lanescope
