#include "core/store/source_issues.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/base/text/sentences/one_line.h"
#include "core/base/time.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

constexpr std::string_view kKind = "source_issues";
constexpr std::string_view kWhat =
    "The file that this was converted from had these issues: what it lacks is missing here too";
constexpr std::string_view kTruncated = "truncated", kDamaged = "damaged";
/// Nothing is missing because of them, and what was written is whole.
constexpr std::array<std::string_view, 3> kMended = {"repaired_event", "end_name_differs",
                                                     "repeated_dispatch"};
constexpr std::size_t kMostKinds = 200, kMostExampleBytes = 80;
constexpr std::int64_t kMostEvents = std::int64_t{1} << 53U;

bool is_fault(std::string_view kind) {
  return kind == kTruncated || kind == kDamaged;
}

bool is_kind(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

/// The usable part of the member: it may be anything.
JsonObject member_of(const JsonValue& metadata) {
  const JsonValue* member = metadata.find(kSourceIssuesMember);
  if (member == nullptr || member->object() == nullptr) return {};
  JsonObject issues;
  for (const auto& [kind, count] : *member->object()) {
    const std::int64_t times = count.as_int(0);
    const bool is_new = std::ranges::find(issues, kind, &JsonMember::first) == issues.end();
    if (is_new && is_kind(kind) && times > 0 && times <= kMostEvents && issues.size() < kMostKinds)
      issues.emplace_back(kind, JsonValue{times});
  }
  return issues;
}

void add(std::string_view kind, std::uint64_t count, JsonObject& issues) {
  const auto events = static_cast<std::int64_t>(std::min<std::uint64_t>(count, kMostEvents));
  if (std::ranges::find(issues, kind, &JsonMember::first) == issues.end())
    issues.emplace_back(kind, JsonValue{std::max<std::int64_t>(1, events)});
}

}  // namespace

JsonObject source_issues(const Snapshot& trace) {
  JsonObject issues = member_of(trace.info.metadata);
  if (!trace.report.complete) add(fault_of_file(trace.report), 1, issues);
  for (const LoadIssue& issue : trace.report.issues) {
    const bool is_mended = std::ranges::find(kMended, issue.kind) != kMended.end();
    if (issue.kind != kKind && !is_mended) add(issue.kind, issue.count, issues);
  }
  return issues;
}

void add_source_issues(const JsonValue& metadata, LoadReport& report) {
  std::string faults, kinds;
  std::uint64_t total = 0;
  for (const auto& [kind, times] : member_of(metadata)) {
    const std::int64_t count = times.as_int(0);
    if (std::ranges::find(report.issues, kind, &LoadIssue::kind) != report.issues.end()) continue;
    total += static_cast<std::uint64_t>(count);
    std::string& text = is_fault(kind) ? faults : kinds;
    text += text.empty() ? "" : ", ";
    text += is_fault(kind) ? kind : fmt::format("{} {}", format_count(count), kind);
  }
  if (total == 0) return;
  const std::string all = faults + (faults.empty() || kinds.empty() ? "" : ", ") + kinds;
  report.issues.push_back(
      {std::string(kKind), std::string(kWhat), total, 0, one_line(all, kMostExampleBytes), false});
}

}  // namespace lanescope
