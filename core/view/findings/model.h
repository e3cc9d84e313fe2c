// Findings in words: what the list shows of each, and what it expands to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/findings/findings.h"
#include "core/base/text/ids.h"
#include "core/store/snapshot.h"
#include "core/view/results/insights.h"

namespace lanescope {

/// A phrase around a name from the trace.
struct FindingWords {
  std::string head;
  std::string name;  // short; empty: none
  std::string tail;
  EventId event = EventId::None;   // to go to; None: it is about many similar events
  std::vector<EventId> more = {};  // to go to with further clicks

  /// Where a click leads while `selected` is selected: to the next event, after the last one to the
  /// first.
  [[nodiscard]] EventId next_after(EventId selected) const;
  [[nodiscard]] std::string text() const { return head + name + tail; }
};

struct FindingCard {
  std::string id;
  std::string title;
  std::string share;        // "12–33 %", "up to 33 %", "33 %", "≥ 33 %"
  std::string share_of;     // "of step time", "of peak reserved memory"
  float low = 0, high = 0;  // 0 … 1
  bool informational = false;
  std::string place;  // "aten::item in step (train.py:41)"; empty: no particular place
  EventId place_event = EventId::None;
  std::vector<FindingWords> evidence = {};
  std::string fix, confirm, confidence;
  /// "idle = 20% (default 15%)"; limits at their default are omitted.
  std::vector<std::string> changed_limits = {};
};

enum class FindingsVerdict : std::uint8_t {
  ToFix,
  Clean,
  HardlyJudged,  // nothing found, but most rules had no data to judge by
};

struct FindingsModel {
  FindingsVerdict verdict = FindingsVerdict::HardlyJudged;
  std::string headline;  // "3 findings"; if there are none, also how many rules applied
  std::string facts;     // which part of the trace was judged
  std::vector<FindingCard> cards;
  /// A rule without a result. It was not checked if the trace has what the rule is about but lacks
  /// some of the data; it is not applicable if the trace has nothing of the kind.
  struct Unjudged {
    std::string id, what, why;
    bool applicable = true;
  };
  std::vector<Unjudged> not_judged;  // those not checked first, then those not applicable
  int to_fix = 0;
};

FindingsModel build_findings_model(const Snapshot& snapshot, const FindingTable& table);

/// For Insights. Cost: that of analyse_findings.
FindingsModel findings_insight(const AnalysisResults& in);

/// "3 not checked, 19 not applicable without GPU events"; empty without any.
std::string unjudged_text(const std::vector<FindingsModel::Unjudged>& rules);
/// "Not checked" or "Not applicable": the heading before the rule at `at` of not_judged; empty if
/// it has that of the rule before it.
std::string_view unjudged_heading(const FindingsModel& model, std::size_t at);

/// The same where all rules that are not applicable for one reason are one entry, if they are more
/// than a few: "19 rules", with all their IDs. For text; the window has a line for each.
FindingsModel with_joined_rules(FindingsModel model);

/// "12–33 %", "up to 33 %", "33 %".
std::string format_share_range(double low_pct, double high_pct);

/// One finding as a section, or all findings as a page, for an issue or a wiki.
std::string finding_markdown(const FindingCard& card);
std::string findings_markdown(const FindingsModel& model);

}  // namespace lanescope
