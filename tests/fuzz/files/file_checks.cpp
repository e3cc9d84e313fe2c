#include "tests/fuzz/files/file_checks.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/base/text/utf8.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/export/trace_times.h"
#include "core/export/trace_writer.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

constexpr std::string_view kExecutionTrace = "execution_trace.json";

/// Analyses of larger ones are left to the target `verbs`, for speed.
constexpr std::uint64_t kMostAnalyzed = 3'000;
constexpr std::uint32_t kMostAsked = 300;

Result<LoadedTrace> load(const std::string& name, unsigned threads, bool with_execution_trace) {
  LoadOptions options;
  options.threads = threads;
  if (with_execution_trace) options.execution_trace = kExecutionTrace;
  return load_trace(name, options);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void check_refusal(const Error& error) {
  demand(!error.message.empty(), "a refusal says why");
  demand(error.message.find('\n') == std::string::npos, "a refusal is one line", error.message);
}

/// Ranges of a track's slices, by row, in the order of time.
using Rows = std::map<std::uint32_t, std::vector<TimeRange>>;

Rows rows_of(const Track& track) {
  Rows rows;
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      rows[chunk->row_of(slice)].push_back(chunk->range(slice));
    }
  }
  return rows;
}

/// Whether one of the slices is around the range.
bool is_enclosed(const std::vector<TimeRange>& around, const TimeRange& range) {
  auto after = std::ranges::upper_bound(around, range.begin_ns, {}, &TimeRange::begin_ns);
  for (; after != around.begin(); --after) {
    const TimeRange& one = *(after - 1);
    if (one.end_ns >= range.end_ns) return true;
    if (one.begin_ns < range.begin_ns) return false;
  }
  return false;
}

/// Of a thread whose slices do not cross, what is in a row is inside of the row above it.
void check_nesting(const Snapshot& snapshot) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.crossings != 0) continue;
    const Rows rows = rows_of(track);
    for (const auto& [row, ranges] : rows) {
      if (row == 0) continue;
      const auto parents = rows.find(row - 1);
      demand(parents != rows.end(), "no row is left out", snapshot.text(track.name));
      for (const TimeRange& range : ranges)
        demand(is_enclosed(parents->second, range), "a parent encloses its children",
               snapshot.text(track.name));
    }
  }
}

void check_event(const LoadedTrace& trace, std::uint32_t id) {
  const auto event = event_json(*trace.snapshot, *trace.texts, EventId{id});
  if (!event.ok()) return check_refusal(event.error());
  demand(is_utf8(event.value().to_text()), "arguments are UTF-8");
}

/// Of some events that lie evenly.
void check_events(const LoadedTrace& trace) {
  const Snapshot& snapshot = *trace.snapshot;
  const std::uint32_t instants = snapshot.instants ? snapshot.instants->size() : 0;
  const auto events = static_cast<std::uint32_t>(snapshot.slice_count) + instants;
  const std::uint32_t step = events / kMostAsked + 1;
  for (std::uint32_t id = 0; id < events; id += step) check_event(trace, id);
}

void run_analyses(const LoadedTrace& trace) {
  const AnalysisResults in(*trace.snapshot, whole_window(), event_reader(trace), {},
                           OpGroupBy::Shape);
#define LANESCOPE_RUN(key, Result, call) (void)in.of<Result>();
  LANESCOPE_ANALYSES(LANESCOPE_RUN)
#undef LANESCOPE_RUN
}

void write_and_read(const LoadedTrace& trace) {
  std::string text;
  const auto keep = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  demand(write_trace(*trace.snapshot, event_reader(trace), keep), "a trace can be written");
  const auto again = load_trace(memory_byte_source(text), "written.json");
  if (!again.ok() && trace.snapshot->report.kept == 0) return;
  demand(again.ok(), "what was written can be read");
  demand(again.value().snapshot->slice_count == trace.snapshot->slice_count,
         "what was written holds the same slices");
}

/// Perfetto has no times before 0; what lies too far behind the first one is set aside when read.
bool fits_perfetto(const Snapshot& trace) {
  const TimeRange times = trace_times(trace);
  return saturating_sub(times.end_ns, std::min<Ns>(times.begin_ns, 0)) <= kLargestTime;
}

void write_for_perfetto_and_read(const LoadedTrace& trace) {
  std::string text;
  const auto keep = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  demand(write_perfetto(*trace.snapshot, event_reader(trace), keep), "a trace becomes Perfetto's");
  if (!fits_perfetto(*trace.snapshot)) return;
  write_work_file("written.pftrace", text);
  const auto again = load("written.pftrace", 1, false);
  if (!again.ok() && trace.snapshot->report.kept == 0) return;
  demand(again.ok(), "what was written for Perfetto can be read");
  std::uint64_t spans = 0;
  for (const Track& track : trace.snapshot->tracks) spans += track.has_spans ? track.slices : 0;
  demand(again.value().snapshot->slice_count == trace.snapshot->slice_count,
         "what was written for Perfetto holds the same slices");
  demand(again.value().snapshot->counts.async == spans,
         "what was written for Perfetto holds the same async ranges");
}

void check_trace(const LoadedTrace& trace) {
  const Snapshot& snapshot = *trace.snapshot;
  demand(snapshot.complete, "a load ends with a whole snapshot");
  const std::string faults = snapshot_faults(snapshot);
  demand(faults.empty(), "a snapshot has no faults", faults);
  demand(is_utf8(snapshot.info.metadata.to_text()), "what a file says of itself is UTF-8");
  check_nesting(snapshot);
  check_events(trace);
  if (snapshot.slice_count > kMostAnalyzed) return;
  run_analyses(trace);
  write_and_read(trace);
  write_for_perfetto_and_read(trace);
}

}  // namespace

std::optional<LoadedTrace> check_file(const std::string& name, std::string_view bytes,
                                      std::string_view execution_trace) {
  enter_work_folder();
  write_work_file(name, bytes);
  const bool has_inputs = !execution_trace.empty();
  if (has_inputs) write_work_file(std::string(kExecutionTrace), execution_trace);
  auto trace = load(name, 1, has_inputs);
  const auto again = load(name, 3, has_inputs);
  demand(trace.ok() == again.ok(), "a file is read or refused, whenever it is opened");
  if (!trace.ok()) {
    check_refusal(trace.error());
    demand(trace.error().message == again.error().message, "a file is refused for one reason",
           trace.error().message);
    return std::nullopt;
  }
  const auto& snapshot = *trace.value().snapshot;
  demand(snapshot_text(snapshot) == snapshot_text(*again.value().snapshot),
         "a file is the same trace each time");
  check_trace(trace.value());
  return std::move(trace).value();
}

}  // namespace lanescope
