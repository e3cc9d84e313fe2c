#include "core/view/lanes/path_lane.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/analysis/host/site.h"
#include "core/view/lanes/model.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr double kTogetherPx = 1.5;  // marks this close together are drawn as one
constexpr double kAlonePx = 3;       // wider marks are drawn separately

TimeRange common(TimeRange a, TimeRange b) {
  return {std::max(a.begin_ns, b.begin_ns), std::min(a.end_ns, b.end_ns)};
}

}  // namespace

/// Where a segment is drawn on the lanes.
struct PathLane::Place {
  TrackId track = TrackId::None;
  std::uint32_t row = 0;
  TimeRange slice;  // of its event; empty if it has none

  [[nodiscard]] bool same_row(const Place& other) const {
    return track == other.track && row == other.row;
  }
};

/// Sorts the parts of segments by row.
class PathLane::RowCollector {
 public:
  void add(const Place& place, TimeRange segment) {
    if (place.track == TrackId::None) return;
    Parts& parts = rows_[{place.track, place.row}];
    const TimeRange on = common(segment, place.slice);
    if (on.empty()) {
      parts.waits.push_back(segment);
      return;
    }
    if (segment.begin_ns < on.begin_ns) parts.waits.push_back({segment.begin_ns, on.begin_ns});
    parts.on.push_back(on);
    if (on.end_ns < segment.end_ns) parts.waits.push_back({on.end_ns, segment.end_ns});
  }

  std::vector<Row> take() {
    std::vector<Row> out;
    out.reserve(rows_.size());
    for (auto& [key, parts] : rows_) {
      out.push_back({key.first, key.second, StripIndex(std::move(parts.on)),
                     StripIndex(std::move(parts.waits))});
    }
    return out;
  }

 private:
  struct Parts {
    std::vector<TimeRange> on, waits;
  };
  std::map<std::pair<TrackId, std::uint32_t>, Parts> rows_;
};

PathLane::PathLane(const Snapshot& snapshot, std::shared_ptr<const CriticalPath> path,
                   WindowKind window, const std::stop_token& stop)
    : path_(std::move(path)), window_(window), strip_(ranges_of(path_->segments)) {
  const std::vector<Place> where = places(snapshot, stop);
  if (stop.stop_requested()) return;
  RowCollector rows;
  for (std::uint32_t i = 0; i < where.size(); ++i) {
    const PathSegment& segment = path_->segments[i];
    rows.add(where[i], segment.range);
    if (segment.event != EventId::None) segment_of_.emplace_back(segment.event, i);
  }
  rows_ = rows.take();
  std::sort(segment_of_.begin(), segment_of_.end());
  add_turns(where);
  add_shares();
}

/// A segment without an event is drawn on the row where the path continues, because that is what
/// had to wait.
std::vector<PathLane::Place> PathLane::places(const Snapshot& snapshot,
                                              const std::stop_token& stop) const {
  std::vector<Place> where(path_->segments.size());
  for (std::size_t i = where.size(); i > 0 && !stop.stop_requested(); --i) {
    const auto slice = slice_place(snapshot, path_->segments[i - 1].event);
    if (slice) {
      where[i - 1] = {slice->track, slice->row, slice->range};
    } else if (i < where.size()) {
      where[i - 1] = {where[i].track, where[i].row, {}};
    }
  }
  return where;
}

void PathLane::add_turns(const std::vector<Place>& places) {
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const Place& from = places[i];
    const Place& to = places[i + 1];
    if (from.same_row(to) || from.track == TrackId::None || to.track == TrackId::None) continue;
    turns_.push_back({path_->segments[i].range.end_ns, from.track, to.track, from.row, to.row});
  }
}

void PathLane::add_shares() {
  for (std::size_t c = 0; c < kPathClasses; ++c) {
    const Ns total_ns = path_->classes_ns.at(c);
    if (total_ns > 0) shares_.push_back({static_cast<PathClass>(c), total_ns, share_of(total_ns)});
  }
  std::ranges::stable_sort(shares_, std::ranges::greater(), &PathShare::total_ns);
}

double PathLane::share_of(Ns ns) const {
  const Ns window_ns = std::max<Ns>(1, path_->window.length_ns());
  return static_cast<double>(ns) / static_cast<double>(window_ns);
}

void PathLane::rects(const Viewport& viewport, std::vector<StripRun>& runs,
                     std::vector<PathRect>& out) const {
  out.clear();
  strip_.runs(viewport, runs);
  for (const StripRun& run : runs) {
    out.push_back({static_cast<float>(run.x0_px), static_cast<float>(run.x1_px), run.longest,
                   run.last - run.first, path_->segments[run.longest].what});
  }
}

void PathLane::add_marks(const StripIndex& strip, std::uint32_t row, bool waits,
                         const Viewport& viewport, std::vector<StripRun>& runs,
                         std::vector<PathMark>& out) const {
  strip.runs(viewport, runs);
  const std::size_t first = out.size();
  double covered_px = 0;
  const auto close = [&] {
    if (out.size() == first) return;
    const double width_px = std::max(1.0F, out.back().x1_px - out.back().x0_px);
    out.back().share = static_cast<float>(std::clamp(covered_px / width_px, 0.0, 1.0));
  };
  for (const StripRun& run : runs) {
    const double run_px =
        std::min(static_cast<double>(run.covered_ns) / viewport.ns_per_px(), run.x1_px - run.x0_px);
    const bool thin = run.x1_px - run.x0_px < kAlonePx;
    const bool joins = out.size() > first && thin && out.back().row == row &&
                       run.x0_px - static_cast<double>(out.back().x1_px) < kTogetherPx;
    if (joins) {
      covered_px += run_px;
      out.back().x1_px = static_cast<float>(run.x1_px);
      continue;
    }
    close();
    out.push_back({static_cast<float>(run.x0_px), static_cast<float>(run.x1_px), row, waits, 1});
    covered_px = run_px;
  }
  close();
}

void PathLane::marks(TrackId track, std::uint32_t first_row, std::uint32_t rows,
                     const Viewport& viewport, std::vector<StripRun>& runs,
                     std::vector<PathMark>& out) const {
  out.clear();
  auto row = std::partition_point(rows_.begin(), rows_.end(), [&](const Row& one) {
    return std::pair(one.track, one.row) < std::pair(track, first_row);
  });
  for (; row != rows_.end() && row->track == track && row->row - first_row < rows; ++row) {
    add_marks(row->waits, row->row, true, viewport, runs, out);
    add_marks(row->on, row->row, false, viewport, runs, out);
  }
}

std::optional<PathLane::Hit> PathLane::hit(const Viewport& viewport, double x_px,
                                           double reach_px) const {
  const auto run = strip_.hit(viewport, x_px, reach_px);
  if (!run) return std::nullopt;
  return Hit{run->longest, run->last - run->first, run->covered_ns};
}

std::span<const PathTurn> PathLane::turns(TimeRange range) const {
  const auto first = std::ranges::lower_bound(turns_, range.begin_ns, {}, &PathTurn::time_ns);
  const auto last = std::ranges::upper_bound(turns_, range.end_ns, {}, &PathTurn::time_ns);
  if (first >= last) return {};
  return {first, last};
}

bool PathLane::any_of(EventId first, std::uint32_t count) const {
  const auto found = std::ranges::lower_bound(segment_of_, std::pair(first, 0U));
  return found != segment_of_.end() && index_of(found->first) - index_of(first) < count;
}

std::array<Ns, kPathClasses> PathLane::classes_of(EventId event) const {
  std::array<Ns, kPathClasses> sums{};
  auto found = std::ranges::lower_bound(segment_of_, std::pair(event, 0U));
  for (; found != segment_of_.end() && found->first == event; ++found) {
    const PathSegment& segment = path_->segments[found->second];
    Ns& sum = sums.at(static_cast<std::size_t>(segment.what));
    sum = saturating_add(sum, segment.range.length_ns());
  }
  return sums;
}

PathLane path_lane_insight(const AnalysisResults& in) {
  return {in.trace, in.of<CriticalPath>(), in.window.kind, in.stop};
}

void drop_path_lane(Insights& insights) {
  insights.drop<PathLane>();
  insights.drop<CriticalPath>();
}

void add_path_lane(LaneTree& tree) {
  const Lane lane{.key = std::string(kPathLaneKey),
                  .title = "critical path",
                  .facts = "sets the duration",
                  .kind = LaneKind::CriticalPath,
                  .role = LaneRole::Steps};
  auto place = std::ranges::find(tree.groups, GroupKind::Device, &LaneGroup::kind);
  if (place == tree.groups.end()) {
    place = tree.groups.begin();
    if (place != tree.groups.end() && place->kind == GroupKind::Steps) ++place;
  }
  tree.groups.insert(place, {"path", "", GroupKind::CriticalPath, {lane}, false});
}

DetailSection path_section(const Snapshot& snapshot, const PathLane& lane, EventId event) {
  DetailSection section;
  if (event == EventId::None || lane.empty()) return section;
  section.title = "CRITICAL PATH";
  const auto line = [&section](std::string key, std::string value, Ns exact_ns) {
    DetailLine& out = section.lines.emplace_back();
    out.key = std::move(key);
    out.value = std::move(value);
    out.style = DetailStyle::Code;
    out.exact = format_exact_ns(exact_ns);
  };
  const auto with_share = [&lane](Ns ns) {
    return fmt::format("{} · {}", format_duration(ns), format_share(lane.share_of(ns)));
  };
  const std::array<Ns, kPathClasses> classes = lane.classes_of(event);
  std::vector<std::pair<PathClass, Ns>> own;
  Ns total_ns = 0;
  for (std::size_t c = 0; c < kPathClasses; ++c) {
    if (classes.at(c) > 0) own.emplace_back(static_cast<PathClass>(c), classes.at(c));
    total_ns = saturating_add(total_ns, classes.at(c));
  }
  std::ranges::stable_sort(own, [](const auto& a, const auto& b) { return a.second > b.second; });
  if (own.empty()) {
    section.lines.emplace_back().value = "Not on the path: other work took longer";
  } else {
    line("Of " + std::string(window_phrase(lane.window())), with_share(total_ns), total_ns);
  }
  for (const auto& [what, ns] : own) {
    if (own.size() == 1) {
      line("Spent on", std::string(path_class_title(what)), ns);
    } else {
      line(std::string(path_class_title(what)), with_share(ns), ns);
    }
  }
  const StringId name = slice_name(snapshot, event);
  Ns named_ns = 0;
  for (const PathCost& cost : lane.path().costs) {
    if (cost.name == name && cost.what != PathClass::Untraced)
      named_ns = saturating_add(named_ns, cost.total_ns);
  }
  if (named_ns > total_ns) line("All with this name", with_share(named_ns), named_ns);
  return section;
}

}  // namespace lanescope
