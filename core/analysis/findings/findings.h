// What to fix first: rules applied to the results of other analyses, each with an estimate of the
// potential gain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Text around a name from the trace, which can be shortened for display.
struct FindingText {
  std::string head;
  StringId name = StringId::Empty;
  std::string tail;
};

/// Evidence for a finding, and an event that shows it.
struct FindingEvidence {
  FindingText text;
  EventId event = EventId::None;  // None if no single event shows it
  std::vector<EventId> more;      // others that show it, in the order to look at them
};

/// The code responsible; empty if unknown.
struct FindingPlace {
  StringId name = StringId::Empty;    // an operator, a call or an annotation
  StringId source = StringId::Empty;  // a python_function event: "train.py(41): step"
  EventId event = EventId::None;
  /// The line of `name` that was executed, where the name has only that where its file begins, as
  /// that of a module; 0: as in the name.
  std::int32_t line = 0;
};

/// The text of a name with that line: "train.py(41): <module>". Works on titles as well:
/// "<module> (train.py:41)".
std::string at_line(std::string name, std::int32_t line);

/// The confidence that the named cause is right.
enum class Confidence : std::uint8_t { Low, Medium, High };
/// "low", "medium", "high": as on the command line and in JSON.
std::string_view confidence_name(Confidence confidence);

/// The base of the severity percentages: the judged time, or what a device's memory reaches at its
/// peak. That is what PyTorch has reserved; what it has allocated where the trace says no more.
enum class SeverityOf : std::uint8_t { Step, ReservedMemory, AllocatedMemory };
/// "step", "memory" for both.
std::string_view severity_of_name(SeverityOf what);

/// A threshold used by the rule, with its current value.
struct FindingLimit {
  const Threshold* what = nullptr;
  double value = 0;

  [[nodiscard]] bool changed() const { return value != what->usual(); }
};

struct Finding {
  std::string_view id;  // "F04"
  std::string title;
  /// The potential gain as a percentage of severity_of: minimum and maximum. 0 <= low <= high <=
  /// 100.
  double low_pct = 0, high_pct = 0;
  /// The maximum is unknown; high_pct equals low_pct.
  bool at_least = false;
  SeverityOf severity_of = SeverityOf::Step;
  /// Useful to know, but there is nothing to fix in the program.
  bool informational = false;
  Confidence confidence = Confidence::Medium;
  std::vector<FindingEvidence> evidence;  // the most important first; never empty
  FindingPlace where;
  std::string fix;
  std::string confirm;  // how to verify it
  std::vector<FindingLimit> judged_by;

  /// The expected gain: the middle of the estimate, times 2/3 at medium confidence and 1/3 at low
  /// confidence.
  [[nodiscard]] double expected_pct() const;

  /// Adds evidence: plain text, or text around a name from the trace.
  void say(std::string words, EventId event = EventId::None) {
    evidence.push_back({{std::move(words), StringId::Empty, ""}, event, {}});
  }
  void say(std::string head, StringId name, std::string tail, EventId event = EventId::None) {
    evidence.push_back({{std::move(head), name, std::move(tail)}, event, {}});
  }
};

struct NotJudged {
  std::string_view id;
  std::string_view looks_for;  // "memory that grows with every step"
  std::string why;
};

/// The part of the trace that was judged.
struct JudgedTime {
  AnalysisWindow window;
  TimeRange range;
  Ns span_ns = 0;                      // the base for severities
  std::size_t steps = 0;               // that start in it
  std::size_t warm_up_left_out = 0;    // steps before it
  std::optional<std::int64_t> device;  // the busiest of the window's GPUs; nullopt if there is none
  std::size_t devices = 0;             // the number of the window's GPUs
};

struct FindingTable {
  JudgedTime judged;
  /// The most important first: by expected_pct, then low_pct, both descending, then id.
  /// Informational ones come last.
  std::vector<Finding> findings;
  std::vector<NotJudged> not_judged;  // by id
  std::size_t rules = 0;              // that ran, including those that could not judge

  /// The number of findings that are not informational.
  [[nodiscard]] std::size_t to_fix() const;
};

/// The windows Whole and Steps are narrowed to the steps after warm-up, if there are any. Time that
/// several findings claim counts for the most specific one. Pure; complete snapshots only. Cost:
/// that of most other analyses, and the text of kernels and copies is read, so do not call it on
/// the UI thread. After a stop, the result is incomplete.
FindingTable analyse_findings(const AnalysisResults& in);

}  // namespace lanescope
