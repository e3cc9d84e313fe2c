// Where an event's row is in an RPD file, and what joins its tables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/readers/rocm/database_rows.h"

namespace lanescope {

enum class RpdTable : std::uint8_t { None, Api, Op };

inline Place rpd_place(RpdTable table, std::int64_t id) {
  return place_of_row(static_cast<std::uint64_t>(table), id);
}

/// The call that launched each operation. A call may launch many, such as a graph's; of several
/// calls of one operation the last counts.
class RpdLaunches {
 public:
  explicit RpdLaunches(SqliteDatabase& database);
  [[nodiscard]] std::optional<std::int64_t> call_of(std::int64_t op) const;

 private:
  struct Pair {
    std::int64_t op, call;
  };
  std::vector<Pair> pairs_;  // by op
};

}  // namespace lanescope
