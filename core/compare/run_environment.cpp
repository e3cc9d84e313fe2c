#include "core/compare/run_environment.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/captured/capture_trace_text.h"
#include "core/analysis/host/captured_launch.h"
#include "core/analysis/host/recorder.h"
#include "core/store/lost_events.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

/// Keys that identify a recording and say nothing about the run.
constexpr std::array<std::string_view, 7> kIdentity = {
    "trace_id",  "traceName", "baseTimeNanoseconds", "displayTimeUnit", "schemaVersion",
    "timestamp", "rank"};
/// 1 if the option was on, missing if it was off.
constexpr std::array<std::string_view, 5> kOptions = {
    "record_shapes", "with_stack", "profile_memory", "with_modules", "with_flops"};
/// As our own recordings name them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOptionsOfRecording = {
    {{"record_shapes", "shapes"}, {"with_stack", "stacks"}, {"profile_memory", "memory"}}};
/// Different shapes are mentioned from this share of operator time.
constexpr double kOtherShapesShare = 0.05;
constexpr std::size_t kLongestValue = 200;  // longer values are left out

using Facts = std::map<std::string, std::string>;

bool is_listed(const auto& names, std::string_view key) {
  return std::ranges::find(names, key) != names.end();
}

void add_words(const JsonValue& from, Facts& facts) {
  const JsonObject* members = from.object();
  if (members == nullptr) return;
  for (const auto& [key, value] : *members) {
    if (value.object() != nullptr || value.array() != nullptr || is_listed(kIdentity, key) ||
        is_own_member(key))
      continue;
    std::string text = value.to_text(true);
    if (text.size() <= kLongestValue) facts.try_emplace(key, std::move(text));
  }
}

std::string gpus_of(const Snapshot& trace) {
  std::map<std::string, std::size_t> by_name;
  for (const DeviceInfo& device : trace.info.devices) ++by_name[device.name];
  std::string text;
  for (const auto& [name, count] : by_name) {
    text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

/// Of other tools, a missing option does not mean that it was off.
bool has_options(Recorder recorder) {
  return recorder == Recorder::TorchProfiler || recorder == Recorder::Lanescope;
}

/// JSON of unknown writers counts as torch.profiler's, whose own has a version.
std::string_view recorder_title(const Snapshot& trace) {
  const Recorder recorder = recorder_of(trace);
  if (recorder == Recorder::TorchProfiler && trace.info.metadata.find("schemaVersion") == nullptr)
    return "another tool";
  constexpr std::array<std::string_view, kRecorders> kTitles = {
      "torch.profiler", "Lanescope",         "Nsight Systems", "JAX profiler",
      "ROCm profiler",  "sampling profiler", "Perfetto",       "another tool"};
  return kTitles[static_cast<std::size_t>(recorder)];
}

Facts facts_of(const Snapshot& trace) {
  Facts facts;
  add_words(trace.info.metadata, facts);
  if (trace.info.distributed) add_words(*trace.info.distributed, facts);
  if (!trace.info.devices.empty()) facts["gpu"] = gpus_of(trace);
  if (const JsonValue* capture = trace.info.metadata.find("capture")) {
    for (const auto& [option, key] : kOptionsOfRecording) {
      if (const JsonValue* value = capture->find(key))
        facts.try_emplace(std::string(option), value->to_text(true));
    }
  }
  if (has_options(recorder_of(trace)))
    for (const std::string_view option : kOptions) facts.try_emplace(std::string(option), "0");
  if (const auto use = capture_trace_text(trace)) facts["capture_trace"] = *use;
  facts["clock_step"] = trace.info.whole_microseconds ? "1 µs" : "1 ns";
  return facts;
}

std::optional<std::string> value_of(const Facts& facts, const std::string& key) {
  const auto at = facts.find(key);
  return at == facts.end() ? std::nullopt : std::optional(at->second);
}

/// The share of operator time in pairs whose input shapes differ.
double other_shapes_share(const RunDiff& by_op) {
  double all = 0, other = 0;
  for (const DiffRow& row : by_op.rows) {
    all += row.wall_a_ns + row.wall_b_ns;
    const bool shapes = row.pair.a && row.pair.b && row.pair.by == MatchedBy::Name;
    if (shapes) other += row.wall_a_ns + row.wall_b_ns;
  }
  return all == 0 ? 0 : other / all;
}

using Sentences = std::vector<std::string>;

std::string gpus_text(std::size_t gpus) {
  return fmt::format("{} GPU{}", gpus, gpus == 1 ? "" : "s");
}

/// How to mark steps next time.
std::string how_to_mark_steps(const Snapshot& a, const Snapshot& b) {
  const Recorder recorder = recorder_of(a);
  if (recorder != recorder_of(b)) return "mark steps in both.";
  if (recorder == Recorder::TorchProfiler) return "mark steps with prof.step().";
  return std::string(advice_of(recorder, Recordable::Steps)) + ".";
}

void warn_of_steps(const Snapshot& trace_a, const Snapshot& trace_b, const AlignedRuns& runs,
                   Sentences& out) {
  const RunSamples &a = runs.a, &b = runs.b;
  if (a.by == AlignBy::Start) {
    out.push_back(
        "At least one run has no steps, so the recordings are compared as a whole, regardless of "
        "what was recorded; " +
        how_to_mark_steps(trace_a, trace_b));
  } else if (a.samples.size() < kLeastSamples || b.samples.size() < kLeastSamples) {
    out.push_back(
        fmt::format("Too few {} ({} vs {}) for a significance test; record at least {} each.",
                    samples_word(a.by), a.samples.size(), b.samples.size(), kLeastSamples));
  }
}

/// Times of several GPUs are no sums, unlike those of a report.
void warn_of_gpus(const RunDiff& diff, Sentences& out) {
  if (diff.a.gpus <= 1 && diff.b.gpus <= 1) return;
  const std::string gpus =
      diff.a.gpus == diff.b.gpus
          ? fmt::format("both runs use {} GPUs", diff.a.gpus)
          : fmt::format("A uses {} and B {}", gpus_text(diff.a.gpus), gpus_text(diff.b.gpus));
  out.push_back(fmt::format(
      "Times are means per GPU ({}); calls and sums of durations are of all GPUs.", gpus));
}

void warn_of_recorders(const Snapshot& a, const Snapshot& b, Sentences& out) {
  const Recorder recorder_a = recorder_of(a), recorder_b = recorder_of(b);
  if (recorder_a == recorder_b) return;
  out.push_back(fmt::format(
      "The runs were recorded with different tools ({} and {}), which record other events and slow "
      "the host down differently.",
      recorder_title(a), recorder_title(b)));
}

void warn_of_environment(const Snapshot& a, const Snapshot& b, Sentences& out) {
  std::string options;
  for (const EnvironmentDiff& diff : compare_environments(a, b)) {
    if (is_listed(kOptions, diff.key)) options += (options.empty() ? "" : ", ") + diff.key;
    if (diff.key == "gpu")
      out.push_back(fmt::format("The runs are on different GPUs: {} and {}.",
                                diff.a.value_or("unknown"), diff.b.value_or("unknown")));
    if (diff.key == "world_size")
      out.push_back(fmt::format("The runs have {} and {} ranks.", diff.a.value_or("no"),
                                diff.b.value_or("no")));
  }
  if (!options.empty()) {
    out.push_back(fmt::format(
        "The profiler options differ ({}), so the host is slowed down differently.", options));
  }
}

/// A file that is named for both runs may be of use for one only.
void warn_of_captures(const Snapshot& a, const Snapshot& b, Sentences& out) {
  for (const auto& [run, trace] : {std::pair("A", &a), std::pair("B", &b)}) {
    const auto use = capture_trace_use(*trace);
    if (!use || use->joined == use->replays) continue;
    out.push_back(fmt::format("The capture trace covers {} of {} CUDA graph replays of {}.",
                              format_count(use->joined), format_count(use->replays), run));
  }
}

void warn_of_loads(const LoadReport& a, const LoadReport& b, Sentences& out) {
  const auto is_cut = [](const LoadReport& report) { return !report.complete && !report.stopped; };
  const std::array reports{&a, &b};
  for (const bool damaged : {false, true}) {
    const bool any = std::ranges::any_of(reports, [&](const LoadReport* report) {
      return is_cut(*report) && report->damaged == damaged;
    });
    if (any) out.emplace_back(damaged ? "A file is damaged." : "A file is truncated.");
  }
  for (const auto& [run, report] : {std::pair("A", &a), std::pair("B", &b)}) {
    if (report->set_aside != 0)
      out.push_back(fmt::format("In {}, events with impossible times were set aside: {}.", run,
                                format_count(static_cast<std::int64_t>(report->set_aside))));
    const std::string lost = lost_events(*report).text;
    if (!lost.empty()) out.push_back(fmt::format("In {}, {}.", run, lost));
  }
  if (a.stopped || b.stopped)
    out.emplace_back("Loading was stopped before a run was read completely.");
}

void warn_of_workload(const Snapshot& a, const Snapshot& b, const RunDiff& by_op, Sentences& out) {
  if (has_gpu_work(a) != has_gpu_work(b))
    out.emplace_back("Only one run has GPU work, so host time is compared.");
  if (by_op.a.shapes_merged || by_op.b.shapes_merged)
    out.push_back(
        fmt::format("{} has no input shapes of operators, so operators are compared by name alone.",
                    by_op.a.shapes_merged ? "B" : "A"));
  const double share = other_shapes_share(by_op);
  if (share >= kOtherShapesShare) {
    out.push_back(
        fmt::format("{:.0f} % of operator time has different input shapes.", 100 * share));
  }
}

}  // namespace

std::vector<EnvironmentDiff> compare_environments(const Snapshot& a, const Snapshot& b) {
  Facts facts_a = facts_of(a), facts_b = facts_of(b);
  const Recorder recorder_a = recorder_of(a), recorder_b = recorder_of(b);
  if (recorder_a != recorder_b) {
    facts_a["recorder"] = recorder_title(a);
    facts_b["recorder"] = recorder_title(b);
  }
  if (!has_options(recorder_a) || !has_options(recorder_b)) {
    for (Facts* facts : {&facts_a, &facts_b}) {
      for (const std::string_view option : kOptions) facts->erase(std::string(option));
    }
  }
  Facts keys = facts_a;
  keys.insert(facts_b.begin(), facts_b.end());
  std::vector<EnvironmentDiff> diffs;
  for (const auto& [key, value] : keys) {
    EnvironmentDiff diff{key, value_of(facts_a, key), value_of(facts_b, key)};
    if (diff.a != diff.b) diffs.push_back(std::move(diff));
  }
  return diffs;
}

std::vector<std::string> comparison_warnings(const Snapshot& a, const Snapshot& b,
                                             const RunDiff& by_op) {
  std::vector<std::string> out;
  warn_of_steps(a, b, by_op.runs, out);
  warn_of_gpus(by_op, out);
  warn_of_recorders(a, b, out);
  warn_of_environment(a, b, out);
  warn_of_captures(a, b, out);
  warn_of_loads(a.report, b.report, out);
  warn_of_workload(a, b, by_op, out);
  return out;
}

}  // namespace lanescope
