// What happens in a range of time, by kind and by name. Slices are clipped to the range.
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
  Ns total_ns = 0;  // sum of clipped durations, including nested ones
};

struct NameStats {
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns max_ns = 0;  // longest clipped duration
  EventId longest = EventId::None;
};

struct DeviceStats {
  std::int64_t device = 0;
  Ns busy_ns = 0;    // union over the device's streams
  double share = 0;  // of the recorded part of the range
};

struct RangeStats {
  TimeRange range;
  std::uint64_t slices = 0;
  std::vector<KindStats> kinds;  // by total, descending
  std::vector<NameStats> names;  // by total, descending, then by name
  std::vector<DeviceStats> devices;
  bool complete = false;  // false: stopped before the end
};

/// The display name of a kind: "CPU operators", "kernels".
std::string_view kind_title(CategoryKind kind);

/// Over all tracks, or only the given ones. Cost: O(slices in the range); run it on a worker. Stops
/// within about a millisecond.
RangeStats range_stats(const Snapshot& snapshot, TimeRange range,
                       std::span<const TrackId> tracks = {}, const std::stop_token& stop = {});

/// The time in `range` during which at least one of the device's streams is busy. Cost: O(its
/// slices in the range).
Ns device_busy_ns(const Snapshot& snapshot, std::int64_t device, TimeRange range,
                  const std::stop_token& stop = {});

// The names in a range of time as table rows: filtered, sorted, formatted. Built on a worker, shown
// in a pane.

enum class RangeColumn : std::uint8_t { Name, Role, Calls, Total, Share, Mean, Max };

/// Which part of a range is listed, and in which order.
struct RangeTableQuery {
  std::optional<CategoryKind> kind;  // nullopt: all kinds
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
  std::uint32_t differs_at = 0;  // the byte of `name` that must stay visible: see differing_parts
};

/// A kind that occurs in the range, as a choice in the pane.
struct RangeKind {
  CategoryKind kind = CategoryKind::Other;
  std::string title;  // "Kernels"
  std::string label;  // with its number of names: "Kernels  318"
};

struct RangeTable {
  std::vector<RangeKind> kinds;  // GPU kinds first, then by how often people look for them
  std::vector<RangeTableRow> rows;
  bool sampled = false;  // all of them: their events are runs of samples, not calls
  std::string facts;     // "141.9 ms · 318 names · 3,104 events · GPU 0 busy 61 %"
};

/// Cost: O(names log names).
RangeTable build_range_table(const Snapshot& snapshot, const RangeStats& stats,
                             const RangeTableQuery& query);

/// The kind listed first: kernels, otherwise other device work, otherwise operators, if the range
/// has any. nullopt: list all kinds.
std::optional<CategoryKind> usual_kind(const RangeStats& stats);

}  // namespace lanescope
