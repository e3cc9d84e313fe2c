#include "core/view/findings/model.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/text/escaping.h"
#include "core/view/text/names/differing_part.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNameBytes = 90;

/// Truncated in the middle: its start and its end stay, or the part in which it differs.
std::string held(std::string_view name, std::size_t differs_at = 0) {
  if (name.size() <= kMostNameBytes) return std::string(name);
  std::size_t tail = differs_at == 0 ? name.size() - kMostNameBytes / 2 : differs_at;
  while (tail < name.size() && (static_cast<unsigned char>(name[tail]) & 0xC0U) == 0x80U) ++tail;
  return cut_title(name, tail, kMostNameBytes);
}

std::string title_of(const Snapshot& snapshot, StringId id) {
  const std::string_view name = snapshot.text(id);
  const DetailsFrame frame = parse_python_frame(name);
  if (frame.file.empty()) return short_name(name);
  const std::string file = frame.file.substr(frame.file.rfind('/') + 1);
  return fmt::format("{} ({}:{})", frame.function, file, frame.line);
}

std::string name_of(const Snapshot& snapshot, StringId id) {
  return held(title_of(snapshot, id));
}

/// Those of a finding's evidence, told apart as in tables.
std::vector<std::string> evidence_names(const Snapshot& snapshot, const Finding& finding) {
  std::vector<std::string> titles;
  std::vector<std::string_view> names;
  for (const FindingEvidence& evidence : finding.evidence) {
    titles.push_back(title_of(snapshot, evidence.text.name));
    names.push_back(snapshot.text(evidence.text.name));
  }
  tell_names_apart(titles, names);
  const std::vector<std::uint32_t> parts =
      differing_parts(std::vector<std::string_view>(titles.begin(), titles.end()));
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] = held(titles[i], parts[i]);
  return titles;
}

std::string place_of(const Snapshot& snapshot, const FindingPlace& where) {
  const std::string name = at_line(name_of(snapshot, where.name), where.line);
  const std::string source = name_of(snapshot, where.source);
  if (name.empty() || source.empty()) return name + source;
  return where.name == where.source ? name : fmt::format("{}, called from {}", name, source);
}

/// The base of a finding's potential gain. Without steps, it is the analyzed time.
std::string_view share_of(SeverityOf what, std::size_t steps) {
  switch (what) {
    case SeverityOf::ReservedMemory:
      return "of peak reserved memory";
    case SeverityOf::AllocatedMemory:
      return "of peak allocated memory";
    case SeverityOf::Step:
      break;
  }
  return steps > 0 ? "of step time" : "of the analyzed time";
}

std::string share_text(const Finding& finding) {
  const std::string share = format_share_range(finding.low_pct, finding.high_pct);
  return finding.at_least ? "≥ " + share : share;
}

FindingCard card_of(const Snapshot& snapshot, const Finding& finding, std::size_t steps) {
  FindingCard card{.id = std::string(finding.id),
                   .title = finding.title,
                   .share = share_text(finding),
                   .share_of = std::string(share_of(finding.severity_of, steps)),
                   .low = static_cast<float>(finding.low_pct / 100),
                   .high = static_cast<float>(finding.high_pct / 100),
                   .informational = finding.informational,
                   .place = place_of(snapshot, finding.where),
                   .place_event = finding.where.event,
                   .fix = finding.fix,
                   .confirm = finding.confirm,
                   .confidence = std::string(confidence_name(finding.confidence))};
  std::vector<std::string> names = evidence_names(snapshot, finding);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const FindingEvidence& evidence = finding.evidence[i];
    card.evidence.push_back({evidence.text.head, std::move(names[i]), evidence.text.tail,
                             evidence.event, evidence.more});
  }
  for (const FindingLimit& limit : finding.judged_by) {
    if (limit.changed()) {
      card.changed_limits.push_back(changed_threshold_text(*limit.what, limit.value));
    }
  }
  return card;
}

std::string judged_text(const JudgedTime& judged) {
  std::string text;
  const WindowKind kind = judged.window.kind;
  if (kind != WindowKind::Steps && kind != WindowKind::Whole) text = window_title(kind);
  if (judged.steps > 0) {
    const std::string steps = counted(judged.steps, "step");
    text = text.empty() ? steps : fmt::format("{}, {}", text, steps);
  }
  if (text.empty()) text = judged.device ? "First to last GPU work" : "Whole trace";
  if (judged.span_ns > 0) text += ", " + format_duration(judged.span_ns);
  if (judged.warm_up_left_out > 0) {
    text += fmt::format(", excluding {}", counted(judged.warm_up_left_out, "warm-up step"));
  }
  if (judged.devices > 1) {
    text += fmt::format(", GPU {} (the busiest of {})", *judged.device, judged.devices);
  }
  return text;
}

/// With the vendor's word for the units that multiply matrices.
std::string looked_for(const Snapshot& snapshot, std::string_view looks_for) {
  constexpr std::string_view kUnits = "tensor cores";
  std::string words(looks_for);
  const std::size_t at = words.find(kUnits);
  if (at != std::string::npos) words.replace(at, kUnits.size(), matrix_units(snapshot));
  return words;
}

std::vector<FindingsModel::Unjudged> unjudged_rules(const Snapshot& snapshot,
                                                    const FindingTable& table) {
  const std::string_view no_gpu = why_nothing_to_judge(snapshot);
  std::vector<FindingsModel::Unjudged> rules;
  for (const NotJudged& rule : table.not_judged) {
    rules.push_back(
        {std::string(rule.id), looked_for(snapshot, rule.looks_for), rule.why, rule.why != no_gpu});
  }
  std::ranges::stable_partition(rules, &FindingsModel::Unjudged::applicable);
  return rules;
}

/// Where only a few rules could judge, which: "rules F14, F15".
std::string judged_rules_text(const FindingTable& table, std::size_t judged) {
  constexpr std::size_t kMostNamed = 3;
  if (table.rules != kFindingRules.size() || judged == 0 || judged > kMostNamed)
    return counted(judged, "rule");
  std::vector<std::string_view> ids;
  for (const FindingRule& rule : kFindingRules) {
    if (std::ranges::find(table.not_judged, rule.id, &NotJudged::id) == table.not_judged.end())
      ids.push_back(rule.id);
  }
  std::ranges::sort(ids);
  return fmt::format("{} {}", judged == 1 ? "rule" : "rules", fmt::join(ids, ", "));
}

std::string headline_of(const Snapshot& snapshot, const FindingTable& table) {
  const std::size_t to_fix = table.to_fix();
  if (to_fix > 0) return counted(to_fix, "finding");
  if (snapshot.slices_extent.empty() && snapshot.memory.empty())
    return "Nothing to check: the trace has no events with a duration" +
           (snapshot.counts.total == 0
                ? std::string()
                : "; " + std::string(record_advice(snapshot, Recordable::Operators)));
  std::string text = "No issues found";
  // Findings that are good to know are listed below the headline, so it mentions them.
  if (!table.findings.empty()) text += ", " + counted(table.findings.size(), "note");
  if (table.not_judged.empty()) return text;
  const std::size_t judged = table.rules - table.not_judged.size();
  return fmt::format("{} ({} checked, {})", text, judged_rules_text(table, judged),
                     unjudged_text(unjudged_rules(snapshot, table)));
}

/// HardlyJudged if most rules had no data to judge by.
FindingsVerdict verdict_of(const FindingTable& table) {
  if (table.to_fix() > 0) return FindingsVerdict::ToFix;
  return 2 * table.not_judged.size() < table.rules ? FindingsVerdict::Clean
                                                   : FindingsVerdict::HardlyJudged;
}

void append_words(std::string& text, const FindingWords& words) {
  text += markdown_text(words.head) + markdown_code(words.name) + markdown_text(words.tail);
}

}  // namespace

std::string unjudged_text(const std::vector<FindingsModel::Unjudged>& rules) {
  const auto not_checked = static_cast<std::size_t>(
      std::ranges::count(rules, true, &FindingsModel::Unjudged::applicable));
  std::string text;
  if (not_checked > 0) text = fmt::format("{} not checked", not_checked);
  if (not_checked == rules.size()) return text;
  const bool only_counters = rules.back().why.find("kernel times") != std::string::npos;
  return fmt::format("{}{}{} not applicable without {}", text, text.empty() ? "" : ", ",
                     rules.size() - not_checked, only_counters ? "kernel times" : "GPU events");
}

std::string_view unjudged_heading(const FindingsModel& model, std::size_t at) {
  const bool applicable = model.not_judged[at].applicable;
  if (at > 0 && model.not_judged[at - 1].applicable == applicable) return "";
  return applicable ? "Not checked" : "Not applicable";
}

std::string format_share_range(double low_pct, double high_pct) {
  const auto number = [](double pct) {
    return pct < 9.95 ? fmt::format("{:.1f}", pct) : fmt::format("{:.0f}", pct);
  };
  const std::string low = number(low_pct), high = number(high_pct);
  if (low_pct < 0.05) return fmt::format("up to {} %", high);
  return low == high ? fmt::format("{} %", high) : fmt::format("{}–{} %", low, high);
}

EventId FindingWords::next_after(EventId selected) const {
  if (selected == event) return more.empty() ? event : more.front();
  const auto at = std::ranges::find(more, selected);
  return at == more.end() || at + 1 == more.end() ? event : *(at + 1);
}

FindingsModel build_findings_model(const Snapshot& snapshot, const FindingTable& table) {
  FindingsModel model;
  model.headline = headline_of(snapshot, table);
  model.verdict = verdict_of(table);
  model.facts = judged_text(table.judged);
  model.to_fix = static_cast<int>(table.to_fix());
  for (const Finding& finding : table.findings) {
    model.cards.push_back(card_of(snapshot, finding, table.judged.steps));
  }
  model.not_judged = unjudged_rules(snapshot, table);
  return model;
}

FindingsModel findings_insight(const AnalysisResults& in) {
  return build_findings_model(in.trace, *in.of<FindingTable>());
}

std::string finding_markdown(const FindingCard& card) {
  std::string text = fmt::format("### {} ({} {})\n\n", markdown_text(card.title),
                                 markdown_text(card.share), card.share_of);
  for (const FindingWords& words : card.evidence) {
    text += "- ";
    append_words(text, words);
    text += "\n";
  }
  if (!card.place.empty()) text += "- Where: " + markdown_code(card.place) + "\n";
  text += fmt::format("\n**What to change:** {}\n", markdown_text(card.fix));
  text += fmt::format("\n**How to verify:** {}\n", markdown_text(card.confirm));
  if (!card.changed_limits.empty()) {
    text += fmt::format("\nChanged thresholds: {}.\n",
                        markdown_text(fmt::format("{}", fmt::join(card.changed_limits, ", "))));
  }
  text += fmt::format("\nConfidence: {}. Rule {}.\n", card.confidence, card.id);
  return text;
}

FindingsModel with_joined_rules(FindingsModel model) {
  constexpr std::ptrdiff_t kFew = 3;
  using Rule = FindingsModel::Unjudged;
  std::vector<Rule> joined;
  for (const Rule& rule : model.not_judged) {
    const auto is_alike = [&](const Rule& other) {
      return !other.applicable && !rule.applicable && other.why == rule.why;
    };
    const auto alike = std::ranges::count_if(model.not_judged, is_alike);
    const auto before = std::ranges::find_if(joined, is_alike);
    if (alike <= kFew || before == joined.end()) {
      joined.push_back(rule);
      if (alike > kFew) joined.back().what = fmt::format("{} rules", alike);
    } else {
      before->id += ", " + rule.id;
    }
  }
  model.not_judged = std::move(joined);
  return model;
}

std::string findings_markdown(const FindingsModel& all) {
  const FindingsModel model = with_joined_rules(all);
  std::string text =
      fmt::format("{} ({})\n", markdown_text(model.headline), markdown_text(model.facts));
  for (const FindingCard& card : model.cards) text += "\n" + finding_markdown(card);
  for (std::size_t i = 0; i < model.not_judged.size(); ++i) {
    const FindingsModel::Unjudged& rule = model.not_judged[i];
    const std::string_view heading = unjudged_heading(model, i);
    if (!heading.empty()) text += fmt::format("\n### {}\n\n", heading);
    text +=
        fmt::format("- {} ({}): {}\n", markdown_text(rule.what), rule.id, markdown_text(rule.why));
  }
  return text;
}

}  // namespace lanescope
