// Are the times in the store those of the text? Reads every complete event of a trace back from the
// file, works its times out digit by digit, and compares; then counts the partial overlaps of each
// lane with the exact times, which must be as many as the load found.
//
//   exact_time_bench FILE...
//
// The remarks say what a double of microseconds would have made of the same text.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/readers/trace_loader.h"
#include "tests/bench/decimal_time.h"
#include "tests/bench/paired_runs.h"

namespace {

using namespace lanescope;
using namespace lanescope::bench;

/// One slice of the store, and where its text is.
struct Loaded {
  Place place;
  TrackId track = TrackId::None;
  TimeRange range;
};

std::vector<Loaded> slices_by_place(const Snapshot& trace) {
  std::vector<Loaded> slices;
  slices.reserve(trace.slice_count);
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        slices.push_back({chunk->place[s], track.id, chunk->range(s)});
      }
    }
  }
  std::sort(slices.begin(), slices.end(),
            [](const Loaded& a, const Loaded& b) { return a.place.offset() < b.place.offset(); });
  return slices;
}

/// Hands out the texts of events whose offsets rise, reading the file in large steps.
class CachedTexts {
 public:
  explicit CachedTexts(ByteSource& source) : source_(&source) {}

  std::string_view text_of(Place place) {
    if (place.offset() + place.length() > offset_ + text_.size()) {
      offset_ = place.offset();
      text_.resize(std::max<std::size_t>(kStep, place.length()));
      const auto got = source_->read_at(offset_, text_);
      text_.resize(got.ok() ? got.value() : 0);
    }
    const std::string_view all = text_;
    return all.substr(std::min<std::size_t>(place.offset() - offset_, all.size()), place.length());
  }

 private:
  static constexpr std::size_t kStep = 16U << 20;
  ByteSource* source_;
  std::string text_;
  std::uint64_t offset_ = 0;
};

/// Slices that begin inside the innermost open slice of their lane and end after it.
std::uint64_t partial_overlaps(std::vector<TimeRange> lane) {
  std::sort(lane.begin(), lane.end(), [](const TimeRange& a, const TimeRange& b) {
    return a.begin_ns != b.begin_ns ? a.begin_ns < b.begin_ns : a.end_ns > b.end_ns;
  });
  std::uint64_t count = 0;
  std::vector<Ns> open_ends;
  for (const TimeRange& slice : lane) {
    while (!open_ends.empty() && open_ends.back() <= slice.begin_ns) open_ends.pop_back();
    if (!open_ends.empty() && open_ends.back() < slice.end_ns) ++count;
    open_ends.push_back(slice.end_ns);
  }
  return count;
}

std::uint64_t sum_of_overlaps(const std::vector<std::vector<TimeRange>>& lanes) {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes) sum += partial_overlaps(lane);
  return sum;
}

Ns through_double(std::string_view microseconds) {
  return static_cast<Ns>(std::strtod(std::string(microseconds).c_str(), nullptr) * 1000);
}

struct Comparison {
  std::uint64_t times = 0;
  std::uint64_t differ = 0;
  std::uint64_t double_differs = 0;
  std::string first_difference;
  std::vector<std::vector<TimeRange>> exact_lanes, double_lanes;  // by track
};

void compare(const Loaded& slice, std::string_view text, Comparison& out) {
  if (member_of(text, "ph") != "\"X\"") return;
  const std::string_view ts = member_of(text, "ts");
  const std::string_view dur = member_of(text, "dur");
  const auto start_ns = exact_ns(ts);
  const auto dur_ns = dur.empty() ? std::optional<Ns>(0) : exact_ns(dur);
  out.times += 2;
  const bool start_is_exact = start_ns == slice.range.begin_ns;
  const bool dur_is_exact = dur_ns && std::max<Ns>(0, *dur_ns) == slice.range.length_ns();
  out.differ += (start_is_exact ? 0U : 1U) + (dur_is_exact ? 0U : 1U);
  if (!(start_is_exact && dur_is_exact) && out.first_difference.empty()) {
    out.first_difference = fmt::format("ts {} dur {} became {} {}", ts, dur, slice.range.begin_ns,
                                       slice.range.length_ns());
  }
  if (!start_ns || !dur_ns) return;
  const TimeRange rounded{through_double(ts), through_double(ts) + through_double(dur)};
  out.double_differs +=
      (rounded.begin_ns == *start_ns ? 0U : 1U) + (rounded.length_ns() == *dur_ns ? 0U : 1U);
  const auto track = static_cast<std::size_t>(index_of(slice.track));
  out.exact_lanes[track].push_back({*start_ns, *start_ns + std::max<Ns>(0, *dur_ns)});
  out.double_lanes[track].push_back(rounded);
}

/// Lanes that hold complete events only: those of begin and end events are none of this program's.
std::uint64_t loaded_overlaps(const Snapshot& trace, Comparison& compared) {
  std::uint64_t sum = 0;
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    if (compared.exact_lanes[t].size() == trace.tracks[t].slices) {
      sum += trace.tracks[t].crossings;
    } else {
      compared.exact_lanes[t].clear();
      compared.double_lanes[t].clear();
    }
  }
  return sum;
}

bool check(const std::string& path) {
  const auto loaded = load_trace(path);
  if (!loaded.ok()) {
    fmt::print(stderr, "exact_time_bench: {}: {}\n", path, loaded.error().message);
    return false;
  }
  const Snapshot& trace = *loaded.value().snapshot;
  Comparison compared;
  compared.exact_lanes.resize(trace.tracks.size());
  compared.double_lanes.resize(trace.tracks.size());
  const auto source = open_byte_source(path);
  if (!source.ok()) return false;
  CachedTexts texts(*source.value());
  for (const Loaded& slice : slices_by_place(trace))
    compare(slice, texts.text_of(slice.place), compared);

  const std::string name = std::filesystem::path(path).filename().string();
  print_row(
      "P11", "times that differ from the text", name, static_cast<double>(compared.differ), 0,
      fmt::format("of {}; through a double {} would{}{}", compared.times, compared.double_differs,
                  compared.first_difference.empty() ? "" : "; first: ", compared.first_difference));
  const std::uint64_t found = loaded_overlaps(trace, compared);
  const std::uint64_t exact = sum_of_overlaps(compared.exact_lanes);
  const std::uint64_t doubles = sum_of_overlaps(compared.double_lanes);
  print_row("P11", "partial overlaps found or lost by the load", name,
            static_cast<double>(found > exact ? found - exact : exact - found), 0,
            fmt::format("{} in the text; through a double {}", exact, doubles));
  return compared.differ == 0 && found == exact;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: exact_time_bench FILE...\n");
    return 2;
  }
  print_header();
  bool all_exact = true;
  for (int i = 1; i < argc; ++i) all_exact &= check(argv[i]);
  return all_exact ? 0 : 1;
}
