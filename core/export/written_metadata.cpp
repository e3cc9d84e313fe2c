#include "core/export/written_metadata.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/host/recorder.h"
#include "core/analysis/steps/chosen_steps.h"
#include "core/export/redaction.h"
#include "core/store/issue_kinds.h"
#include "core/store/laid_processes.h"
#include "core/store/own_members.h"
#include "core/store/source_issues.h"

namespace lanescope {
namespace {

constexpr std::string_view kProfilerStep = "ProfilerStep";

JsonObject properties_of(const DeviceInfo& device, Redaction* redaction) {
  const std::string_view name =
      redaction == nullptr ? std::string_view(device.name) : redaction->device(device.name);
  JsonObject properties;
  properties.emplace_back("id", JsonValue{device.id});
  properties.emplace_back("name", JsonValue{std::string(name)});
  if (device.total_memory_bytes)
    properties.emplace_back("totalGlobalMem", JsonValue{*device.total_memory_bytes});
  if (device.sms) properties.emplace_back("numSms", JsonValue{*device.sms});
  return properties;
}

void add_devices(const TraceInfo& info, Redaction* redaction, JsonObject& members) {
  const bool as_in_file = info.metadata.find("deviceProperties") != nullptr;
  if (info.devices.empty() || as_in_file) return;
  JsonArray devices;
  for (const DeviceInfo& device : info.devices)
    devices.push_back(JsonValue{properties_of(device, redaction)});
  members.emplace_back("deviceProperties", JsonValue{std::move(devices)});
}

/// Readers must not take what is missing for idle time.
void add_part(const TraceInfo& info, const std::optional<TimeRange>& range, Ns base_ns,
              JsonObject& members) {
  std::optional<TimeRange> part = info.part;
  if (range) {
    part = part.value_or(TimeRange{kMinNs, kMaxNs});
    part =
        TimeRange{std::max(part->begin_ns, range->begin_ns), std::min(part->end_ns, range->end_ns)};
  }
  if (!part) return;
  members.emplace_back(kPartMember,
                       JsonValue{JsonArray{JsonValue{saturating_sub(part->begin_ns, base_ns)},
                                           JsonValue{saturating_sub(part->end_ns, base_ns)}}});
}

/// Readers of other formats know how a program marks its steps; those of what is written here would
/// look for torch.profiler's.
void add_step_prefix(const Snapshot& trace, Redaction* redaction, JsonObject& members) {
  if (trace.steps.empty()) return;
  const std::string_view name = trace.text(trace.steps.front().name);
  const std::string_view prefix = steps_prefix(trace);
  const bool replaced =
      redaction != nullptr && redaction->event_name(CategoryKind::UserAnnotation, name) != name;
  if (!trace.chosen_steps.empty()) {
    if (!replaced) members.emplace_back(kStepsMember, JsonValue{trace.chosen_steps});
    return;
  }
  if (prefix.empty() || prefix.starts_with(kProfilerStep)) return;
  if (!replaced) members.emplace_back(kStepPrefixMember, JsonValue{std::string(prefix)});
}

/// What a profile does not say of its samples, and which processes are of one: without it, both
/// would be taken for what the trace itself recorded.
void add_profiles(const Snapshot& trace, JsonObject& members) {
  if (std::ranges::find(trace.report.issues, issue_kinds::kAssumedRunning, &LoadIssue::kind) !=
      trace.report.issues.end())
    members.emplace_back(kAssumedRunningMember, JsonValue{true});
  JsonObject laid = laid_processes(trace.info);
  if (!laid.empty()) members.emplace_back(kLaidProcessesMember, JsonValue{std::move(laid)});
}

/// From the first time that is written to the last.
TimeRange all_times(const Snapshot& trace) {
  TimeRange all{kMaxNs, kMinNs};
  if (!trace.extent.empty()) all.include(trace.extent);
  for (const Track& track : trace.tracks) {
    if (track.slices != 0) all.include(track.bounds);
  }
  const auto include = [&all](const Column<Ns>& times) {
    for (const Ns time_ns : times) all.include({time_ns, time_ns});
  };
  if (trace.instants) include(trace.instants->time_ns);
  if (trace.flows) include(trace.flows->time_ns);
  return all;
}

/// What the reader kept must not be lost because there are more or fewer events around it.
void add_right_times(const Snapshot& trace, JsonObject& members) {
  const TimeRange all = all_times(trace);
  if (saturating_sub(all.end_ns, all.begin_ns) > kShortestExamined)
    members.emplace_back(kTimesAreRightMember, JsonValue{true});
}

void add_order(const TraceInfo& info, JsonObject& members) {
  if (writes_parents_first(info)) members.emplace_back(kParentsFirstMember, JsonValue{true});
}

/// Advice on what a trace lacks is about the tool that recorded it, which for JSON is
/// torch.profiler unless this says otherwise.
void add_recorder(const Snapshot& trace, JsonObject& members) {
  const std::string_view format = recorded_format(trace);
  if (!format.empty() && format != kTorchFormat)
    members.emplace_back(kRecordedAsMember, JsonValue{std::string(format)});
}

/// What is missing must not be missing in silence.
void add_issues(const Snapshot& trace, JsonObject& members) {
  JsonObject issues = source_issues(trace);
  if (!issues.empty()) members.emplace_back(kSourceIssuesMember, JsonValue{std::move(issues)});
}

void add_member(std::string_view key, const JsonValue& value, Redaction* redaction,
                JsonObject& members) {
  if (redaction == nullptr) {
    members.emplace_back(key, value);
  } else if (auto kept = redaction->metadata(key, value)) {
    members.emplace_back(key, std::move(*kept));
  }
}

}  // namespace

bool writes_parents_first(const TraceInfo& info) {
  if (info.format.empty()) return false;
  return info.format != "kineto-json" || has_parents_first(info.metadata);
}

JsonObject written_metadata(const Snapshot& trace, Redaction* redaction,
                            const std::optional<TimeRange>& range, Ns base_ns) {
  JsonObject members;
  add_devices(trace.info, redaction, members);
  add_part(trace.info, range, base_ns, members);
  add_step_prefix(trace, redaction, members);
  add_profiles(trace, members);
  add_order(trace.info, members);
  add_right_times(trace, members);
  add_recorder(trace, members);
  add_issues(trace, members);
  if (trace.info.distributed)
    add_member("distributedInfo", *trace.info.distributed, redaction, members);
  const JsonObject* metadata = trace.info.metadata.object();
  if (metadata == nullptr) return members;
  for (const auto& [key, value] : *metadata) {
    const bool is_written = key == "schemaVersion" || key == "displayTimeUnit" ||
                            key == "traceEvents" || key == kLaidProcessesMember;
    if (!is_written && !is_own_member(key)) add_member(key, value, redaction, members);
  }
  return members;
}

}  // namespace lanescope
