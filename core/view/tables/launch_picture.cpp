#include "core/view/tables/launch_picture.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/launch/queue.h"

namespace lanescope {
namespace {

/// How many launches of a stream are waiting at a given time.
class QueueLengths {
 public:
  explicit QueueLengths(std::shared_ptr<const LaunchQueue> queue) : queue_(std::move(queue)) {
    for (const StreamQueue& lane : queue_->lanes) lanes_[lane.track] = &lane;
  }
  [[nodiscard]] std::int64_t at(TrackId track, Ns time_ns) const {
    const auto found = lanes_.find(track);
    if (found == lanes_.end()) return 0;
    const StreamQueue& lane = *found->second;
    const auto after = std::ranges::upper_bound(lane.time_ns, time_ns);
    if (after == lane.time_ns.begin()) return 0;
    return lane.length[static_cast<std::size_t>(after - lane.time_ns.begin()) - 1];
  }

 private:
  std::shared_ptr<const LaunchQueue> queue_;
  std::unordered_map<TrackId, const StreamQueue*> lanes_;
};

LaunchZone zone_of(const Launch& launch, std::int64_t queue_length, const Thresholds& thresholds) {
  if (queue_length >= thresholds.full_queue) return LaunchZone::QueueFull;
  if (launch.has_wait() && launch.delay_ns > thresholds.long_delay_ns) return LaunchZone::Delayed;
  const bool long_call = launch.call_ns > thresholds.long_launch_ns;
  return launch.gpu_ns < launch.call_ns && !long_call ? LaunchZone::ShortKernel : LaunchZone::Usual;
}

std::size_t index_in(double share, std::size_t count) {
  const auto index = static_cast<std::size_t>(std::max(0.0, share * static_cast<double>(count)));
  return std::min(index, count - 1);
}

LaunchGrid make_grid(const LaunchPicture& picture, ChartAxis axis) {
  LaunchGrid grid;
  grid.cells.resize(LaunchGrid::kColumns * LaunchGrid::kRows);
  for (std::uint32_t i = 0; i < picture.points.size(); ++i) {
    const LaunchPoint& point = picture.points[i];
    const auto y = picture.y_of(point);
    const std::size_t row = y ? 1 + index_in(*y, LaunchGrid::kRows - 1) : 0;
    const std::size_t column = index_in(picture.x_of(point, axis), LaunchGrid::kColumns);
    LaunchCell& cell = grid.cells[row * LaunchGrid::kColumns + column];
    if (cell.count == 0 || point.delay_ns > picture.points[cell.latest].delay_ns) cell.latest = i;
    cell.zone = std::max(cell.zone, point.zone);
    grid.most = std::max(grid.most, ++cell.count);
  }
  return grid;
}

void make_axes(LaunchPicture& picture) {
  Ns least_call = kMaxNs, most_call = 1, least_delay = kMaxNs, most_delay = 1;
  picture.times = {kMaxNs, kMinNs};
  for (const LaunchPoint& point : picture.points) {
    least_call = std::min(least_call, std::max<Ns>(1, point.call_ns));
    most_call = std::max(most_call, point.call_ns);
    if (point.delay_ns > 0) least_delay = std::min(least_delay, point.delay_ns);
    most_delay = std::max(most_delay, point.delay_ns);
    picture.times.begin_ns = std::min(picture.times.begin_ns, point.begin_ns);
    picture.times.end_ns = std::max(picture.times.end_ns, point.begin_ns);
  }
  picture.times.end_ns = std::max(picture.times.end_ns, saturating_add(picture.times.begin_ns, 1));
  const auto axis = [](Ns least, Ns most) {
    return LogAxis(static_cast<double>(std::min(least, most)), static_cast<double>(most));
  };
  picture.call_axis = axis(least_call, most_call);
  picture.delay_axis = axis(least_delay, most_delay);
}

Ns rounded(double value) {
  return static_cast<Ns>(std::llround(std::clamp(value, -9e18, 9e18)));
}

}  // namespace

std::string_view zone_title(LaunchZone zone) {
  constexpr std::array<std::string_view, kLaunchZones> kTitles{"other", "short kernels", "delayed",
                                                               "queue full"};
  return kTitles[static_cast<std::size_t>(zone)];
}

std::string zone_meaning(LaunchZone zone, const Thresholds& thresholds) {
  switch (zone) {
    case LaunchZone::ShortKernel:
      return fmt::format(
          "The kernel takes less time than its launch call, which takes at most {}: launching such "
          "kernels takes the CPU longer than running them takes the GPU.",
          format_duration(thresholds.long_launch_ns));
    case LaunchZone::Delayed:
      return fmt::format("The work starts more than {} after its launch call ended.",
                         format_duration(thresholds.long_delay_ns));
    case LaunchZone::QueueFull:
      return fmt::format(
          "{} or more launches are queued in the stream when the call starts; from 1,024 on, the "
          "call "
          "itself has to wait.",
          format_count(thresholds.full_queue));
    case LaunchZone::Usual:
      break;
  }
  return "None of the others: the work starts soon after its call, and the queue has room.";
}

void ZoneSums::add(const LaunchPoint& point) {
  ++launches;
  call_ns = saturating_add(call_ns, point.counted_call_ns);
  gpu_ns = saturating_add(gpu_ns, point.counted_gpu_ns);
  if (!point.has_wait) return;
  ++waits;
  wait_ns = saturating_add(wait_ns, point.wait_ns());
}

std::optional<Ns> ZoneSums::mean_wait_ns() const {
  if (waits == 0) return std::nullopt;
  return wait_ns / static_cast<Ns>(waits);
}

double LaunchPicture::x_of(const LaunchPoint& point, ChartAxis axis) const {
  if (axis == ChartAxis::CallLength) return call_axis.share(static_cast<double>(point.call_ns));
  return static_cast<double>(saturating_sub(point.begin_ns, times.begin_ns)) /
         static_cast<double>(times.length_ns());
}

std::optional<double> LaunchPicture::y_of(const LaunchPoint& point) const {
  if (point.delay_ns <= 0) return std::nullopt;
  return delay_axis.share(static_cast<double>(point.delay_ns));
}

Ns LaunchPicture::x_value(double x, ChartAxis axis) const {
  if (axis == ChartAxis::CallLength) return x <= 0 ? 0 : rounded(call_axis.value_at(x));
  return saturating_add(times.begin_ns, rounded(x * static_cast<double>(times.length_ns())));
}

Ns LaunchPicture::y_value(double y) const {
  return y < 0 ? kMinNs : rounded(delay_axis.value_at(y));
}

bool is_in_box(const LaunchPoint& point, const ChartBox& box) {
  const Ns x = box.axis == ChartAxis::Time ? point.begin_ns : point.call_ns;
  return x >= box.x0 && x <= box.x1 && point.delay_ns >= box.y0 && point.delay_ns <= box.y1;
}

LaunchPicture launch_picture(const AnalysisResults& in, const std::optional<ChartBox>& box) {
  const Snapshot& trace = in.trace;
  const auto found = in.of<LaunchTable>();
  const LaunchTable& launches = *found;
  LaunchPicture picture;
  picture.floor_ns = launches.floor_ns;
  picture.thresholds = in.window.thresholds;
  const QueueLengths queue(in.of<LaunchQueue>());
  picture.points.reserve(launches.launches.size());
  for (const Launch& launch : launches.launches) {
    const auto call = trace.find_slice(launch.call), work = trace.find_slice(launch.gpu_event);
    if (!call || !work) continue;
    const Ns begin_ns = call->chunk->range(call->slice).begin_ns;
    LaunchPoint point{.kernel = launch.gpu_event,
                      .call = launch.call,
                      .begin_ns = begin_ns,
                      .call_ns = launch.call_ns,
                      .gpu_ns = launch.gpu_ns,
                      .counted_call_ns = launch.counted_call_ns,
                      .counted_gpu_ns = launch.counted_gpu_ns,
                      .delay_ns = launch.delay_ns};
    point.has_wait = launch.has_wait();
    if (!launch.counts_call) {
      picture.nodes.push_back(point);
      continue;
    }
    point.zone = zone_of(launch, queue.at(work->track->id, begin_ns), *in.window.thresholds);
    picture.points.push_back(point);
  }
  if (picture.points.empty()) return picture;
  make_axes(picture);
  picture.by_call = make_grid(picture, ChartAxis::CallLength);
  picture.by_time = make_grid(picture, ChartAxis::Time);
  for (const LaunchPoint& point : picture.points) {
    if (box && !is_in_box(point, *box)) continue;
    picture.all.add(point);
    picture.zones[static_cast<std::size_t>(point.zone)].add(point);
  }
  return picture;
}

}  // namespace lanescope
