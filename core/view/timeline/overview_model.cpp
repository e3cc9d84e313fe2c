#include "core/view/timeline/overview_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"
#include "core/view/timeline/busiest_tracks.h"
#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

double length_ns(TimeRange range) {
  return std::max(1.0, static_cast<double>(saturating_sub(range.end_ns, range.begin_ns)));
}

double position(Ns time_ns, TimeRange range) {
  return static_cast<double>(saturating_sub(time_ns, range.begin_ns)) / length_ns(range);
}

/// The mean of a profile's bins over [from, to), in units of bins.
double mean_over(const std::vector<float>& share, double from, double to) {
  from = std::max(from, 0.0);
  to = std::min(to, static_cast<double>(share.size()));
  if (!(to > from)) return 0;
  double sum = 0;
  for (auto bin = static_cast<std::size_t>(from); bin < share.size(); ++bin) {
    const auto left = static_cast<double>(bin);
    if (left >= to) break;
    sum += static_cast<double>(share[bin]) * (std::min(to, left + 1) - std::max(from, left));
  }
  return sum / (to - from);
}

/// The share of the range in which a device is busy; idle outside its profile.
double busy_in(const BusyProfile& profile, TimeRange range) {
  const auto bins = static_cast<double>(profile.share.size());
  const double from = position(range.begin_ns, profile.range) * bins;
  const double to = position(range.end_ns, profile.range) * bins;
  const double inside = std::min(to, bins) - std::max(from, 0.0);
  if (!(to > from) || !(inside > 0)) return 0;
  return mean_over(profile.share, from, to) * inside / (to - from);
}

/// The part of the extent that a pixel shows.
TimeRange pixel_range(const Overview& overview, std::size_t pixel) {
  const auto x_px = static_cast<float>(pixel);
  return {overview.time_at(x_px), overview.time_at(x_px + 1)};
}

void fill_from_profiles(const Snapshot& snapshot, Overview& overview) {
  const auto devices = static_cast<double>(snapshot.gpu_busy.size());
  for (std::size_t p = 0; p < overview.busy.size(); ++p) {
    double sum = 0;
    for (const BusyProfile& profile : snapshot.gpu_busy) {
      sum += busy_in(profile, pixel_range(overview, p));
    }
    overview.busy[p] = static_cast<float>(std::clamp(sum / devices, 0.0, 1.0));
  }
}

/// From the level-of-detail data: the streams of a trace that is still loading, or host threads,
/// whose call depth is shown as brightness.
void fill_from_tracks(const Snapshot& snapshot, TrackKind kind, Overview& overview) {
  std::vector<double> busy_ns(overview.busy.size(), 0.0);
  std::vector<const Track*> tracks;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == kind) tracks.push_back(&track);
  }
  // With very many threads, a sample has the same shape and is ready within a frame.
  const std::size_t apart = 1 + tracks.size() / kMostThreadLanes;
  for (std::size_t i = 0; i < tracks.size(); i += apart) {
    for (const auto& chunk : tracks[i]->chunks) {
      for (const Row& row : chunk->rows) {
        add_busy(row.lod, chunk->slices_of(row), overview.extent, busy_ns);
      }
    }
  }
  const double pixel_ns = length_ns(overview.extent) / static_cast<double>(busy_ns.size());
  const double full_ns = kind == TrackKind::GpuStream ? pixel_ns : std::ranges::max(busy_ns);
  for (std::size_t p = 0; p < busy_ns.size(); ++p) {
    const double share = full_ns > 0 ? std::min(1.0, busy_ns[p] / full_ns) : 0;
    overview.busy[p] = static_cast<float>(share);
  }
}

/// Over the recorded pixels. Work of several streams or GPUs in one pixel adds up, so this is not
/// the "GPU busy" of the reports.
double mean_brightness(const Overview& overview) {
  std::vector<bool> paused(overview.busy.size());
  for (const OverviewPause& pause : overview.pauses) {
    const auto end = static_cast<std::size_t>(std::max(pause.x1_px, pause.x0_px + 1));
    for (auto p = static_cast<std::size_t>(std::max(pause.x0_px, 0.0F));
         p < std::min(end, paused.size()); ++p)
      paused[p] = true;
  }
  double sum = 0;
  std::size_t pixels = 0;
  for (std::size_t p = 0; p < overview.busy.size(); ++p) {
    if (paused[p] && overview.busy[p] == 0) continue;
    sum += static_cast<double>(overview.busy[p]);
    ++pixels;
  }
  return pixels == 0 ? 0 : sum / static_cast<double>(pixels);
}

/// At least a pixel apart, so there are never more of them than pixels.
void add_pauses(const Snapshot& snapshot, Overview& overview) {
  for (const TimeRange& pause : recording_pauses(snapshot)) {
    const OverviewPause at{overview.x_of(pause.begin_ns), overview.x_of(pause.end_ns)};
    if (!overview.pauses.empty() && at.x0_px < overview.pauses.back().x1_px + 1) {
      overview.pauses.back().x1_px = at.x1_px;
    } else {
      overview.pauses.push_back(at);
    }
  }
}

bool has_slices(const Snapshot& snapshot, TrackKind kind) {
  return std::ranges::any_of(snapshot.tracks, [kind](const Track& track) {
    return track.kind == kind && track.slices > 0;
  });
}

/// What the strip shows of a trace without GPU streams: what threads recorded, or else their
/// samples.
TrackKind host_kind(const Snapshot& snapshot) {
  const bool is_only_sampled =
      !has_slices(snapshot, TrackKind::CpuThread) && has_slices(snapshot, TrackKind::ThreadSamples);
  return is_only_sampled ? TrackKind::ThreadSamples : TrackKind::CpuThread;
}

/// A file of allocations only has its memory in the strip.
bool has_only_memory(const Snapshot& snapshot) {
  return snapshot.slice_count == 0 && !snapshot.memory.empty();
}

/// The most that is allocated within each pixel, as a share of the peak, on the device that has the
/// highest one.
void fill_from_memory(const Snapshot& snapshot, Overview& overview) {
  const auto peak_of = [](const auto& track) { return track->peak_allocated; };
  const MemoryTrack& track = **std::ranges::max_element(snapshot.memory, {}, peak_of);
  if (track.peak_allocated <= 0) return;
  const auto times = track.time_ns.span();
  const auto levels = track.allocated.span();
  std::int64_t level = 0;
  std::size_t sample = 0;
  for (std::size_t pixel = 0; pixel < overview.busy.size(); ++pixel) {
    const Ns end_ns = overview.time_at(static_cast<float>(pixel + 1));
    std::int64_t most = level;
    for (; sample < times.size() && times[sample] < end_ns; ++sample) {
      level = levels[sample];
      most = std::max(most, level);
    }
    const double share = static_cast<double>(most) / static_cast<double>(track.peak_allocated);
    overview.busy[pixel] = static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
}

/// Without bounds, GPU time runs from a device's first work to its last, which may be a small part
/// of the file: of that its share is, as in Overview.
bool fills_only_part(const Snapshot& snapshot, const GpuTime& time) {
  constexpr double kAlmostAll = 0.99;
  double span_ns = 0;
  for (const GpuTimeDevice& device : time.devices) span_ns += static_cast<double>(device.span_ns);
  const auto devices = static_cast<double>(time.devices.size());
  return span_ns < kAlmostAll * devices * length_ns(snapshot.extent);
}

std::string_view host_words(const Snapshot& snapshot) {
  if (snapshot.extent.empty()) return "no events";
  return has_only_memory(snapshot) ? "allocated memory" : "CPU activity";
}

/// Steps that overlap are cut as in their lane: each has the time that those before it leave, and
/// one inside another has none.
void add_steps(const Snapshot& snapshot, Overview& overview) {
  Ns taken_ns = snapshot.extent.begin_ns;
  for (const Step& step : snapshot.steps) {
    if (step.range.end_ns <= taken_ns && !overview.steps.empty()) continue;
    const Ns begin_ns = std::max(step.range.begin_ns, taken_ns);
    taken_ns = std::max(step.range.end_ns, taken_ns);
    overview.steps.push_back({overview.x_of(begin_ns), overview.x_of(step.range.end_ns),
                              step_title(snapshot.text(step.name))});
  }
}

}  // namespace

bool Overview::is_paused_at(float x_px) const {
  return std::ranges::any_of(pauses, [x_px](const OverviewPause& pause) {
    return x_px >= std::floor(pause.x0_px) && x_px < std::max(pause.x1_px, pause.x0_px + 1);
  });
}

float Overview::x_of(Ns time_ns) const {
  return static_cast<float>(position(time_ns, extent) * static_cast<double>(width_px));
}

Ns Overview::time_at(float x_px) const {
  const double ns = static_cast<double>(x_px) / static_cast<double>(width_px) * length_ns(extent);
  return saturating_add(extent.begin_ns, static_cast<Ns>(std::clamp(ns, -4e18, 4e18)));
}

Overview build_overview(const Snapshot& snapshot, float width_px) {
  Overview overview;
  overview.extent = whole_view(snapshot);
  overview.width_px = std::max(1.0F, width_px);
  overview.busy.resize(static_cast<std::size_t>(overview.width_px));
  if (!snapshot.gpu_busy.empty()) {
    overview.gpu = true;
    fill_from_profiles(snapshot, overview);
  } else if (has_only_memory(snapshot)) {
    fill_from_memory(snapshot, overview);
  } else {
    overview.gpu = has_slices(snapshot, TrackKind::GpuStream);
    fill_from_tracks(snapshot, overview.gpu ? TrackKind::GpuStream : host_kind(snapshot), overview);
  }
  if (!overview.gpu) overview.facts = host_words(snapshot);
  if (overview.gpu) add_pauses(snapshot, overview);
  // While loading, show what has been read so far.
  if (overview.gpu && snapshot.gpu_busy.empty() && !snapshot.complete)
    overview.facts = "GPU streams " + format_share(mean_brightness(overview)) + " full so far";
  add_steps(snapshot, overview);
  return overview;
}

std::string gpu_busy_words(const Snapshot& snapshot, const GpuTime& time, std::string_view of) {
  if (time.devices.empty())
    return has_only_counters(snapshot) ? "counters, no kernel times" : "no GPU work";
  if (is_mostly_unknown(snapshot, time.devices)) return "GPU busy time mostly unknown";
  const std::string share = format_share(total_gpu_time(time).busy_share());
  if (of == window_phrase(WindowKind::Whole) && fills_only_part(snapshot, time))
    return fmt::format("GPU busy {} of {}", share,
                       time.devices.size() == 1 ? format_duration(time.devices.front().span_ns)
                                                : "first to last GPU work");
  return fmt::format("GPU busy {} of {}{}", share,
                     snapshot.report.complete ? "" : "what was read of ", of);
}

OverviewWindow overview_window(const Overview& overview, const Viewport& viewport, float min_px) {
  const TimeRange range = viewport.range();
  const float x0_px = std::clamp(overview.x_of(range.begin_ns), 0.0F, overview.width_px);
  const float x1_px = std::clamp(overview.x_of(range.end_ns), 0.0F, overview.width_px);
  if (x1_px - x0_px >= min_px) return {x0_px, x1_px};
  const float half_px = std::min(min_px, overview.width_px) / 2;
  const float middle_px =
      std::clamp((x0_px + x1_px) / 2, half_px, std::max(half_px, overview.width_px - half_px));
  return {middle_px - half_px, middle_px + half_px};
}

OverviewGrip grip_at(const OverviewWindow& window, float x_px, float reach_px) {
  const float to_left_px = std::abs(x_px - window.x0_px);
  const float to_right_px = std::abs(x_px - window.x1_px);
  // Grabbing a narrow window from inside moves it; its edges can be grabbed from outside.
  const bool inside = x_px > window.x0_px && x_px < window.x1_px;
  const bool narrow = window.x1_px - window.x0_px < 4 * reach_px;
  if (inside && narrow) return OverviewGrip::Inside;
  if (std::min(to_left_px, to_right_px) <= reach_px) {
    return to_left_px <= to_right_px ? OverviewGrip::Left : OverviewGrip::Right;
  }
  return inside ? OverviewGrip::Inside : OverviewGrip::Outside;
}

void drag_overview(const Overview& overview, OverviewGrip grip, float from_px, float to_px,
                   const TimeView& at_press, Viewport& viewport) {
  constexpr float kClickPx = 3;
  const double ns_per_px = length_ns(overview.extent) / static_cast<double>(overview.width_px);
  const double moved_ns = static_cast<double>(to_px - from_px) * ns_per_px;
  const TimeView end = shifted(at_press, at_press.span_ns);
  switch (grip) {
    case OverviewGrip::None:
      return;
    case OverviewGrip::Inside:
      viewport.set_view(shifted(at_press, moved_ns));
      return;
    case OverviewGrip::Left: {
      const Ns begin_ns = shifted(at_press, moved_ns).begin_ns;
      viewport.show({std::min(begin_ns, end.begin_ns), std::max(begin_ns, end.begin_ns)});
      return;
    }
    case OverviewGrip::Right: {
      const Ns end_ns = shifted(end, moved_ns).begin_ns;
      viewport.show({std::min(at_press.begin_ns, end_ns), std::max(at_press.begin_ns, end_ns)});
      return;
    }
    case OverviewGrip::Outside:
      if (std::abs(to_px - from_px) < kClickPx) {
        viewport.set_view(at_press);
        viewport.center(overview.time_at(to_px));
      } else {
        viewport.show({overview.time_at(std::min(from_px, to_px)),
                       overview.time_at(std::max(from_px, to_px))});
      }
      return;
  }
}

}  // namespace lanescope
