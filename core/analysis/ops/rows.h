// The rows of the operator table while they are computed. Each worker has its own.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/ops/ops.h"
#include "core/store/snapshot.h"

namespace lanescope {

inline constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

class OpRows {
 public:
  OpRows(const Snapshot& snapshot, const OpGroups& groups)
      : snapshot_(snapshot),
        groups_(groups),
        of_op_(snapshot.strings->size(), kNoRow),
        of_annotation_(snapshot.strings->size(), kNoRow) {}

  /// The index of an operator's row, which is created on first use.
  std::uint32_t of_op(StringId name, EventId op) { return in_group(name, groups_.of(op)); }
  /// The same for an operator that is no event of the trace.
  std::uint32_t of_group(StringId name, std::uint32_t group) { return in_group(name, group); }
  /// The same for annotations of category user_annotation.
  std::uint32_t of_annotation(StringId name) {
    std::uint32_t& number = of_annotation_[index_of(name)];
    return number != kNoRow ? number : add(number, name, 0, true);
  }
  OpRow& operator[](std::uint32_t number) { return rows_[number]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }

  /// Adds the rows of another worker, for the same trace.
  void merge(const OpRows& other) {
    for (const OpRow& row : other.rows_) {
      const std::uint32_t number =
          row.user_annotation ? of_annotation(row.name) : in_group(row.name, row.group);
      rows_[number].add(row);
    }
  }

  std::vector<OpRow> take() { return std::move(rows_); }

 private:
  std::uint32_t in_group(StringId name, std::uint32_t group) {
    std::uint32_t& number = group == 0 ? of_op_[index_of(name)] : of_grouped(name, group);
    return number != kNoRow ? number : add(number, name, group, false);
  }

  std::uint32_t& of_grouped(StringId name, std::uint32_t group) {
    const std::uint64_t key = std::uint64_t{group} << 32U | index_of(name);
    return of_group_.try_emplace(key, kNoRow).first->second;
  }

  std::uint32_t add(std::uint32_t& number, StringId name, std::uint32_t group,
                    bool user_annotation) {
    number = size();
    OpRow& fresh = rows_.emplace_back();
    fresh.name = name;
    fresh.group = group;
    fresh.user_annotation = user_annotation;
    fresh.annotation = user_annotation || is_annotation_name(snapshot_.text(name));
    return number;
  }

  const Snapshot& snapshot_;
  const OpGroups& groups_;
  std::vector<std::uint32_t> of_op_, of_annotation_;           // by name, for group 0
  std::unordered_map<std::uint64_t, std::uint32_t> of_group_;  // by (group, name)
  std::vector<OpRow> rows_;
};

}  // namespace lanescope
