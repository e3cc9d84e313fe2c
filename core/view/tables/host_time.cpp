#include "core/analysis/host_time/host_time.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/results.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kNothing =
    "No samples of host threads; record a program with `lanescope record`";
constexpr std::string_view kNoNative =
    "No native stacks in this window; the kernel of the recorded machine must allow perf events "
    "(kernel.perf_event_paranoid)";

RowColumns<SampledCode> function_columns(Ns sampled_ns) {
  using enum ValueKind;
  const auto share = [=](const SampledCode& row) { return share_of(row.self_ns, sampled_ns); };
  return {{{"Self"}, Time, &SampledCode::self_ns},
          {{"% self"}, Share, share},
          {{"Self running"}, Time, &SampledCode::self_running_ns},
          {{"Total"}, Time, &SampledCode::total_ns},
          {{"Total running"}, Time, &SampledCode::running_ns, {.usual = false}},
          {{"Threads"}, Count, &SampledCode::threads},
          {{"Top line"}, Name, &SampledCode::top_line}};
}

RowColumns<SampledCode> native_columns(Ns running_ns) {
  using enum ValueKind;
  const auto share = [=](const SampledCode& row) {
    return share_of(row.self_running_ns, running_ns);
  };
  return {{{"Self running"}, Time, &SampledCode::self_running_ns},
          {{"% CPU time"}, Share, share},
          {{"Total running"}, Time, &SampledCode::running_ns},
          {{"Self"}, Time, &SampledCode::self_ns},
          {{"Total"}, Time, &SampledCode::total_ns, {.usual = false}},
          {{"Threads"}, Count, &SampledCode::threads}};
}

RowColumns<SampledCode> line_columns(Ns sampled_ns) {
  using enum ValueKind;
  const auto share = [=](const SampledCode& row) { return share_of(row.self_ns, sampled_ns); };
  return {{{"Self"}, Time, &SampledCode::self_ns},
          {{"% self"}, Share, share},
          {{"Self running"}, Time, &SampledCode::self_running_ns},
          {{"Threads"}, Count, &SampledCode::threads}};
}

/// A thread, and its time by what it did.
struct ThreadRow {
  const HostThreadTime* thread = nullptr;
  std::array<Ns, kHostStates> states{};
  EventId longest_wait = EventId::None;
};

/// `switched`: whether waits for a CPU are known.
RowColumns<ThreadRow> thread_columns(bool switched) {
  using enum ValueKind;
  const auto of = [](Ns HostThreadTime::*time) {
    return [=](const ThreadRow& row) { return row.thread->*time; };
  };
  const auto in = [](HostState state) {
    return [=](const ThreadRow& row) { return row.states.at(static_cast<std::size_t>(state)); };
  };
  const auto running = [](const ThreadRow& row) {
    return share_of(row.thread->running_ns, row.thread->sampled_ns);
  };
  using T = HostThreadTime;
  using ThreadColumn = RowColumn<ThreadRow>;
  // As words, so that copies, sums and filters do not take it for no time.
  const auto unknown = [](const ThreadRow&) { return std::string_view("n/a"); };
  const ThreadColumn waiting_for_cpu =
      switched ? ThreadColumn({"Waiting for CPU"}, Time, in(HostState::Runnable))
               : ThreadColumn({"Waiting for CPU"}, Figure, unknown);
  return {{{"PID"}, Name, [](const ThreadRow& row) { return row.thread->process; }},
          {{"TID"}, Name, [](const ThreadRow& row) { return row.thread->thread; }},
          {{"Sampled"}, Time, of(&T::sampled_ns)},
          {{"Running"}, Time, of(&T::running_ns)},
          {{"% running"}, Share, running},
          waiting_for_cpu,
          {{"GIL held"}, Time, of(&T::gil_held_ns)},
          {{"Waiting for GIL"}, Time, in(HostState::Gil)},
          {{"Lock"}, Time, in(HostState::Lock)},
          {{"Other threads"}, Time, in(HostState::OtherThread)},
          {{"Disk"}, Time, in(HostState::Disk)},
          {{"Pipe or socket"}, Time, in(HostState::Channel)},
          {{"Sleep"}, Time, in(HostState::Sleep)},
          {{"Page fault"}, Time, in(HostState::PageFault)},
          {{"Event loop idle"}, Time, in(HostState::EventLoop)},
          {{"Other waits"}, Time, in(HostState::Other)}};
}

std::vector<ThreadRow> thread_rows(const Snapshot& trace, const HostTime& time) {
  std::vector<ThreadRow> rows;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    ThreadRow& row = rows.emplace_back();
    row.thread = &time.threads[i];
    row.states = host_states(trace, time, i);
    // The waits of a thread are sorted, so the first is the one to go to.
    const auto wait = std::ranges::find(time.waits, i, &HostWait::thread);
    if (wait != time.waits.end()) row.longest_wait = wait->longest;
  }
  std::ranges::stable_sort(rows, std::greater(),
                           [](const ThreadRow& row) { return row.thread->running_ns; });
  return rows;
}

Ns sampled_time(const HostTime& time) {
  Ns sum_ns = 0;
  for (const HostThreadTime& thread : time.threads)
    sum_ns = saturating_add(sum_ns, thread.sampled_ns);
  return sum_ns;
}

Ns running_time(const HostTime& time) {
  Ns sum_ns = 0;
  for (const HostThreadTime& thread : time.threads)
    sum_ns = saturating_add(sum_ns, thread.running_ns);
  return sum_ns;
}

std::string facts_of(const AnalysisResults& in, const HostTime& time) {
  const Snapshot& trace = in.trace;
  if (time.threads.empty()) return "";
  std::string facts =
      fmt::format("{} sampled, {} summed over threads", counted(time.threads.size(), "thread"),
                  format_duration(sampled_time(time)));
  if (!has_thread_switches(trace))
    facts += "; running includes waiting for a CPU (context switches not recorded)";
  if (time.switch_gap_ns > 0) {
    facts += fmt::format(
        "; context switches and native functions not recorded for {} of it (states from samples "
        "only)",
        format_duration(time.switch_gap_ns));
  }
  if (!sample_pause_words(trace, in.window).empty())
    facts += "; nothing while the recording was paused";
  const SampleCover cover = sample_cover(trace, in.window);
  if (cover.lacks_much())
    facts += fmt::format("; no sample covers {} of the threads' time, functions took longer",
                         format_share(cover.unknown_share()));
  return facts;
}

void fill_threads(const Snapshot& trace, const HostTime& time, const std::stop_token& stop,
                  DataTable& table) {
  table.name_title = "Host thread";
  table.goes_to = "longest wait";
  table.ordered_by = "Running";
  const auto look = [&](const ThreadRow& row) {
    const HostThreadTime& thread = *row.thread;
    const StringId name = thread.name != StringId::Empty ? thread.name : thread.thread;
    const Track& track = trace.tracks[index_of(thread.track)];
    return DataRow{.name = is_main_thread(trace, track) ? thread_title(trace, track)
                                                        : std::string(trace.text(name)),
                   .full_name = name,
                   .event = row.longest_wait};
  };
  // Without a thread nothing is unknown, and the column is one of times as usual.
  const bool switched = time.threads.empty() || has_thread_switches(trace);
  fill_table(trace, thread_columns(switched), thread_rows(trace, time), look, stop, table);
}

void fill_native(const Snapshot& trace, const HostTime& time, const std::stop_token& stop,
                 DataTable& table) {
  table.name_title = "Native function";
  table.goes_to = "longest stretch";
  table.ordered_by = "Self running";
  if (!time.threads.empty()) table.empty = kNoNative;
  std::vector<SampledCode> rows = time.native_functions;
  std::ranges::stable_sort(rows, std::greater(), &SampledCode::self_running_ns);
  const auto look = [&](const SampledCode& row) {
    return named_row(trace, CategoryKind::NativeFrame, row.name, row.longest);
  };
  // Where native functions were not recorded, they have no share.
  const Ns recorded_ns = saturating_sub(running_time(time), time.switch_gap_running_ns);
  fill_table(trace, native_columns(recorded_ns), rows, look, stop, table);
}

}  // namespace

bool has_host_samples(const Snapshot& trace) {
  return std::ranges::any_of(trace.tracks, [](const Track& track) {
    return track.kind == TrackKind::ThreadSamples || track.kind == TrackKind::ThreadState;
  });
}

DataTable host_time_table(const DataInput& in, HostRows rows, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto time = in.results.of<HostTime>();
  DataTable table;
  table.empty = kNothing;
  table.facts = facts_of(in.results, *time);
  if (rows == HostRows::Thread) {
    fill_threads(trace, *time, stop, table);
    return table;
  }
  if (rows == HostRows::NativeFunction) {
    fill_native(trace, *time, stop, table);
    return table;
  }
  const bool lines = rows == HostRows::Line;
  table.name_title = lines ? "Python line" : "Python function";
  table.goes_to = "longest stretch";
  table.ordered_by = "Self";
  const auto look = [&](const SampledCode& row) {
    const auto kind = lines ? CategoryKind::SampledLine : CategoryKind::SampledFrame;
    return named_row(trace, kind, row.name, row.longest);
  };
  const Ns sampled_ns = sampled_time(*time);
  fill_table(trace, lines ? line_columns(sampled_ns) : function_columns(sampled_ns),
             lines ? time->lines : time->functions, look, stop, table);
  return table;
}

}  // namespace lanescope
