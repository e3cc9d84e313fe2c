#include <utility>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "app/cli/report/thresholds.h"
#include "core/view/findings/model.h"

namespace lanescope {
namespace {

std::string full_text(const Snapshot& trace, const FindingText& text) {
  return text.head + std::string(trace.text(text.name)) + text.tail;
}

/// The operator, then the line that called it, as spelled in the file.
std::string place_text(const Snapshot& trace, const FindingPlace& where) {
  const std::string_view name = trace.text(where.name), source = trace.text(where.source);
  const std::string text = at_line(std::string(name), where.line);
  if (source.empty() || source == name) return text;
  return text + (text.empty() ? "" : " · ") + std::string(source);
}

Json finding_json(const Snapshot& trace, const Finding& finding) {
  Json evidence = Json::array();
  for (const FindingEvidence& one : finding.evidence) {
    evidence.push_back({{"text", full_text(trace, one.text)}, {"event_id", json_event(one.event)}});
  }
  const std::string where = place_text(trace, finding.where);
  Json out = {
      {"id", finding.id},
      {"title", finding.title},
      {"severity_pct", {finding.low_pct, finding.at_least ? Json() : Json(finding.high_pct)}},
      {"expected_pct", finding.expected_pct()},
      {"severity_of", severity_of_name(finding.severity_of)},
      {"informational", finding.informational},
      {"evidence", std::move(evidence)},
      {"where", where.empty() ? Json() : Json(where)},
      {"where_event_id", json_event(finding.where.event)},
      {"fix", finding.fix},
      {"confidence", confidence_name(finding.confidence)},
      {"confirm", finding.confirm},
      {"thresholds", judged_by_json(finding)}};
  Reasons reasons({{where.empty(), "where: concerns the whole program, not one place"},
                   {finding.at_least, "severity_pct: the maximum is unknown"}});
  return reasons.added_to(std::move(out));
}

Json judged_json(const Snapshot& trace, const JudgedTime& judged) {
  const JsonTimes times(trace);
  const auto known = [&](Ns value) { return judged.span_ns > 0 ? Json(value) : Json(); };
  Json out = {{"start_ns", known(times(judged.range.begin_ns))},
              {"end_ns", known(times(judged.range.end_ns))},
              {"span_ns", known(judged.span_ns)},
              {"steps", judged.steps},
              {"warmup_steps_left_out", judged.warm_up_left_out},
              {"device", judged.device ? Json(*judged.device) : Json()},
              {"devices", judged.devices}};
  if (!judged.device) out["why"] = "device: " + std::string(why_no_gpu_events(trace));
  return out;
}

std::string lines(std::string_view head, std::string_view text) {
  return fmt::format("    {:<9}{}\n", head, printable(text));
}

/// `number` is that of a finding to fix; others are notes.
std::string card_text(std::size_t number, const FindingCard& card) {
  std::string text =
      fmt::format("{} {}: {} {} ({})\n", card.informational ? "Note:" : fmt::format("{}.", number),
                  printable(card.title), card.share, card.share_of,
                  card.informational ? "good to know" : card.confidence + " confidence");
  if (!card.place.empty()) text += lines("where", card.place);
  for (const FindingWords& words : card.evidence) {
    const bool links = words.event != EventId::None;
    text += lines(&words == &card.evidence.front() ? "evidence" : "",
                  words.text() + (links ? fmt::format("  [event {}]", index_of(words.event)) : ""));
  }
  text += lines("fix", card.fix);
  text += lines("verify", card.confirm);
  for (const std::string& limit : card.changed_limits) {
    text += lines(&limit == &card.changed_limits.front() ? "limit" : "", limit);
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const FindingTable& result) {
  Json findings = Json::array();
  for (const Finding& finding : result.findings) {
    findings.push_back(finding_json(input.trace, finding));
  }
  return findings;
}

void add_members(const ReportInput& input, const char* key, const FindingTable& result,
                 Json& trace) {
  trace[key] = to_json(input, result);
  trace["findings_judged"] = judged_json(input.trace, result.judged);
  Json not_judged = Json::array();
  for (const NotJudged& rule : result.not_judged) {
    not_judged.push_back({{"id", rule.id}, {"looks_for", rule.looks_for}, {"why", rule.why}});
  }
  trace["not_judged"] = std::move(not_judged);
}

std::string to_text(const ReportInput& input, const FindingTable& result) {
  // Of a recording of threads alone, most rules say nothing.
  const bool of_threads = !result.judged.device && !input.of<HostTime>()->threads.empty();
  FindingsModel model = build_findings_model(input.trace, result);
  if (of_threads) model = with_joined_rules(std::move(model));
  std::string text = fmt::format("{} ({})\n", model.headline, model.facts);
  std::size_t number = 0;
  for (const FindingCard& card : model.cards) {
    if (!card.informational) ++number;
    text += card_text(number, card);
  }
  for (std::size_t i = 0; i < model.not_judged.size(); ++i) {
    const FindingsModel::Unjudged& rule = model.not_judged[i];
    const std::string_view heading = unjudged_heading(model, i);
    if (!heading.empty()) text += fmt::format("{}:\n", heading);
    text += rule.id.find(',') == std::string::npos
                ? fmt::format("    {} {}: {}\n", rule.id, rule.what, rule.why)
                : fmt::format("    {} ({}): {}\n", rule.what, rule.id, rule.why);
  }
  return text;
}

}  // namespace lanescope
