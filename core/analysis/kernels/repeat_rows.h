// Which repeated sequences become rows of their own, and which are variants of a row. Sequences
// overlap: of one that repeats, so do parts of it, and windows that are shifted against it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/text/ids.h"

namespace lanescope {

struct RepeatRow {
  std::vector<StringId> kernels;
  std::vector<std::uint32_t> places;  // positions of its occurrences, ascending
  std::uint64_t variants = 0;
};

class RepeatRows {
 public:
  /// For positions below `size`, with at most `most` rows.
  RepeatRows(std::size_t size, std::size_t most) : most_(most), row_at_(size), covered_(size) {}

  /// Adds a sequence, given after all that are better: as a row with the occurrences that share no
  /// position with other rows; as a variant if few are left, or if it is a part of a row's
  /// repetition or the reverse; not at all if most of its positions are in others.
  void add(const std::vector<StringId>& kernels, std::span<const std::uint32_t> places);
  /// The rows, which share no position.
  [[nodiscard]] const std::vector<RepeatRow>& rows() const { return rows_; }

 private:
  bool covers_more(std::size_t length, std::span<const std::uint32_t> places);
  [[nodiscard]] std::optional<std::size_t> row_like(const std::vector<StringId>& kernels) const;

  std::size_t most_;
  std::vector<RepeatRow> rows_;
  std::vector<std::uint32_t> row_at_;  // by position: 1 more than the row that has it, else 0
  std::vector<bool> covered_;          // by position: in a row or in a variant of one
};

}  // namespace lanescope
