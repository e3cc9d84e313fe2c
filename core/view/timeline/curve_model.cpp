#include "core/view/timeline/curve_model.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"
#include "core/base/text/minus.h"

namespace lanescope {
namespace {

constexpr std::size_t kRun = CounterTrack::kRun;

/// The minimum and maximum of a range of samples.
struct MinMax {
  double min, max;
  void take(double low, double high) {
    min = std::min(min, low);
    max = std::max(max, high);
  }
};

/// Samples of one series: by time, with values and, if there are any, summaries of runs.
template <typename Value>
struct Samples {
  std::span<const Ns> time_ns;
  std::span<const Value> value;
  std::span<const float> run_min, run_max;

  /// Over [first, last), which must not be empty. Entire runs are read from their summary; their
  /// floats may be off by half a millionth of a value, far below a pixel.
  [[nodiscard]] MinMax min_max(std::size_t first, std::size_t last) const {
    const auto at = [&](std::size_t i) { return static_cast<double>(value[i]); };
    MinMax out{at(first), at(first)};
    for (std::size_t i = first; i < last;) {
      if (i % kRun == 0 && i + kRun <= last && i / kRun < run_min.size()) {
        out.take(double{run_min[i / kRun]}, double{run_max[i / kRun]});
        i += kRun;
      } else {
        out.take(at(i), at(i));
        ++i;
      }
    }
    return out;
  }
};

template <typename Value>
void make_points(const Samples<Value>& samples, const Viewport& viewport,
                 std::vector<CurvePoint>& out) {
  out.clear();
  const std::span<const Ns> times_ns = samples.time_ns;
  const TimeRange range = viewport.range();
  std::size_t i = first_at_or_after(times_ns, 0, range.begin_ns);
  if (i > 0) {
    const auto held = static_cast<double>(samples.value[i - 1]);
    out.push_back({0, held, held, held});
  }
  const std::size_t last = first_at_or_after(times_ns, i, range.end_ns);
  while (i < last) {
    const double x_px = std::max(0.0, std::floor(viewport.x_of(times_ns[i])));
    const Ns next_ns = std::max(viewport.time_at(x_px + 1), saturating_add(times_ns[i], 1));
    const std::size_t next = std::min(last, first_at_or_after(times_ns, i, next_ns));
    const MinMax in_pixel = samples.min_max(i, next);
    const auto value = static_cast<double>(samples.value[next - 1]);
    out.push_back({static_cast<float>(x_px), in_pixel.min, in_pixel.max, value});
    i = next;
  }
}

void set_scale(Curve& curve, double low, double high) {
  curve.scale_min = low;
  curve.scale_max = high > low ? high : low + 1;
}

}  // namespace

std::size_t first_at_or_after(std::span<const Ns> times_ns, std::size_t from, Ns time_ns) {
  const auto rest = times_ns.subspan(from);
  return from + static_cast<std::size_t>(std::ranges::lower_bound(rest, time_ns) - rest.begin());
}

std::optional<std::size_t> sample_at(std::span<const Ns> times_ns, Ns time_ns) {
  const auto after = std::ranges::upper_bound(times_ns, time_ns);
  if (after == times_ns.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - times_ns.begin()) - 1;
}

void counter_curve(const CounterTrack& track, const Viewport& viewport, Curve& out) {
  const Samples<double> samples{track.time_ns.span(), track.value.span(), track.run_min.span(),
                                track.run_max.span()};
  make_points(samples, viewport, out.points);
  // The scale starts at zero unless the curve goes below it.
  set_scale(out, std::min(0.0, track.min), std::max(0.0, track.max));
}

void memory_curve(const MemoryTrack& track, MemorySeries series, const Viewport& viewport,
                  Curve& out) {
  const bool allocated = series == MemorySeries::Allocated;
  set_scale(out, 0, static_cast<double>(std::max(track.peak_allocated, track.peak_reserved)));
  if (!allocated && !track.has_totals) {
    out.points.clear();
    return;
  }
  Samples<std::int64_t> samples{
      track.time_ns.span(), allocated ? track.allocated.span() : track.reserved.span(), {}, {}};
  if (allocated) {
    samples.run_min = track.run_min.span();
    samples.run_max = track.run_max.span();
  }
  make_points(samples, viewport, out.points);
}

std::optional<double> counter_value_at(const CounterTrack& track, Ns time_ns) {
  const auto sample = sample_at(track.time_ns.span(), time_ns);
  return sample ? std::optional(track.value[*sample]) : std::nullopt;
}

namespace {

constexpr double kLargestWhole = 0x1p53;

/// Whether a counter's name or series contains one of these words.
bool says(const Snapshot& snapshot, const CounterTrack& track,
          std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return snapshot.text(track.name).find(word) != std::string_view::npos ||
           snapshot.text(track.series).find(word) != std::string_view::npos;
  });
}

/// How many bytes the unit is that a text names; empty if it names none. AMD's "kilobytes" are of
/// 1,024 bytes (FETCH_SIZE).
std::optional<double> bytes_per_unit(std::string_view text) {
  const std::size_t at = std::min(text.find("bytes"), text.find("Bytes"));
  if (at == std::string_view::npos) return std::nullopt;
  const std::string before = lower_cased(text.substr(0, at));
  double bytes = 1;
  for (const std::string_view prefix : {"kilo", "mega", "giga", "tera"}) {
    bytes *= 1024;
    if (before.ends_with(prefix)) return bytes;
  }
  return 1;
}

std::optional<double> bytes_per_unit(const Snapshot& snapshot, const CounterTrack& track) {
  const auto of_name = bytes_per_unit(snapshot.text(track.name));
  return of_name ? of_name : bytes_per_unit(snapshot.text(track.series));
}

}  // namespace

std::string counter_text(const Snapshot& snapshot, const CounterTrack& track, double value,
                         int digits) {
  const double magnitude = std::abs(value);
  const bool countable = magnitude < kLargestWhole;
  const bool whole = countable && value == std::floor(value);
  if (const auto unit = bytes_per_unit(snapshot, track)) {
    const double bytes = value * *unit, size = std::abs(bytes);
    if (size < kLargestWhole && (size >= 1 || bytes == 0)) {
      const bool rate = says(snapshot, track, {"bytes/s", "Bytes/s"});
      return format_bytes(std::llround(bytes)) + (rate ? "/s" : "");
    }
  }
  const bool is_long = countable && magnitude >= std::pow(10.0, digits - 2);
  if (whole || is_long) return format_count(std::llround(value));
  return with_minus(fmt::format("{:.{}g}", value, digits));
}

std::string counter_top_text(const Snapshot& snapshot, const CounterTrack& track) {
  constexpr int kDigits = 4;
  return counter_text(snapshot, track, std::max(0.0, track.max), kDigits);
}

std::optional<MemoryValue> memory_value_at(const MemoryTrack& track, Ns time_ns) {
  const auto sample = sample_at(track.time_ns.span(), time_ns);
  if (!sample) return std::nullopt;
  return MemoryValue{track.allocated[*sample], track.reserved[*sample], track.event[*sample]};
}

TimeRange point_range(const Viewport& viewport, double x_px, TimeRange within) {
  const double x0 = std::floor(x_px / kPointPx) * kPointPx;
  const Ns begin_ns = viewport.time_at(x0);
  const Ns end_ns = std::max(viewport.time_at(x0 + kPointPx), saturating_add(begin_ns, 1));
  return {std::max(begin_ns, within.begin_ns), std::min(end_ns, within.end_ns)};
}

MeanCurve::MeanCurve(std::vector<StepChange> changes) : changes_(std::move(changes)) {
  before_.reserve(changes_.size());
  double sum = 0;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    if (i != 0) {
      const Ns length_ns = saturating_sub(changes_[i].time_ns, changes_[i - 1].time_ns);
      sum += changes_[i - 1].value * static_cast<double>(length_ns);
    }
    before_.push_back(sum);
  }
}

double MeanCurve::integral_until(Ns time_ns) const {
  const auto after = std::ranges::upper_bound(changes_, time_ns, {}, &StepChange::time_ns);
  if (after == changes_.begin()) return 0;
  const auto i = static_cast<std::size_t>(after - changes_.begin()) - 1;
  if (after == changes_.end()) return before_[i];
  const Ns since_ns = saturating_sub(time_ns, changes_[i].time_ns);
  return before_[i] + changes_[i].value * static_cast<double>(since_ns);
}

double MeanCurve::mean_in(TimeRange range) const {
  const double sum = integral_until(range.end_ns) - integral_until(range.begin_ns);
  return std::clamp(sum / static_cast<double>(range.length_ns()), 0.0, 1.0);
}

TimeRange MeanCurve::range_around(const Viewport& viewport, double x_px) const {
  if (changes_.empty()) return {};
  return point_range(viewport, x_px, {changes_.front().time_ns, changes_.back().time_ns});
}

void MeanCurve::points(const Viewport& viewport, Curve& out) const {
  out.points.clear();
  out.scale_min = 0;
  out.scale_max = 1;
  for (double x = 0; x < viewport.width_px(); x += kPointPx) {
    const TimeRange range = range_around(viewport, x);
    if (range.empty() && out.points.empty()) continue;
    const double mean = range.empty() ? 0 : mean_in(range);
    out.points.push_back({static_cast<float>(x), mean, mean, mean});
    if (range.empty()) return;
  }
}

std::optional<double> MeanCurve::at(const Viewport& viewport, double x_px) const {
  const TimeRange range = range_around(viewport, x_px);
  if (range.empty()) return std::nullopt;
  return mean_in(range);
}

}  // namespace lanescope
