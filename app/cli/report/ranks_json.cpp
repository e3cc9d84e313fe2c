#include "app/cli/report/ranks_json.h"

#include <utility>

#include "app/cli/report/report.h"
#include "app/cli/report/thresholds.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {

Json RankRunJson::clock_json(std::size_t trace) const {
  const RankClock& clock = run_.clocks[trace];
  const bool compared = clock.state == ClockState::Aligned || clock.state == ClockState::Refused;
  const auto if_compared = [&](Json value) { return compared ? std::move(value) : Json(); };
  Json lags = Json::array();
  for (const RankLag& lag : clock.lags) {
    lags.push_back({{"group", run_.groups.groups[lag.group].name},
                    {"lag", lag.lag},
                    {"pairs", lag.pairs},
                    {"mad_ns", rounded_ns(lag.deviation_ns)}});
  }
  Json out = {{"state", clock_state_name(clock.state)},
              {"offset_ns", clock.aligned() || compared ? Json(clock.offset_ns) : Json()},
              {"mad_ns", if_compared(rounded_ns(clock.deviation_ns))},
              {"error_ns", clock.aligned() ? Json(rounded_ns(clock.error_ns)) : Json()},
              {"limit_ns", if_compared(rounded_ns(clock.limit_ns))},
              {"pairs", if_compared(clock.pairs)},
              {"agreeing_pairs", if_compared(clock.agreeing)},
              {"compared_with_rank", if_compared(rank(clock.partner))},
              {"drift_ppm", clock.has_drift ? Json(clock.drift * 1e6) : Json()},
              {"lags", std::move(lags)}};
  out["why"] = why_null(clock);
  if (out["why"] == "") out.erase("why");
  return out;
}

std::string RankRunJson::why_null(const RankClock& clock) {
  if (clock.state == ClockState::Reference) return "reference clock for the other ranks";
  const std::string why = clock_problem(clock);
  if (!why.empty()) return why;
  return clock.has_drift ? "" : "drift_ppm: 10 s or less in common";
}

Json RankRunJson::collectives_json() const {
  Json out = Json::array();
  for (const MatchedCollective& one : run_.matched.collectives) {
    Json parts = Json::array(), missing = Json::array();
    for (const CollectivePart& part : one.parts) {
      parts.push_back({{"rank", rank(part.trace)},
                       {"event_id", json_event(part.event)},
                       {"arrival_ns", part.arrival_ns},
                       {"end_ns", part.end_ns},
                       {"dur_ns", part.length_ns()},
                       {"wait_ns", one.complete ? Json(part.wait_ns) : Json()}});
    }
    for (const std::size_t trace : one.missing) missing.push_back(rank(trace));
    Json last = Json::array();
    for (const CollectivePart& part : one.parts) {
      if (one.complete && one.was_last(part)) last.push_back(rank(part.trace));
    }
    const auto if_complete = [&](Json value) { return one.complete ? std::move(value) : Json(); };
    Json row = {{"name", one.kind},
                {"group", run_.groups.groups[one.group].name},
                {"index", one.index},
                {"step", one.step.empty() ? Json() : Json(one.step)},
                {"message_bytes", json_or_null(one.bytes)},
                {"counts", one.counts},
                {"last_rank", last.empty() ? Json() : last.front()},
                {"last_ranks", if_complete(last)},
                {"skew_ns", if_complete(one.skew_ns)},
                {"transfer_ns", if_complete(one.transfer_ns)},
                {"missing_ranks", std::move(missing)},
                {"parts", std::move(parts)}};
    if (!one.complete) {
      row["why"] = "not on all of its ranks, so the last to arrive is unknown";
    } else if (last.empty()) {
      row["why"] = "last_rank: all ranks arrived at once";
    }
    out.push_back(std::move(row));
  }
  return out;
}

Json RankRunJson::cause_json(const LatenessCause& cause) {
  Json own = Json::object(), more = Json::object();
  for (std::size_t term = 0; term < kLatenessTerms; ++term) {
    own[std::string(lateness_term_name(term))] = cause.own_ns[term];
    more[std::string(lateness_term_name(term))] = cause.more_ns[term];
  }
  Json out = {{"class", cause.term ? Json(lateness_term_name(*cause.term)) : Json()},
              {"culprit", cause.culprit.empty() ? Json() : Json(cause.culprit)},
              {"culprit_more_ns", cause.culprit.empty() ? Json() : Json(cause.culprit_more_ns)},
              {"event_id", json_event(cause.culprit_event)},
              {"stretch_ns", cause.stretch_ns},
              {"median_stretch_ns", cause.others_stretch_ns},
              {"own_ns", std::move(own)},
              {"more_than_median_ns", std::move(more)},
              {"kernels", cause.kernels},
              {"more_kernels_than_median", cause.more_kernels}};
  if (!cause.term) {
    out["why"] = "it spends no more time than the median rank on anything";
  } else if (cause.culprit.empty()) {
    out["why"] = *cause.term < kFirstIdleTerm
                     ? "culprit: no operator takes more of it than on the other ranks"
                     : "culprit: host, no op";
  }
  return out;
}

Json RankRunJson::stragglers_json() const {
  Json rows = Json::array();
  for (const StragglerRow& row : run_.stragglers.rows) {
    Json steps = Json::array();
    for (const StragglerStep& step : row.steps) {
      steps.push_back({{"step", step.name.empty() ? Json() : Json(step.name)},
                       {"times_last", step.times_last},
                       {"wait_caused_ns", step.wait_caused_ns}});
    }
    rows.push_back({{"rank", row.rank},
                    {"collectives", row.collectives},
                    {"times_last", row.times_last},
                    {"times_last_together", row.times_together},
                    {"wait_caused_ns", row.wait_caused_ns},
                    {"waited_ns", row.waited_ns},
                    {"mean_lateness_ns", rounded_ns(row.mean_lateness_ns)},
                    {"steps", std::move(steps)},
                    {"cause", row.times_last == 0 ? Json() : cause_json(row.cause)}});
  }
  return rows;
}

Json RankRunJson::times_json() const {
  Json out = Json::object();
  for (std::size_t i = 0; i < kRankTimes; ++i) {
    const auto time = static_cast<RankTime>(i);
    const auto spread = spread_over_ranks(facts_.times, time);
    if (!spread) continue;
    out[std::string(rank_time_name(time)) + "_ns"] = {{"mean_ns", rounded_ns(spread->mean_ns)},
                                                      {"min_ns", spread->min_ns},
                                                      {"min_rank", rank(spread->min_at)},
                                                      {"max_ns", spread->max_ns},
                                                      {"max_rank", rank(spread->max_at)}};
  }
  return out;
}

Json RankRunJson::row_times_json(const RankTimes& times) {
  Json out = Json::object();
  for (std::size_t i = 0; i < kRankTimes; ++i) {
    const auto time = static_cast<RankTime>(i);
    out[std::string(rank_time_name(time)) + "_ns"] = times.has_gpu ? Json(times.of(time)) : Json();
  }
  out["overlap_pct"] = json_or_null(times.overlap_pct);
  if (!times.has_gpu) {
    out["why"] = "no GPU event";
  } else if (!times.overlap_pct) {
    out["why"] = "no communication in the window";
  }
  return out;
}

Json RankRunJson::findings_json() const {
  Json out = Json::array();
  for (const Finding& finding : run_.findings) {
    const StragglerRow& row = *run_.stragglers.worst();
    Json evidence = Json::array();
    for (const FindingEvidence& one : finding.evidence) evidence.push_back(one.text.head);
    const std::string cause = cause_text(row.cause);
    Json one = {{"id", finding.id},
                {"title", finding.title},
                {"rank", row.rank},
                {"wait_caused_ns", row.wait_caused_ns},
                {"cause", cause.empty() ? Json() : Json(cause)},
                {"severity_pct", {finding.low_pct, finding.high_pct}},
                {"severity_of", "time_of_other_ranks"},
                {"evidence", std::move(evidence)},
                {"fix", finding.fix},
                {"confidence", confidence_name(finding.confidence)},
                {"confirm", finding.confirm},
                {"thresholds", judged_by_json(finding)}};
    if (cause.empty())
      one["why"] = "cause: it spends no more time than the median rank on anything";
    out.push_back(std::move(one));
  }
  return out;
}

Json RankRunJson::transfers_json() const {
  Json rows = Json::array();
  for (const TransferRow& row : run_.transfers) {
    rows.push_back({{"name", row.kind},
                    {"group", row.group},
                    {"message_bytes", json_or_null(row.bytes)},
                    {"count", row.count},
                    {"transfer_ns", row.transfer_ns},
                    {"wait_ns", row.wait_ns},
                    {"max_skew_ns", row.most_skew_ns},
                    {"algorithm_gb_per_s", json_or_null(row.algorithm_gb_per_s)},
                    {"bus_gb_per_s", json_or_null(row.bus_gb_per_s)}});
  }
  return rows;
}

}  // namespace lanescope
