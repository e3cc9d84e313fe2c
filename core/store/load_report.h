// The load report: every event of a file is either stored or listed here with its kind, how often,
// and where first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct LoadIssue {
  std::string
      kind;  // snake_case, part of the text face's contract: "broken_event", "end_without_begin" …
  std::string what;  // one sentence for people
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;  // text offset of the first one
  std::string example;             // a name or the first bytes of it
  bool lost = false;               // the events counted here are not in the store
};

struct LoadReport {
  std::uint64_t kept =
      0;  // events of the file that are in the store (metadata events included: they name lanes)
  std::uint64_t listed = 0;       // sum of the counts of issues with `lost`
  std::uint64_t set_aside = 0;    // of the listed: events whose times cannot be right
  std::vector<LoadIssue> issues;  // lost ones first, then by kind
  bool complete = true;           // the text ended where it should
  bool stopped = false;           // not complete, as the user had enough
};

}  // namespace lanescope
