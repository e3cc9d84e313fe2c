#include "core/analysis/findings/findings.h"

#include <algorithm>

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/memory/growing_lines.h"
#include "core/analysis/results.h"

namespace lanescope {

std::string_view confidence_name(Confidence confidence) {
  constexpr std::array<std::string_view, 3> kNames = {"low", "medium", "high"};
  return kNames.at(static_cast<std::size_t>(confidence));
}

std::string at_line(std::string name, std::int32_t line) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t end = name.rfind(')');
  if (line <= 0 || end == std::string::npos || end == 0) return name;
  const std::size_t before = name.find_last_not_of(kDigits, end - 1);
  if (before == std::string::npos || before + 1 == end) return name;
  return name.replace(before + 1, end - before - 1, std::to_string(line));
}

std::string_view severity_of_name(SeverityOf what) {
  return what == SeverityOf::Step ? "step" : "memory";
}

namespace {

/// The rule's own thresholds, then those that apply to all findings.
std::vector<FindingLimit> limits_of(const FindingRule& rule, const Thresholds& thresholds) {
  std::vector<FindingLimit> limits;
  for (const auto& names : {rule.judged_by, kAllJudgedBy}) {
    for (const std::string_view name : names) {
      const Threshold* threshold = find_threshold(name);
      if (threshold != nullptr) limits.push_back({threshold, threshold->value_in(thresholds)});
    }
  }
  return limits;
}

bool is_memory_rule(const FindingRule& rule) {
  return std::ranges::find(kMemoryRules, rule.id) != kMemoryRules.end();
}

/// Why no rules but those about memory can judge; empty if they can.
std::string_view why_only_memory(const FindingFacts& facts) {
  if (has_allocation_stacks(facts.trace)) return kNoGpuEvents;
  const GpuTimeDevice* gpu = facts.gpu();
  if (gpu == nullptr || !is_mostly_unknown(facts.trace, {gpu, 1})) return {};
  return kEndsMissing;
}

}  // namespace

std::size_t FindingTable::to_fix() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(findings, [](const Finding& f) { return !f.informational; }));
}

FindingTable analyse_findings(const AnalysisResults& in) {
  const FindingFacts facts = gather_finding_facts(in);
  FindingTable table;
  table.judged = facts.judged;
  std::vector<FindingWithTime> found;
  const std::string_view only_memory = why_only_memory(facts);
  for (const FindingRule& rule : kFindingRules) {
    if (in.stop.stop_requested()) break;
    ++table.rules;
    RuleAnswer answer;
    const bool judges = only_memory.empty() || is_memory_rule(rule);
    if (judges) rule.judge(facts, answer);
    for (FindingWithTime& one : answer.found()) {
      one.finding.id = rule.id;
      one.finding.judged_by = limits_of(rule, facts.limits());
      found.push_back(std::move(one));
    }
    if (!judges) answer.cannot_judge(std::string(only_memory));
    if (!answer.why_not().empty()) {
      if (answer.why_not() == kNoGpuEvents) answer.why_not() = why_nothing_to_judge(in.trace);
      table.not_judged.push_back({rule.id, rule.looks_for, std::move(answer.why_not())});
    }
  }
  table.findings = resolve_claims(std::move(found), facts.limits());
  std::ranges::sort(table.not_judged, {}, &NotJudged::id);
  return table;
}

}  // namespace lanescope
