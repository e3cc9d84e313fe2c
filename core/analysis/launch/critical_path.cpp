#include "core/analysis/launch/critical_path.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/gpu_order.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/launch/path_edges.h"
#include "core/analysis/launch/path_walk.h"
#include "core/analysis/results.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kPathClasses> kNames = {
    "gpu_compute", "gpu_comm", "gpu_memory",  "kernel_gap",   "launch_latency", "cpu_op",
    "python",      "runtime",  "sync_return", "data_loading", "host_comm",      "untraced"};

/// The window if it is bounded; else from the first GPU event to the last, or over all slices if
/// there is none.
TimeRange path_window(const Snapshot& snapshot, const AnalysisWindow& window,
                      const std::vector<DeviceTimeline>& timelines) {
  if (window.is_bounded()) return window.range.empty() ? TimeRange{} : window.range;
  TimeRange range{kMaxNs, kMinNs};
  for (const DeviceTimeline& timeline : timelines) {
    if (timeline.window.empty()) continue;
    range.begin_ns = std::min(range.begin_ns, timeline.window.begin_ns);
    range.end_ns = std::max(range.end_ns, timeline.window.end_ns);
  }
  if (range.empty()) range = snapshot.slices_extent;
  return range.empty() ? TimeRange{} : range;
}

/// Walks the path of a window that path_window() found.
template <bool kByEvent, typename Path>
void walk(const AnalysisResults& in, TimeRange window, std::span<const DeviceTimeline> timelines,
          Path& path) {
  if (window.empty()) return;
  const GpuOrder order(in.trace, timelines);
  const StreamWaitEdges waits(in.trace, order, in.read);
  const auto activities = in.of<HostActivities>();
  PathWalk<Path, kByEvent>(in.trace, window, order, waits, *activities, in.stop, path).run();
}

/// Sums the classes while the path is walked.
class ClassSums {
 public:
  explicit ClassSums(Ns end_ns) : begin_ns_(end_ns) {}

  void add_before(Ns begin_ns, PathClass what, EventId /*event*/) {
    Ns& class_ns = sums_.classes_ns[static_cast<std::size_t>(what)];
    class_ns = saturating_add(class_ns, length_of({begin_ns, begin_ns_}));
    begin_ns_ = begin_ns;
  }
  [[nodiscard]] const PathClassTimes& take() const { return sums_; }

 private:
  Ns begin_ns_;  // of what was added last
  PathClassTimes sums_;
};

/// Sums the segments of each class and name. There are millions of segments and few names.
class PathCosts {
 public:
  explicit PathCosts(const Snapshot& snapshot)
      : slices_(snapshot), rows_of_(snapshot.strings->size(), kNone) {}

  /// Call in order of time.
  void add(const PathSegment& segment) {
    Row& row = row_of(segment.what, slice_name(slices_, segment.event));
    const Ns length_ns = length_of(segment.range);
    row.cost.total_ns = saturating_add(row.cost.total_ns, length_ns);
    ++row.cost.count;
    if (length_ns > row.longest_ns) row.cost.longest = segment.event;
    row.longest_ns = std::max(row.longest_ns, length_ns);
  }

  /// By total time.
  [[nodiscard]] std::vector<PathCost> take() const {
    std::vector<PathCost> costs;
    costs.reserve(rows_.size());
    for (const Row& row : rows_) costs.push_back(row.cost);
    std::ranges::sort(costs, [](const PathCost& a, const PathCost& b) {
      return a.total_ns != b.total_ns ? a.total_ns > b.total_ns
                                      : std::tuple(a.what, a.name) < std::tuple(b.what, b.name);
    });
    return costs;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Row {
    PathCost cost;
    Ns longest_ns = -1;
    std::uint32_t next = kNone;  // of the same name, with another class
  };

  Row& row_of(PathClass what, StringId name) {
    std::uint32_t* row = &rows_of_[index_of(name)];
    while (*row != kNone && rows_[*row].cost.what != what) row = &rows_[*row].next;
    if (*row != kNone) return rows_[*row];
    *row = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back().cost = {.what = what, .name = name};
    return rows_.back();
  }

  SliceFinder slices_;                  // neighbors on the path are mostly neighbors on a thread
  std::vector<std::uint32_t> rows_of_;  // by name: the first one
  std::vector<Row> rows_;
};

}  // namespace

std::string_view path_class_name(PathClass path_class) {
  return kNames[static_cast<std::size_t>(path_class)];
}

CriticalPath analyse_critical_path(const AnalysisResults& in) {
  CriticalPath path;
  const auto timelines = in.of<DeviceTimelines>();
  path.window = path_window(in.trace, in.window, timelines->devices);
  path.segments = PathSegments(path.window.end_ns);
  walk<true>(in, path.window, timelines->devices, path.segments);
  PathCosts costs(in.trace);
  for (const PathSegment& segment : path.segments) costs.add(segment);
  path.costs = costs.take();
  for (const PathCost& cost : path.costs) {
    Ns& class_ns = path.classes_ns[static_cast<std::size_t>(cost.what)];
    class_ns = saturating_add(class_ns, cost.total_ns);
  }
  return path;
}

PathClassTimes path_class_times(const AnalysisResults& in) {
  const auto timelines = in.of<DeviceTimelines>();
  const TimeRange window = path_window(in.trace, in.window, timelines->devices);
  ClassSums sums(window.end_ns);
  walk<false>(in, window, timelines->devices, sums);
  return sums.take();
}

}  // namespace lanescope
