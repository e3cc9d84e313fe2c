// RpdLaunches: which call launched each operation of an RPD file.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/readers/rocm/database_rows.h"

namespace lanescope {

/// A call may launch many operations, such as a graph's. An operation may be linked to several
/// calls: the one that launched it is no marker, begins before it, and has the parameters of such a
/// launch; if that holds for several, the latest of them.
class RpdLaunches {
 public:
  struct Link {
    std::int64_t op, call;
    friend auto operator<=>(const Link&, const Link&) = default;
  };

  /// Cost: a pass over the links, and some rows for each operation with several calls.
  RpdLaunches(SqliteDatabase& database, DatabaseStrings& strings);

  [[nodiscard]] std::optional<std::int64_t> call_of(std::int64_t op) const;
  /// All of the operation, each once; the last is its launch.
  [[nodiscard]] std::span<const Link> links_of(std::int64_t op) const;
  [[nodiscard]] std::size_t link_count() const { return links_.size(); }

  /// Reports what of the table is ambiguous or has wrong types.
  void report(RowSink& sink) const;

 private:
  std::vector<Link> links_;  // by operation
  std::uint64_t malformed_ = 0, ambiguous_ = 0;
  std::int64_t first_ambiguous_ = 0;
};

}  // namespace lanescope
