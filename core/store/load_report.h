// The load report: every event of a file is either stored or listed here with its kind, the count,
// and the position of the first one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/issue_kinds.h"

namespace lanescope {

struct LoadIssue {
  std::string kind;  // snake_case, part of the contract of text output: "broken_event",
                     // "end_without_begin" …
  std::string what;  // one sentence for the user
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;  // text offset of the first one
  std::string example;             // a name or its first bytes
  bool lost = false;               // the events counted here are not stored
};

struct LoadReport {
  std::uint64_t kept =
      0;  // events of the file that are stored (including metadata events, which name tracks)
  std::uint64_t listed = 0;       // sum of the counts of issues with `lost`
  std::uint64_t set_aside = 0;    // of `listed`: events with implausible times
  std::vector<LoadIssue> issues;  // those with `lost` first, then by kind
  bool complete = true;           // the text ended where it should
  bool stopped = false;           // not complete because the user stopped it
  bool damaged = false;           // not complete because parts inside it cannot be read
};

/// Whether the file had not ended when it was read, since it is a recording that goes on.
inline bool is_still_recorded(const LoadReport& report) {
  return std::ranges::any_of(
      report.issues, [](const LoadIssue& one) { return one.kind == issue_kinds::kStillRecorded; });
}

/// "damaged" or "truncated": what a file is whose report is not complete.
constexpr std::string_view fault_of_file(const LoadReport& report) {
  return report.damaged ? "damaged" : "truncated";
}

}  // namespace lanescope
