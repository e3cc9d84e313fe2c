// The names of a range of time as the rows of a table: filtered, sorted, formatted. Made by a
// worker, shown by a pane.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/events/range_stats.h"

namespace lanescope {

enum class RangeColumn : std::uint8_t { Name, Role, Calls, Total, Share, Mean, Max };

/// What of a range is listed.
struct RangeTableQuery {
  std::optional<CategoryKind> kind;  // all kinds when absent
  RangeColumn sort = RangeColumn::Total;
  bool falling = true;
  friend bool operator==(const RangeTableQuery&, const RangeTableQuery&) = default;
};

struct RangeTableRow {
  std::string name;  // short
  std::string role, calls, total, share, mean, max;
  EventId longest = EventId::None;
  ColorRole color = ColorRole::Compute;
  std::uint8_t shade = 0;
};

/// A kind that occurs in the range, for choosing.
struct RangeKind {
  CategoryKind kind = CategoryKind::Other;
  std::string title;  // "Kernels"
  std::string label;  // with the number of names: "Kernels  318"
};

struct RangeTable {
  std::vector<RangeKind> kinds;  // the GPU's first, then by what people look for
  std::vector<RangeTableRow> rows;
  std::string facts;  // "141.9 ms · 318 names · 3,104 events · GPU 0 busy 61 %"
};

/// Cost: O(names log names).
RangeTable build_range_table(const Snapshot& snapshot, const RangeStats& stats,
                             const RangeTableQuery& query);

/// What is worth looking at first: kernels where there are any, else operators, else everything.
std::optional<CategoryKind> usual_kind(const RangeStats& stats);

}  // namespace lanescope
