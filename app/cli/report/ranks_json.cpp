// The results for the ranks of one run, as members of the report's JSON.
#include <utility>

#include "app/cli/report/ranks.h"
#include "app/cli/report/thresholds.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

/// Why members of a clock are null.
std::string why_null(const RankClock& clock) {
  if (clock.state == ClockState::Reference) return "reference clock for the other ranks";
  std::string why = clock_problem(clock);
  if (!why.empty()) return why;
  return clock.has_drift ? "" : "drift_ppm: 10 s or less in common";
}

Json collective_json(const PrintedRanks& ranks, const MatchedCollective& one) {
  const auto rank = [&](std::size_t trace) { return ranks.rank(trace); };
  const auto if_complete = [&](Json value) { return one.complete ? std::move(value) : Json(); };
  const auto part_json = [&](const CollectivePart& part) -> Json {
    return {{"rank", rank(part.trace)},      {"event_id", json_event(part.event)},
            {"arrival_ns", part.arrival_ns}, {"end_ns", part.end_ns},
            {"dur_ns", part.length_ns()},    {"wait_ns", if_complete(part.wait_ns)}};
  };
  Json last = Json::array();
  for (const CollectivePart& part : one.parts) {
    if (one.complete && one.was_last(part)) last.push_back(rank(part.trace));
  }
  Json row = {{"name", one.kind},
              {"group", ranks.run.groups.groups[one.group].name},
              {"index", one.index},
              {"step", text_or_null(one.step)},
              {"message_bytes", json_or_null(one.bytes)},
              {"counts", one.counts},
              {"last_rank", last.empty() ? Json() : last.front()},
              {"last_ranks", if_complete(last)},
              {"skew_ns", if_complete(one.skew_ns)},
              {"transfer_ns", if_complete(one.transfer_ns)},
              {"missing_ranks", json_list(one.missing, rank)},
              {"parts", json_list(one.parts, part_json)}};
  return Reasons({{!one.complete,
                   "not found on all ranks of its group, so the last to arrive is unknown"},
                  {one.complete && last.empty(), "last_rank: all ranks arrived together"}})
      .added_to(std::move(row));
}

Json cause_json(const LatenessCause& cause) {
  const bool named = !cause.culprit.empty();
  Json out = {{"class", cause.term ? Json(lateness_term_name(*cause.term)) : Json()},
              {"culprit", text_or_null(cause.culprit)},
              {"culprit_more_ns", named ? Json(cause.culprit_more_ns) : Json()},
              {"event_id", json_event(cause.culprit_event)},
              {"stretch_ns", cause.stretch_ns},
              {"median_stretch_ns", cause.others_stretch_ns},
              {"own_ns", json_by_name<std::size_t>(cause.own_ns, lateness_term_name)},
              {"more_than_median_ns", json_by_name<std::size_t>(cause.more_ns, lateness_term_name)},
              {"median_while_waiting_ns",
               json_by_name<std::size_t>(cause.while_waiting_ns, lateness_term_name)},
              {"kernels", cause.kernels},
              {"more_kernels_than_median", cause.more_kernels}};
  const bool idle = cause.term && *cause.term >= kFirstIdleTerm;
  return Reasons({{!cause.term, "the median rank does the same, if only while it waits"},
                  {cause.term && !named && !idle,
                   "culprit: no operator takes longer than on the other ranks"},
                  {!named && idle, "culprit: no operator ran on the host"}})
      .added_to(std::move(out));
}

Json straggler_json(const StragglerRow& row) {
  return {{"rank", row.rank},
          {"collectives", row.collectives},
          {"times_last", row.times_last},
          {"times_last_together", row.times_together},
          {"wait_caused_ns", row.wait_caused_ns},
          {"waited_ns", row.waited_ns},
          {"mean_lateness_ns", rounded_ns(row.mean_lateness_ns)},
          {"steps", json_list(row.steps,
                              [](const StragglerStep& step) -> Json {
                                return {{"step", text_or_null(step.name)},
                                        {"times_last", step.times_last},
                                        {"wait_caused_ns", step.wait_caused_ns}};
                              })},
          {"cause", row.times_last == 0 ? Json() : cause_json(row.cause)}};
}

Json spreads_json(const PrintedRanks& ranks) {
  Json out = Json::object();
  for (std::size_t i = 0; i < kRankTimes; ++i) {
    const auto time = static_cast<RankTime>(i);
    const auto spread = spread_over_ranks(ranks.facts.times, time);
    if (!spread) continue;
    out[std::string(rank_time_name(time)) + "_ns"] = {{"mean_ns", rounded_ns(spread->mean_ns)},
                                                      {"min_ns", spread->min_ns},
                                                      {"min_rank", ranks.rank(spread->min_at)},
                                                      {"max_ns", spread->max_ns},
                                                      {"max_rank", ranks.rank(spread->max_at)}};
  }
  return out;
}

/// `row` is the rank that the finding is about.
Json finding_json(const Finding& finding, const StragglerRow& row) {
  const std::string cause = cause_text(row.cause);
  Json out = {{"id", finding.id},
              {"title", finding.title},
              {"rank", row.rank},
              {"wait_caused_ns", row.wait_caused_ns},
              {"cause", text_or_null(cause)},
              {"severity_pct", {finding.low_pct, finding.high_pct}},
              {"severity_of", "time_of_other_ranks"},
              {"evidence", json_list(finding.evidence,
                                     [](const FindingEvidence& one) { return one.text.head; })},
              {"fix", finding.fix},
              {"confidence", confidence_name(finding.confidence)},
              {"confirm", finding.confirm},
              {"thresholds", judged_by_json(finding)}};
  if (cause.empty()) out["why"] = "cause: no activity takes longer than on the median rank";
  return out;
}

RowColumns<TransferRow> transfer_columns() {
  using enum ValueKind;
  return {{{"", "", "name"}, Words, &TransferRow::kind},
          {{"", "", "group"}, Words, &TransferRow::group},
          {{"", "", "message_bytes"}, Bytes, &TransferRow::bytes},
          {{"", "", "count"}, Count, &TransferRow::count},
          {{"", "", "transfer_ns"}, Time, &TransferRow::transfer_ns},
          {{"", "", "wait_ns"}, Time, &TransferRow::wait_ns},
          {{"", "", "max_skew_ns"}, Time, &TransferRow::most_skew_ns},
          {{"", "", "algorithm_gb_per_s"}, Rate, &TransferRow::algorithm_gb_per_s},
          {{"", "", "bus_gb_per_s"}, Rate, &TransferRow::bus_gb_per_s}};
}

}  // namespace

Json rank_clock_json(const PrintedRanks& ranks, std::size_t trace) {
  const RankClock& clock = ranks.run.clocks[trace];
  const bool compared = clock.state == ClockState::Aligned || clock.state == ClockState::Refused;
  const auto if_compared = [&](Json value) { return compared ? std::move(value) : Json(); };
  const auto lag_json = [&](const RankLag& lag) -> Json {
    return {{"group", ranks.run.groups.groups[lag.group].name},
            {"lag", lag.lag},
            {"pairs", lag.pairs},
            {"mad_ns", rounded_ns(lag.deviation_ns)}};
  };
  Json out = {{"state", clock_state_name(clock.state)},
              {"offset_ns", clock.aligned() || compared ? Json(clock.offset_ns) : Json()},
              {"mad_ns", if_compared(rounded_ns(clock.deviation_ns))},
              {"error_ns", clock.aligned() ? Json(rounded_ns(clock.error_ns)) : Json()},
              {"limit_ns", if_compared(rounded_ns(clock.limit_ns))},
              {"pairs", if_compared(clock.pairs)},
              {"agreeing_pairs", if_compared(clock.agreeing)},
              {"compared_with_rank", if_compared(ranks.rank(clock.partner))},
              {"drift_ppm", clock.has_drift ? Json(clock.drift * 1e6) : Json()},
              {"lags", json_list(clock.lags, lag_json)}};
  const std::string why = why_null(clock);
  if (!why.empty()) out["why"] = why;
  return out;
}

Json rank_times_json(const RankTimes& times) {
  Json out = Json::object();
  for (std::size_t i = 0; i < kRankTimes; ++i) {
    const auto time = static_cast<RankTime>(i);
    out[std::string(rank_time_name(time)) + "_ns"] = times.has_gpu ? Json(times.of(time)) : Json();
  }
  out["overlap_pct"] = json_or_null(times.overlap_pct);
  return Reasons({{!times.has_gpu, "no GPU event"},
                  {times.has_gpu && !times.overlap_pct, "no communication in the window"}})
      .added_to(std::move(out));
}

void add_run_json(const PrintedRanks& ranks, Json& out) {
  const RunAnalysis& run = ranks.run;
  out["times"] = spreads_json(ranks);
  out["matched"] = {{"collectives", run.stragglers.collectives},
                    {"wait_ns", run.stragglers.wait_ns},
                    {"transfer_ns", run.stragglers.transfer_ns},
                    {"max_skew_ns", run.stragglers.most_skew_ns}};
  out["stragglers"] = json_list(run.stragglers.rows, straggler_json);
  out["findings"] = json_list(run.findings, [&](const Finding& finding) {
    return finding_json(finding, *run.stragglers.worst());
  });
  out["transfers"] = rows_json(ranks.no_trace, transfer_columns(), run.transfers);
  out["collectives"] = json_list(run.matched.collectives, [&](const MatchedCollective& one) {
    return collective_json(ranks, one);
  });
}

}  // namespace lanescope
