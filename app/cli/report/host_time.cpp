#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr const char* kNothing = "the window has no samples of host threads";

constexpr const char* kNoSwitches =
    "runnable_ns: context switches were not recorded; running_ns includes time waiting for a CPU";

constexpr std::string_view kWaitsForThread = "waiting for another thread";

/// The name of a thread, or else its number.
StringId title_of(const HostThreadTime& thread) {
  return thread.name != StringId::Empty ? thread.name : thread.thread;
}

/// `switched`: has_thread_switches().
RowColumns<HostThreadTime> thread_columns(bool switched) {
  using enum ValueKind;
  const auto running = [](const HostThreadTime& thread) {
    return share_of(thread.running_ns, thread.sampled_ns);
  };
  return {// text, JSON
          {{"", "pid", "pid"}, Name, &HostThreadTime::process},
          {{"", "", "process_name"}, NameOrNone, &HostThreadTime::process_name},
          {{"", "", "tid"}, Name, &HostThreadTime::thread},
          {{"", "thread", "name"}, NameOrNone, title_of},
          {{"", "sampled", "sampled_ns"}, Time, &HostThreadTime::sampled_ns},
          {{"", switched ? "running" : "running or waiting for a CPU", "running_ns"},
           Time,
           &HostThreadTime::running_ns},
          {{"", "% running", "running_pct"}, Share, running},
          {{"", "waiting for a CPU", "runnable_ns"},
           Time,
           &HostThreadTime::runnable_ns,
           {.given = switched}},
          {{"", "waiting for the GIL", "gil_wait_ns"}, Time, &HostThreadTime::gil_wait_ns},
          {{"", "other waits", "other_wait_ns"}, Time, &HostThreadTime::other_wait_ns},
          {{"", "GIL held", "gil_held_ns"}, Time, &HostThreadTime::gil_held_ns}};
}

RowColumns<HostWait> wait_columns(const Snapshot& trace, const HostTime& result) {
  using enum ValueKind;
  const auto thread = [&](const HostWait& wait) { return title_of(result.threads[wait.thread]); };
  const auto tid = [&](const HostWait& wait) { return result.threads[wait.thread].thread; };
  const auto reason = [&](const HostWait& wait) {
    const ThreadState state = parse_thread_state(trace.text(wait.state));
    return wait.for_thread && !state.waits_for_queue() ? kWaitsForThread : state.name;
  };
  return {// text, JSON
          {{"", "waiting", "reason"}, Name, reason},
          {{"", "thread"}, Name, thread},
          {{"", "", "tid"}, Name, tid},
          {{"", "total", "total_ns"}, Time, &HostWait::total_ns},
          {{"", "while holding the GIL", "gil_held_ns"}, Time, &HostWait::gil_held_ns},
          {{"", "count", "count"}, Count, &HostWait::count},
          {{"", "longest", "longest_ns"}, Time, &HostWait::longest_ns},
          {{"", "", "longest_event_id"}, Event, &HostWait::longest}};
}

RowColumns<SampledCode> function_columns() {
  using enum ValueKind;
  return {// text, JSON
          {{"", "function", "name"}, Name, &SampledCode::name},
          {{"", "self", "self_ns"}, Time, &SampledCode::self_ns},
          {{"", "self running", "self_running_ns"}, Time, &SampledCode::self_running_ns},
          {{"", "total", "total_ns"}, Time, &SampledCode::total_ns},
          {{"", "total running", "running_ns"}, Time, &SampledCode::running_ns},
          {{"", "threads", "threads"}, Count, &SampledCode::threads},
          {{"", "", "longest_event_id"}, Event, &SampledCode::longest}};
}

RowColumns<SampledCode> line_columns() {
  using enum ValueKind;
  return {// text, JSON
          {{"", "line", "name"}, Name, &SampledCode::name},
          {{"", "total", "total_ns"}, Time, &SampledCode::total_ns},
          {{"", "running", "running_ns"}, Time, &SampledCode::running_ns},
          {{"", "threads", "threads"}, Count, &SampledCode::threads},
          {{"", "", "longest_event_id"}, Event, &SampledCode::longest}};
}

}  // namespace

Json to_json(const ReportInput& input, const HostTime& result) {
  const Snapshot& trace = input.trace;
  const bool switched = has_thread_switches(trace);
  Json out = {{"threads", rows_json(trace, thread_columns(switched), result.threads)},
              {"waits", rows_json(trace, wait_columns(trace, result), result.waits)},
              {"functions", rows_json(trace, function_columns(), result.functions)},
              {"lines", rows_json(trace, line_columns(), result.lines)},
              {"native_functions", rows_json(trace, function_columns(), result.native_functions)}};
  if (result.switch_gap_ns > 0) out["switch_gap_ns"] = result.switch_gap_ns;
  if (result.threads.empty()) {
    out["why"] = kNothing;
  } else if (!switched) {
    out["why"] = kNoSwitches;
  }
  return out;
}

std::string to_text(const ReportInput& input, const HostTime& result) {
  if (result.threads.empty()) return fmt::format("n/a: {}\n", kNothing);
  const Snapshot& trace = input.trace;
  const RowColumns<HostThreadTime> columns = thread_columns(has_thread_switches(trace));
  std::string text = first_rows_text(trace, columns, result.threads);
  if (result.switch_gap_ns > 0)
    text += fmt::format(
        "Context switches and native functions were not recorded for {} of the sampled time; "
        "states there are from samples only\n",
        format_duration(result.switch_gap_ns));
  if (!result.waits.empty())
    text += "\n" + first_rows_text(trace, wait_columns(trace, result), result.waits);
  if (!result.functions.empty()) {
    text += "\nPython functions, summed over threads\n";
    text += first_rows_text(trace, function_columns(), result.functions);
    text += "\n" + first_rows_text(trace, line_columns(), result.lines);
  }
  if (!result.native_functions.empty()) {
    text += "\nNative functions, summed over threads\n";
    text += first_rows_text(trace, function_columns(), result.native_functions);
  }
  return text;
}

}  // namespace lanescope
