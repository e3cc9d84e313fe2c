#include "core/analysis/kernels/repeat_rows.h"

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

/// A sequence is dropped if more than this share of its positions is in better ones.
constexpr double kMostCovered = 0.5;
constexpr std::size_t kLeastOccurrences = 2;

/// Whether `part` lies in `whole` repeated: a part of it, or shifted against it.
bool lies_in_repetition(const std::vector<StringId>& part, const std::vector<StringId>& whole) {
  std::vector<StringId> repeated;
  while (repeated.size() < whole.size() + part.size()) {
    repeated.insert(repeated.end(), whole.begin(), whole.end());
  }
  return !std::ranges::search(repeated, part).empty();
}

}  // namespace

void RepeatRows::add(const std::vector<StringId>& kernels, std::span<const std::uint32_t> places) {
  const std::size_t length = kernels.size();
  if (!covers_more(length, places)) return;
  std::vector<std::uint32_t> free;
  std::map<std::uint32_t, std::size_t> shared;  // by entry of row_at_: occurrences
  for (const std::uint32_t place : places) {
    const auto at = std::span(row_at_).subspan(place, length);
    const auto taken = std::ranges::find_if(at, [](std::uint32_t row) { return row != 0; });
    if (taken == at.end()) {
      free.push_back(place);
    } else {
      ++shared[*taken];
    }
  }
  if (const auto like = row_like(kernels)) {
    ++rows_[*like].variants;
  } else if (free.size() < std::max(kLeastOccurrences, places.size() / 2)) {
    const auto most =
        std::ranges::max_element(shared, {}, [](const auto& row) { return row.second; });
    if (most != shared.end()) ++rows_[most->first - 1].variants;
  } else if (rows_.size() < most_) {
    const auto number = static_cast<std::uint32_t>(rows_.size() + 1);
    for (const std::uint32_t place : free) {
      std::ranges::fill(std::span(row_at_).subspan(place, length), number);
    }
    rows_.push_back({kernels, std::move(free), 0});
  }
}

/// Marks the positions as covered. Returns whether enough of them were not.
bool RepeatRows::covers_more(std::size_t length, std::span<const std::uint32_t> places) {
  std::uint64_t before = 0;
  for (const std::uint32_t place : places) {
    for (std::size_t i = 0; i < length; ++i) before += covered_[place + i] ? 1 : 0;
  }
  const auto all = static_cast<double>(places.size() * length);
  if (static_cast<double>(before) > kMostCovered * all) return false;
  for (const std::uint32_t place : places) {
    for (std::size_t i = 0; i < length; ++i) covered_[place + i] = true;
  }
  return true;
}

std::optional<std::size_t> RepeatRows::row_like(const std::vector<StringId>& kernels) const {
  const auto row = std::ranges::find_if(rows_, [&](const RepeatRow& other) {
    return lies_in_repetition(kernels, other.kernels) || lies_in_repetition(other.kernels, kernels);
  });
  if (row == rows_.end()) return std::nullopt;
  return static_cast<std::size_t>(row - rows_.begin());
}

}  // namespace lanescope
