// What should be fixed first? Rules over the finished analyses, each with an estimate of what
// fixing it gives back.
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

/// Words around a name of the trace, which whoever shows them may shorten.
struct FindingText {
  std::string head;
  StringId name = StringId::Empty;
  std::string tail;
};

/// A number that speaks for a finding, and the event to look at.
struct FindingEvidence {
  FindingText text;
  EventId event = EventId::None;  // None: it is about many events alike
};

/// Which code is to blame; all empty when it can not be told.
struct FindingPlace {
  StringId name = StringId::Empty;    // an operator, a call, a marked range
  StringId source = StringId::Empty;  // a python_function event: "train.py(41): step"
  EventId event = EventId::None;
};

/// How sure it is that the named cause is the cause.
enum class Confidence : std::uint8_t { Low, Medium, High };
/// "low" …: as in the text face.
std::string_view confidence_name(Confidence confidence);

/// What severities are shares of.
enum class SeverityOf : std::uint8_t { Step, Memory };
/// "step", "memory".
std::string_view severity_of_name(SeverityOf what);

/// A threshold that a finding was judged by, as it was set.
struct FindingLimit {
  const Threshold* what = nullptr;
  double value = 0;

  [[nodiscard]] bool changed() const { return value != what->usual(); }
};

struct Finding {
  std::string_view id;  // "F04"
  std::string title;
  /// The share, in per cent, of the judged time (or of memory) that a fix gives back: at least and
  /// at most. 0 <= low <= high <= 100.
  double low_pct = 0, high_pct = 0;
  SeverityOf severity_of = SeverityOf::Step;
  /// Good to know, but nothing to fix in the program.
  bool informational = false;
  Confidence confidence = Confidence::Medium;
  std::vector<FindingEvidence> evidence;  // the telling ones first; never empty
  FindingPlace where;
  std::string fix;
  std::string confirm;  // what would show that it is so
  std::vector<FindingLimit> judged_by;

  /// What a fix can be hoped to give back: the middle of the estimate, of which two thirds count at
  /// medium confidence in the cause, and one third at low.
  [[nodiscard]] double expected_pct() const;

  /// Adds evidence: plain words, or words around a name of the trace.
  void say(std::string words, EventId event = EventId::None) {
    evidence.push_back({{std::move(words), StringId::Empty, ""}, event});
  }
  void say(std::string head, StringId name, std::string tail, EventId event = EventId::None) {
    evidence.push_back({{std::move(head), name, std::move(tail)}, event});
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
  Ns span_ns = 0;                      // what severities are shares of
  std::size_t steps = 0;               // that start in it
  std::size_t warm_up_left_out = 0;    // steps before it
  std::optional<std::int64_t> device;  // the busiest of the window's GPUs; nullopt without any
  std::size_t devices = 0;             // of which it is one
};

struct FindingTable {
  JudgedTime judged;
  /// The one to look at first comes first: by expected_pct, then low_pct, both falling, then id.
  /// Informational ones come last.
  std::vector<Finding> findings;
  std::vector<NotJudged> not_judged;  // by id
  std::size_t rules = 0;              // that were asked, those that could not judge too

  /// Without the informational ones.
  [[nodiscard]] std::size_t to_fix() const;
};

/// Windows without ends are narrowed to the steps after warm-up, where there are any. Findings that
/// claim the same time are told apart: it belongs to the one that says more about it. Pure;
/// complete snapshots only. Cost: most of the other analyses, and the text of kernels and copies is
/// read, so not for the thread that draws. A stopped result is not whole.
FindingTable analyse_findings(const AnalysisResults& in);

}  // namespace lanescope
