#include "core/session/laid_sources.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanescope {
namespace {

/// Adds the issues that are not there by kind: what one file lacked, the file made of it may lack
/// as well.
void add_new_kinds(const std::vector<LoadIssue>& from, std::vector<LoadIssue>& to) {
  const std::vector<LoadIssue> before = to;
  std::ranges::copy_if(from, std::back_inserter(to), [&](const LoadIssue& issue) {
    return std::ranges::find(before, issue.kind, &LoadIssue::kind) == before.end();
  });
}

}  // namespace

void name_sources(const LaidSources& sources, Snapshot& laid) {
  laid.info.file = sources.trace.file;
  laid.info.format = sources.trace.format;
  laid.info.file_bytes = sources.trace.file_bytes;
  laid.info.text_bytes = sources.trace.text_bytes;
  LoadReport& report = laid.report;
  std::vector<LoadIssue> issues = sources.trace_report.issues;
  std::ranges::copy(sources.profile_report.issues, std::back_inserter(issues));
  add_new_kinds(report.issues, issues);
  std::ranges::stable_partition(issues, &LoadIssue::lost);
  report.issues = std::move(issues);
  for (const LoadReport* of : {&sources.trace_report, &sources.profile_report}) {
    report.listed += of->listed;
    report.set_aside += of->set_aside;
    report.complete = report.complete && of->complete;
    report.stopped = report.stopped || of->stopped;
  }
}

}  // namespace lanescope
