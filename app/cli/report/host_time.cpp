#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/sampling.h"
#include "core/view/text/escaping.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

constexpr const char* kNothing = "the window has no samples of host threads";

constexpr const char* kNoSwitches =
    "runnable_ns: context switches were not recorded; running_ns includes time waiting for a CPU";

/// The name of a thread, or else its number.
StringId title_of(const HostThreadTime& thread) {
  return thread.name != StringId::Empty ? thread.name : thread.thread;
}

/// "main thread 4711", as in the window; a program's own name, such as "gzip", says more.
std::string shown_title(const Snapshot& trace, const HostThreadTime& thread) {
  const Track& track = trace.tracks[index_of(thread.track)];
  const std::string own(trace.text(title_of(thread)));
  const bool is_number = own == trace.text(thread.thread) ||
                         own == fmt::format("thread {}", trace.text(thread.thread));
  return is_number && is_main_thread(trace, track) ? thread_title(trace, track) : own;
}

/// `switched`: has_thread_switches().
RowColumns<HostThreadTime> thread_columns(const Snapshot& trace, bool switched) {
  using enum ValueKind;
  const auto title = [&](const HostThreadTime& thread) { return shown_title(trace, thread); };
  const auto running = [](const HostThreadTime& thread) {
    return share_of(thread.running_ns, thread.sampled_ns);
  };
  return {
      // text, JSON
      {{"", "pid", "pid", "pid"}, Name, &HostThreadTime::process},
      {{"", "", "process_name"}, NameOrNone, &HostThreadTime::process_name},
      {{"", "", "tid"}, Name, &HostThreadTime::thread},
      {{"", "thread", "", "thread"}, Words, title},
      {{"", "", "name"}, NameOrNone, title_of},
      {{"", "sampled", "sampled_ns", "sampled"}, Time, &HostThreadTime::sampled_ns},
      {{"", switched ? "running" : "running or waiting for a CPU", "running_ns",
        switched ? "running" : "running or waiting for a CPU"},
       Time,
       &HostThreadTime::running_ns},
      {{"", switched ? "% running" : "% of sampled", "running_pct",
        switched ? "% running" : "% of sampled"},
       Share,
       running},
      {{"", "waiting for a CPU", "runnable_ns", "waiting for a CPU"},
       Time,
       &HostThreadTime::runnable_ns,
       {.given = switched}},
      {{"", "waiting for the GIL", "gil_wait_ns", "waiting for the GIL"},
       Time,
       &HostThreadTime::gil_wait_ns},
      {{"", "other waits", "other_wait_ns", "other waits"}, Time, &HostThreadTime::other_wait_ns},
      {{"", "GIL held", "gil_held_ns", "GIL held"}, Time, &HostThreadTime::gil_held_ns}};
}

RowColumns<HostWait> wait_columns(const Snapshot& trace, const HostTime& result) {
  using enum ValueKind;
  const auto thread = [&](const HostWait& wait) {
    return shown_title(trace, result.threads[wait.thread]);
  };
  const auto tid = [&](const HostWait& wait) { return result.threads[wait.thread].thread; };
  const auto reason = [&](const HostWait& wait) { return wait_title(trace, wait); };
  return {// text, JSON
          {{"", "waiting", "reason", "waiting"}, Name, reason},
          {{"", "thread", "", "thread"}, Words, thread},
          {{"", "", "tid"}, Name, tid},
          {{"", "total", "total_ns", "total"}, Time, &HostWait::total_ns},
          {{"", "while holding the GIL", "gil_held_ns", "while holding the GIL"},
           Time,
           &HostWait::gil_held_ns},
          {{"", "count", "count", "count"}, Count, &HostWait::count},
          {{"", "longest", "longest_ns", "longest"}, Time, &HostWait::longest_ns},
          {{"", "", "longest_event_id"}, Event, &HostWait::longest}};
}

constexpr const char* kFootnote =
    "* running or waiting for a CPU: context switches were not recorded\n";

RowColumns<SampledCode> function_columns(bool switched) {
  using enum ValueKind;
  return {// text, JSON
          {{"", "function", "name", "function"}, Name, &SampledCode::name},
          {{"", "self", "self_ns", "self"}, Time, &SampledCode::self_ns},
          {{"", switched ? "self running" : "self running *", "self_running_ns",
            switched ? "self running" : "self running *"},
           Time,
           &SampledCode::self_running_ns},
          {{"", "total", "total_ns", "total"}, Time, &SampledCode::total_ns},
          {{"", switched ? "total running" : "total running *", "running_ns",
            switched ? "total running" : "total running *"},
           Time,
           &SampledCode::running_ns},
          {{"", "threads", "threads", "threads"}, Count, &SampledCode::threads},
          {{"", "", "longest_event_id"}, Event, &SampledCode::longest}};
}

RowColumns<SampledCode> line_columns(bool switched) {
  using enum ValueKind;
  return {
      // text, JSON
      {{"", "line", "name", "line"}, Name, &SampledCode::name},
      {{"", "total", "total_ns", "total"}, Time, &SampledCode::total_ns},
      {{"", switched ? "running" : "running *", "running_ns", switched ? "running" : "running *"},
       Time,
       &SampledCode::running_ns},
      {{"", "threads", "threads", "threads"}, Count, &SampledCode::threads},
      {{"", "", "longest_event_id"}, Event, &SampledCode::longest}};
}

}  // namespace

Json to_json(const ReportInput& input, const HostTime& result) {
  const Snapshot& trace = input.trace;
  const bool switched = has_thread_switches(trace);
  Json out = {
      {"threads", rows_json(trace, thread_columns(trace, switched), result.threads)},
      {"waits", rows_json(trace, wait_columns(trace, result), result.waits)},
      {"functions", rows_json(trace, function_columns(switched), result.functions)},
      {"lines", rows_json(trace, line_columns(switched), result.lines)},
      {"native_functions", rows_json(trace, function_columns(switched), result.native_functions)}};
  if (result.switch_gap_ns > 0) out["switch_gap_ns"] = result.switch_gap_ns;
  const SampleCover cover = sample_cover(trace, input.window);
  if (cover.lacks_much()) out["unsampled_ns"] = cover.unknown_ns;
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
  const bool switched = has_thread_switches(trace);
  const RowColumns<HostThreadTime> columns = thread_columns(trace, switched);
  std::string text = first_rows_text(trace, columns, result.threads);
  if (result.switch_gap_ns > 0)
    text += fmt::format(
        "Context switches and native functions were not recorded for {} of the sampled time; "
        "states there are from samples only\n",
        format_duration(result.switch_gap_ns));
  const std::string paused = sample_pause_words(trace, input.window);
  if (!paused.empty()) text += paused + "\n";
  const std::string cover = cover_words(sample_cover(trace, input.window));
  if (!cover.empty()) text += cover + "\n";
  if (!result.waits.empty())
    text += "\n" + first_rows_text(trace, wait_columns(trace, result), result.waits);
  if (!result.functions.empty()) {
    text += "\nPython functions, summed over threads\n";
    text += first_rows_text(trace, function_columns(switched), result.functions);
    text += "\n" + first_rows_text(trace, line_columns(switched), result.lines);
    if (!switched) text += kFootnote;
  }
  if (!result.native_functions.empty()) {
    text += "\nNative functions, summed over threads\n";
    text += first_rows_text(trace, function_columns(switched), result.native_functions);
  }
  return text;
}

std::string host_time_markdown(const ReportInput& input) {
  constexpr std::size_t kPageRows = 10;
  const auto result = input.of<HostTime>();
  if (result->threads.empty()) return "";
  const Snapshot& trace = input.trace;
  const bool switched = has_thread_switches(trace);
  std::string text = rows_page(trace, thread_columns(trace, switched), result->threads, kPageRows);
  if (!result->waits.empty())
    text += "\n### Waits\n\n" +
            rows_page(trace, wait_columns(trace, *result), result->waits, kPageRows);
  if (!result->functions.empty())
    text += "\n### Python functions, summed over threads\n\n" +
            rows_page(trace, function_columns(switched), result->functions, kPageRows);
  if (!result->native_functions.empty())
    text += "\n### Native functions, summed over threads\n\n" +
            rows_page(trace, function_columns(switched), result->native_functions, kPageRows);
  if (!switched) text += fmt::format("\n{}", markdown_text(kFootnote));
  const std::string paused = sample_pause_words(trace, input.window);
  if (!paused.empty()) text += fmt::format("\n{}.\n", markdown_text(paused));
  const std::string cover = cover_words(sample_cover(trace, input.window));
  if (!cover.empty()) text += fmt::format("\n{}.\n", markdown_text(cover));
  return text;
}

}  // namespace lanescope
