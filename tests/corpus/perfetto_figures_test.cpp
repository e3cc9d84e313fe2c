// Perfetto traces: the depth and the arguments of each slice, each instant, each value of a counter
// and each arrow, as the official classes found them.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/corpus/corpus.h"
#include "tests/corpus/figures.h"

using namespace lanescope;
using nlohmann::json;

namespace {

std::vector<SliceRow> all_rows(const Snapshot& trace) {
  return rows_where(trace, [](const SliceRow&) { return true; });
}

using Nested = std::multiset<std::tuple<std::string, Ns, Ns, std::uint32_t>>;

/// Name, begin, duration and depth of each slice. Spans of older writers, which share a lane here,
/// count with depth 0.
Nested nested_slices(const Snapshot& trace) {
  Nested slices;
  for (const SliceRow& row : all_rows(trace)) {
    const bool is_span = row.track->kind == TrackKind::Async;
    slices.emplace(row.name, row.range.begin_ns, row.range.length_ns(), is_span ? 0 : row.depth);
  }
  return slices;
}

Nested nested_slices(const json& expected) {
  Nested slices;
  for (const json& slice : expected["slices"]["all"]) {
    const json& track = expected["tracks"][slice["track"].get<std::size_t>()];
    slices.emplace(slice["name"], slice["begin_ns"], slice["duration_ns"],
                   track["kind"] == "async" ? json(0) : slice["depth"]);
  }
  return slices;
}

/// The first slice that only one of them has.
std::string difference(const Nested& found, const Nested& wanted) {
  Nested others;
  std::ranges::set_symmetric_difference(found, wanted, std::inserter(others, others.end()));
  if (others.empty()) return "";
  const auto& [name, begin_ns, duration_ns, depth] = *others.begin();
  return fmt::format("{} of {}: {} at {} for {} ns, depth {}", others.size(), wanted.size(), name,
                     begin_ns, duration_ns, depth);
}

using Marks = std::multiset<std::pair<std::string, Ns>>;

Marks marks_of(const Snapshot& trace) {
  Marks marks;
  for (std::uint32_t i = 0; i < trace.instants->size(); ++i)
    marks.emplace(trace.text(trace.instants->name[i]), trace.instants->time_ns[i]);
  return marks;
}

using Values = std::vector<std::pair<Ns, double>>;

/// Of the counter whose name begins with this.
Values values_of(const Snapshot& trace, std::string_view name) {
  Values values;
  for (const auto& counter : trace.counters) {
    if (!trace.text(counter->name).starts_with(name)) continue;
    for (std::size_t i = 0; i < counter->time_ns.size(); ++i)
      values.emplace_back(counter->time_ns[i], counter->value[i]);
  }
  return values;
}

void check_values(const Values& found, const json& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].first == expected[i][0]);
    CHECK(found[i].second == doctest::Approx(expected[i][1].get<double>()).epsilon(1e-12));
  }
}

/// Threads and other tracks by their names, with what is on them.
void check_tracks(const Snapshot& trace, const json& tracks) {
  for (const json& track : tracks) {
    // Spans of older writers have a track each there, and are on one lane here.
    const bool is_span = track["kind"] == "async";
    if (track["slices"] == 0 || !track["name"].is_string() || is_span) continue;
    const auto name = track["name"].get<std::string>();
    CAPTURE(name);
    const auto rows = rows_where(trace, [&](const SliceRow& row) {
      const std::string_view own = trace.text(row.track->name);
      const bool is_thread = track["kind"] == "thread";
      return is_thread ? trace.text(row.track->thread) == std::to_string(track["tid"].get<int>())
                       : own == name || own.ends_with(" / " + name);
    });
    const Figures figures = figures_of(rows);
    CHECK(figures.count == track["slices"]);
    CHECK(figures.total_ns == track["total_ns"]);
    CHECK(figures.first_ns == track["first_ns"]);
    CHECK(figures.last_ns == track["last_ns"]);
    std::uint32_t deepest = 0;
    Ns top_level_ns = 0;
    for (const SliceRow& row : rows) {
      deepest = std::max(deepest, row.depth);
      top_level_ns += row.depth == 0 ? row.range.length_ns() : 0;
    }
    CHECK(deepest == track["max_depth"]);
    CHECK(top_level_ns == track["top_level_total_ns"]);
  }
}

/// Begins and names at both ends of each arrow.
std::multiset<std::tuple<Ns, std::string, Ns, std::string>> arrows_of(const Snapshot& trace) {
  const auto end = [&](std::uint32_t half) {
    const auto at = trace.find_slice(trace.flows->slice[half]);
    return at ? std::pair(at->chunk->start_ns[at->slice],
                          std::string(trace.text(at->chunk->name[at->slice])))
              : std::pair(Ns{-1}, std::string());
  };
  std::multiset<std::tuple<Ns, std::string, Ns, std::string>> arrows;
  const FlowTable& flows = *trace.flows;
  for (std::uint32_t begin = 0; begin < flows.size();) {
    const std::uint32_t behind = flows.end_of_flow(begin);
    for (std::uint32_t i = begin + 1; i < behind; ++i) {
      if (flows.phase[i] == FlowPhase::Start) continue;
      const auto [from_ns, from] = end(i - 1);
      const auto [to_ns, to] = end(i);
      arrows.emplace(from_ns, from, to_ns, to);
    }
    begin = behind;
  }
  return arrows;
}

/// Whether all of `wanted` is in `found`, with the same values.
bool holds(const json& found, const json& wanted) {
  for (const auto& [key, value] : wanted.items()) {
    if (!found.contains(key) || found[key] != value) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("names and tracks of Perfetto traces have the figures of the file") {
  for (const char* const name : {"pftrace_core_small.pftrace", "pftrace_core.pftrace"}) {
    CAPTURE(name);
    const json expected = expected_of(name);
    const auto trace = corpus_trace("formats/" + std::string(name));
    CHECK(digest_of_names(all_rows(*trace)) ==
          expected["slices_by_name"]["sha256_of_name_count_total"]);
    check_tracks(*trace, expected["tracks"]);
    for (const json& counter : expected["counters"]) {
      const json& track = expected["tracks"][counter["track"].get<std::size_t>()];
      CAPTURE(track.dump());
      if (counter.contains("values"))
        check_values(values_of(*trace, track["name"].get<std::string>()), counter["values"]);
    }
  }
}

TEST_CASE("each slice, instant and arrow of a small Perfetto trace is at its place") {
  const json expected = expected_of("pftrace_core_small.pftrace");
  const LoadedTrace loaded = loaded_trace("formats/pftrace_core_small.pftrace");
  const Snapshot& trace = *loaded.snapshot;
  CHECK(difference(nested_slices(trace), nested_slices(expected)) == "");
  Marks marks;
  for (const json& mark : expected["instants"]["all"])
    marks.emplace(mark["name"].get<std::string>(), mark["begin_ns"]);
  CHECK(marks_of(trace) == marks);
  std::multiset<std::tuple<Ns, std::string, Ns, std::string>> arrows;
  for (const json& flow : expected["flows"]["all"])
    arrows.emplace(flow[2], flow[3], flow[5], flow[6]);
  CHECK(arrows_of(trace) == arrows);
}

TEST_CASE("each argument of a slice of a small Perfetto trace is in its details") {
  const json expected = expected_of("pftrace_core_small.pftrace");
  const LoadedTrace loaded = loaded_trace("formats/pftrace_core_small.pftrace");
  std::multimap<std::tuple<std::string, Ns, Ns>, json> arguments;
  for (const SliceRow& row : all_rows(*loaded.snapshot)) {
    const auto event = loaded.texts->json_of(row.place());
    REQUIRE(event.ok());
    const JsonValue* args = event.value().find("args");
    arguments.emplace(std::tuple(std::string(row.name), row.range.begin_ns, row.range.length_ns()),
                      args == nullptr ? json::object() : json::parse(args->to_text()));
  }
  std::size_t with_arguments = 0;
  for (const json& slice : expected["slices"]["all"]) {
    if (!slice.contains("args")) continue;
    ++with_arguments;
    const auto [first, last] = arguments.equal_range(
        {slice["name"].get<std::string>(), slice["begin_ns"], slice["duration_ns"]});
    const bool found =
        std::any_of(first, last, [&](const auto& own) { return holds(own.second, slice["args"]); });
    CAPTURE(slice.dump());
    if (first != last) CAPTURE(first->second.dump());
    CHECK(found);
  }
  CHECK(with_arguments > 500);
}

TEST_CASE("each event and each value of GPU queues is that of the file") {
  const json expected = expected_of("pftrace_gpu.pftrace");
  const auto trace = corpus_trace("formats/pftrace_gpu.pftrace");
  std::multiset<std::tuple<std::int64_t, std::string, Ns, Ns>> wanted, found;
  for (const json& event : expected["gpu"]["events"])
    wanted.emplace(event["gpu"], event["hw_queue"], event["begin_ns"], event["duration_ns"]);
  for (const SliceRow& row : all_rows(*trace)) {
    if (row.track->kind == TrackKind::GpuStream)
      found.emplace(row.track->device, trace->text(row.track->name), row.range.begin_ns,
                    row.range.length_ns());
  }
  CHECK(found == wanted);
  for (const json& lane : expected["gpu"]["lanes"]) {
    check_figures(figures_of(rows_where(*trace,
                                        [&](const SliceRow& row) {
                                          return row.track->device == lane["gpu"] &&
                                                 trace->text(row.track->name) ==
                                                     lane["hw_queue"].get<std::string>();
                                        })),
                  lane);
  }
  for (const json& counter : expected["gpu_counters"])
    check_values(values_of(*trace, counter["name"].get<std::string>()), counter["values"]);
}

TEST_CASE("copied bytes that rocprofv3 counts are those of the file") {
  const json expected = expected_of("pftrace_rocprofv3.pftrace");
  const auto trace = corpus_trace("formats/pftrace_rocprofv3.pftrace");
  REQUIRE(expected["counters"].size() == 2);
  for (const json& counter : expected["counters"]) {
    const json& track = expected["tracks"][counter["track"].get<std::size_t>()];
    check_values(values_of(*trace, track["name"].get<std::string>()), counter["values"]);
  }
}
