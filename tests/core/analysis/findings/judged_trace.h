// What is found in a trace that a test writes, with its evidence as text.
#pragma once

#include <string>

#include "tests/core/analysis/findings/findings_of.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// A loaded trace, and what was found in it.
struct JudgedTrace {
  explicit JudgedTrace(const TraceText& trace)
      : text(load_with_source(trace)),
        table(analyse_findings({*text.snapshot, whole_window(),
                                [this](EventId event) { return text.json(event); }})) {}

  /// All evidence of a finding, a line each.
  [[nodiscard]] std::string says(const Finding& finding) const {
    std::string all;
    for (const FindingEvidence& one : finding.evidence)
      all += one.text.head + std::string(text.snapshot->text(one.text.name)) + one.text.tail + "\n";
    return all;
  }
  [[nodiscard]] std::string where(const Finding& finding) const {
    return std::string(text.snapshot->text(finding.where.name));
  }

  LoadedText text;
  FindingTable table;
};

/// The main thread of process 100 runs for 400 of 1,000 ms, then waits for a pipe.
inline TraceText waits_for_pipe() {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "1000000")
      .cpu("python_line", "train.py:3", "0", "400000")
      .cpu("python_line", "train.py:4", "400000", "600000")
      .cpu("thread_state", "running", "0", "400000")
      .cpu("thread_state", "poll pipe", "400000", "600000");
  trace.top_level(R"("process 0": {"pid": 100, "ppid": 1})");
  return trace;
}

}  // namespace lanescope
