#include "core/view/overview/load_report_model.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/launch/early_work.h"
#include "core/base/text/utf8.h"
#include "core/store/lost_events.h"
#include "core/store/row_offset.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Events in a second list in the file; they are not in the trace.
std::uint64_t unread_events(const LoadReport& report) {
  const auto second = std::ranges::find(report.issues, issue_kinds::kSecondList, &LoadIssue::kind);
  return second == report.issues.end() ? 0 : second->count;
}

/// Graphs of which each is one event; empty if there are none.
std::string whole_graphs_sentence(const LoadReport& report) {
  const auto whole = std::ranges::find(report.issues, issue_kinds::kGraphsWhole, &LoadIssue::kind);
  if (whole == report.issues.end()) return "";
  return fmt::format("{} traced as a whole, without {} kernels; {} to see them",
                     counted(whole->count, "CUDA graph launch was", "CUDA graph launches were"),
                     whole->count == 1 ? "its" : "their", whole->example);
}

/// Graph launches without their kernels; empty if there are none.
std::string hidden_graphs_sentence(const LoadReport& report) {
  const auto hidden =
      std::ranges::find(report.issues, issue_kinds::kGraphsWithoutKernels, &LoadIssue::kind);
  if (hidden == report.issues.end()) return "";
  return fmt::format("{} {} no kernels in the trace, so GPU time is missing",
                     counted(hidden->count, "CUDA graph launch", "CUDA graph launches"),
                     hidden->count == 1 ? "has" : "have");
}

/// Launches of kernels in a file without kernels; empty if there are none.
std::string unrecorded_kernels_sentence(const LoadReport& report) {
  const auto missing =
      std::ranges::find(report.issues, issue_kinds::kKernelsNotRecorded, &LoadIssue::kind);
  if (missing == report.issues.end()) return "";
  return fmt::format(
      "{} no kernels in the file, so GPU time is missing; record with nsys profile --trace=cuda, "
      "and export the table CUPTI_ACTIVITY_KIND_KERNEL too",
      counted(missing->count, "kernel launch has", "kernel launches have"));
}

bool has_unfinished_write(const LoadReport& report) {
  return std::ranges::find(report.issues, issue_kinds::kUnfinishedWrite, &LoadIssue::kind) !=
         report.issues.end();
}

/// What was read of a database in the middle of a change; empty if it was not.
std::string unfinished_write_sentence(const LoadReport& report) {
  if (!has_unfinished_write(report)) return "";
  return "The database was not completely written (its rollback journal lies beside it), so events "
         "may be missing";
}

std::string headline(const LoadReport& report) {
  const std::uint64_t total = report.kept + report.listed;
  if (const std::uint64_t unread = unread_events(report); unread > 0) {
    return fmt::format("{} of {} events kept, {} in a second list not read",
                       count_text(report.kept), count_text(total), count_text(unread));
  }
  if (total == 0) return "The file has no events";
  if (report.listed == 0 && has_unfinished_write(report))
    return fmt::format("{} read of a database that was not completely written",
                       counted(total, "event"));
  if (report.listed == 0 && !report.complete) return counted(total, "event") + " read";
  if (report.listed == 0) {
    return total == 1 ? "The one event was read"
                      : fmt::format("All {} events were read", count_text(total));
  }
  return fmt::format("{} of {} events kept, {} listed below", count_text(report.kept),
                     count_text(total), count_text(report.listed));
}

void add_facts(const Snapshot& snapshot, LoadReportModel& model) {
  const EventCounts& counts = snapshot.counts;
  const auto add = [&](const char* name, std::uint64_t count) {
    if (count > 0) model.facts.emplace_back(name, count_text(count));
  };
  add("Slices", counts.slices);
  add("Instants", counts.instants);
  add("Counters", counts.counters);
  add("Flows", counts.flows);
  add("Async", counts.async);
  add("Metadata", counts.metadata);
  const TraceInfo& info = snapshot.info;
  if (info.part) {
    model.facts.emplace_back("Part of a trace", format_range(*info.part, snapshot.extent.begin_ns));
  }
  if (!info.format.empty()) model.facts.emplace_back("Format", info.format);
  model.facts.emplace_back("File", format_bytes(static_cast<std::int64_t>(info.file_bytes)));
  if (info.text_bytes != 0 && info.text_bytes != info.file_bytes) {
    model.facts.emplace_back("Unpacked", format_bytes(static_cast<std::int64_t>(info.text_bytes)));
  }
  model.facts.emplace_back("In memory",
                           format_bytes(static_cast<std::int64_t>(snapshot.memory_bytes())));
}

/// Notes that a GPU has a different number in its events than in the list of devices.
void add_device_number(const Snapshot& snapshot, LoadReportModel& model) {
  if (!snapshot.only_device) return;
  const std::int64_t device = *snapshot.only_device;
  const DeviceInfo* info = device_info(snapshot, device);
  if (info == nullptr || info->id == device) return;
  model.facts.emplace_back(fmt::format("GPU {}", device),
                           fmt::format("listed as device {}, the only one", info->id));
}

void add_early_kernels(const Snapshot& snapshot, LoadReportModel& model) {
  if (!snapshot.complete) return;
  const std::uint64_t early = early_work(snapshot, whole_window()).kernels;
  if (early != 0) model.facts.emplace_back("Launched before recording", counted(early, "kernel"));
}

/// Where in the file it is first.
std::string first_text(const LoadIssue& issue, std::string_view format) {
  const auto row = row_of_offset(format, issue.first_offset);
  if (!row) return count_text(issue.first_offset);
  return *row == 0 ? "n/a" : "row " + count_text(*row);
}

/// The first event in the file that was set aside; null if there are none.
const LoadIssue* first_set_aside(const LoadReport& report) {
  const LoadIssue* first = nullptr;
  for (const LoadIssue& issue : report.issues) {
    if (issue.kind != issue_kinds::kClampedTime && issue.kind != issue_kinds::kDistantTime)
      continue;
    if (first == nullptr || issue.first_offset < first->first_offset) first = &issue;
  }
  return first;
}

/// "of 1234 samples", "1234 samples were taken": in a recording's issues about samples; 0 if it is
/// something else.
std::uint64_t samples_in(std::string_view example) {
  constexpr std::string_view kOf = "of ";
  if (example.starts_with(kOf)) example.remove_prefix(kOf.size());
  std::uint64_t count = 0;
  std::from_chars(example.data(), example.data() + example.size(), count);
  return count;
}

bool is_usual(const LoadIssue& issue) {
  if (issue.kind == issue_kinds::kNotKept || issue.kind == issue_kinds::kBegunEarlier) return true;
  const bool of_samples =
      issue.kind == issue_kinds::kTornSamples || issue.kind == issue_kinds::kMissedSamples;
  return of_samples && issue.count < samples_in(issue.example) / 100;
}

}  // namespace

bool needs_a_look(const LoadReport& report) {
  return !report.complete || !std::ranges::all_of(report.issues, [](const LoadIssue& issue) {
    return is_usual(issue);
  });
}

LoadReportModel build_load_report(const Snapshot& snapshot) {
  const LoadReport& report = snapshot.report;
  LoadReportModel model;
  model.clean = report.complete && report.issues.empty();
  model.headline = headline(report);
  if (report.stopped) {
    model.warning = "Loading was stopped early. Everything read until then is here";
  } else if (!report.complete && is_still_recorded(report)) {
    model.warning =
        "The recording is still running. Everything recorded until the file was read is here; open "
        "it again for the rest";
  } else if (!report.complete && report.damaged) {
    model.warning =
        "The file is damaged: parts of it cannot be read. Everything else is here; the rows below "
        "say what is missing";
  } else if (!report.complete) {
    model.warning =
        "The file is truncated: the program that wrote it was stopped, or the copy is incomplete. "
        "Everything before the cut is here";
  } else {
    model.warning = unfinished_write_sentence(report);
    if (model.warning.empty()) model.warning = hidden_graphs_sentence(report);
    if (model.warning.empty()) model.warning = unrecorded_kernels_sentence(report);
    if (model.warning.empty()) model.warning = whole_graphs_sentence(report);
  }
  for (const LoadIssue& issue : report.issues) {
    model.rows.push_back({issue.kind, issue.what, count_text(issue.count),
                          first_text(issue, snapshot.info.format), issue.example, issue.lost});
  }
  add_facts(snapshot, model);
  add_device_number(snapshot, model);
  add_early_kernels(snapshot, model);
  return model;
}

std::string left_out_sentence(const LoadReport& report, std::string_view format) {
  std::string all;
  for (const std::string& sentence :
       {unfinished_write_sentence(report), set_aside_sentence(report, format),
        lost_events(report).text, hidden_graphs_sentence(report), whole_graphs_sentence(report)}) {
    if (!all.empty() && !sentence.empty()) all += "; ";
    all += sentence;
  }
  return all;
}

std::string set_aside_sentence(const LoadReport& report, std::string_view format) {
  const LoadIssue* first = first_set_aside(report);
  if (first == nullptr) return "";
  const std::string name =
      first->example.empty() ? "" : fmt::format("'{}', ", utf8_head(first->example, 40));
  const bool one = report.set_aside == 1;
  return fmt::format("{} {} set aside because {} cannot be right ({}{}{}{})",
                     count_text(report.set_aside), one ? "event was" : "events were",
                     one ? "its time" : "their times", one ? "" : "first: ", name,
                     row_of_offset(format, 0) ? "" : "byte ", first_text(*first, format));
}

}  // namespace lanescope
