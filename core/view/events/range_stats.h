// What happens in a range of time: how much of what, by kind and by name. Slices are clipped to the
// range.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"

namespace lanescope {

struct KindStats {
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t count = 0;
  Ns total_ns = 0;  // sum of clipped durations, nested ones included
};

struct NameStats {
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns max_ns = 0;  // longest, clipped
  EventId longest = EventId::None;
};

struct DeviceStats {
  std::int64_t device = 0;
  Ns busy_ns = 0;    // union over the device's streams
  double share = 0;  // of what was recorded of the range
};

struct RangeStats {
  TimeRange range;
  std::uint64_t slices = 0;
  std::vector<KindStats> kinds;  // by total, falling
  std::vector<NameStats> names;  // by total, falling, then by name
  std::vector<DeviceStats> devices;
  bool complete = false;  // false: stopped half-way
};

/// One title of a kind for people: "CPU operators", "kernels".
std::string_view kind_title(CategoryKind kind);

/// Over all tracks, or those given. Cost: O(slices in the range); for a worker. Stops within a
/// millisecond or so.
RangeStats range_stats(const Snapshot& snapshot, TimeRange range,
                       std::span<const TrackId> tracks = {}, const std::stop_token& stop = {});

/// The time in `range` during which at least one of the device's streams works. Cost: O(its slices
/// in the range).
Ns device_busy_ns(const Snapshot& snapshot, std::int64_t device, TimeRange range,
                  const std::stop_token& stop = {});

// The names of a range of time as the rows of a table: filtered, sorted, formatted. Made by a
// worker, shown by a pane.

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
