#include "core/store/lost_events.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/store/issue_kinds.h"

namespace lanescope {
namespace {

/// These are reported in sentences of their own.
constexpr std::array<std::string_view, 3> kReportedElsewhere = {
    issue_kinds::kClampedTime, issue_kinds::kDistantTime, issue_kinds::kCutOffEvent};
/// These are not even in the file.
constexpr std::array<std::string_view, 2> kMissing = {issue_kinds::kRecordsDropped,
                                                      issue_kinds::kRecordsNotWritten};

bool is_one_of(const auto& kinds, std::string_view kind) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

std::string count_text(std::uint64_t count) {
  return format_count(static_cast<std::int64_t>(count));
}

struct Losses {
  std::uint64_t count = 0;
  std::string kinds;

  void add(const LoadIssue& issue) {
    count += issue.count;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count_text(issue.count), issue.kind);
  }
};

}  // namespace

LostEvents lost_events(const LoadReport& report) {
  Losses unusable, missing;
  std::string chunks;
  for (const LoadIssue& issue : report.issues) {
    if (!issue.lost || issue.count == 0 || is_one_of(kReportedElsewhere, issue.kind)) continue;
    if (issue.kind == issue_kinds::kLostChunk) {
      chunks = fmt::format("{} chunk{} of the recording {} lost", count_text(issue.count),
                           issue.count == 1 ? "" : "s", issue.count == 1 ? "is" : "are");
      continue;
    }
    (is_one_of(kMissing, issue.kind) ? missing : unusable).add(issue);
  }
  LostEvents lost{unusable.count, missing.count, std::move(chunks)};
  std::string& text = lost.text;
  if (unusable.count != 0) {
    text += text.empty() ? "" : "; ";
    text += fmt::format("{} event{} could not be used: {}", count_text(unusable.count),
                        unusable.count == 1 ? "" : "s", unusable.kinds);
  }
  if (missing.count != 0) {
    text +=
        fmt::format("{}{} record{} missing: {}", text.empty() ? "" : "; ",
                    count_text(missing.count), missing.count == 1 ? " is" : "s are", missing.kinds);
  }
  return lost;
}

}  // namespace lanescope
