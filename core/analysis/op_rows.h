// The rows of the operator table while it is filled in. Each worker fills in rows of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/ops.h"
#include "core/store/snapshot.h"

namespace lanescope {

inline constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

class OpRows {
 public:
  explicit OpRows(const Snapshot& snapshot)
      : snapshot_(snapshot),
        of_op_(snapshot.strings->size(), kNoRow),
        of_annotation_(snapshot.strings->size(), kNoRow) {}

  /// The number of an operator's row, a new one at its first call.
  std::uint32_t of_op(StringId name) {
    std::uint32_t& number = of_op_[index_of(name)];
    return number != kNoRow ? number : add(number, name, false);
  }
  /// The same for ranges of category user_annotation.
  std::uint32_t of_annotation(StringId name) {
    std::uint32_t& number = of_annotation_[index_of(name)];
    return number != kNoRow ? number : add(number, name, true);
  }
  OpRow& operator[](std::uint32_t number) { return rows_[number]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }

  /// Adds the columns of rows that were filled in elsewhere from the same trace.
  void merge(const OpRows& other) {
    for (const OpRow& row : other.rows_) {
      rows_[row.user_annotation ? of_annotation(row.name) : of_op(row.name)].add(row);
    }
  }

  std::vector<OpRow> take() { return std::move(rows_); }

 private:
  std::uint32_t add(std::uint32_t& number, StringId name, bool user_annotation) {
    number = size();
    OpRow& fresh = rows_.emplace_back();
    fresh.name = name;
    fresh.user_annotation = user_annotation;
    fresh.annotation = user_annotation || is_annotation_name(snapshot_.text(name));
    return number;
  }

  const Snapshot& snapshot_;
  std::vector<std::uint32_t> of_op_, of_annotation_;  // by name
  std::vector<OpRow> rows_;
};

}  // namespace lanescope
