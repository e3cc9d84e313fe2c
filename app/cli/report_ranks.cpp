#include "app/cli/report_ranks.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/report_thresholds.h"
#include "app/cli/text_table.h"
#include "core/analysis/statistics.h"
#include "core/view/markdown_text.h"
#include "core/view/window_words.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr std::string_view kAllDevices =
    "--device is not about ranks: all GPUs of each are compared, since a rank's has another number "
    "on each";

/// The parts of the section that need no state.
class RunPrinter {
 public:
  RunPrinter(const RunFacts& facts, const RunAnalysis& run) : facts_(facts), run_(run) {}

  [[nodiscard]] std::int64_t rank(std::size_t trace) const { return facts_.times[trace].rank; }

  [[nodiscard]] Json clock_json(std::size_t trace) const {
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
                {"compared_with_rank", if_compared(rank(clock.partner))},
                {"drift_ppm", clock.has_drift ? Json(clock.drift * 1e6) : Json()},
                {"lags", std::move(lags)}};
    out["why"] = why_null(clock);
    if (out["why"] == "") out.erase("why");
    return out;
  }

  /// Why members of a clock are null.
  static std::string why_null(const RankClock& clock) {
    if (clock.state == ClockState::Reference) return "the others are compared with its clock";
    const std::string why = clock_problem(clock);
    if (!why.empty()) return why;
    return clock.has_drift ? "" : "drift_ppm: no more than 10 s in common";
  }

  [[nodiscard]] Json collectives_json() const {
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
        row["why"] = "not on all of its ranks, so that the last to come is not known";
      } else if (last.empty()) {
        row["why"] = "last_rank: all ranks came at once";
      }
      out.push_back(std::move(row));
    }
    return out;
  }

  [[nodiscard]] static Json cause_json(const LatenessCause& cause) {
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
      out["why"] = "it spends no more than the median rank on anything";
    } else if (cause.culprit.empty()) {
      out["why"] = *cause.term < kFirstIdleTerm
                       ? "culprit: no operator does more of it than on the other ranks"
                       : "culprit: host, no op";
    }
    return out;
  }

  [[nodiscard]] Json stragglers_json() const {
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

  [[nodiscard]] Json times_json() const {
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

  [[nodiscard]] static Json row_times_json(const RankTimes& times) {
    Json out = Json::object();
    for (std::size_t i = 0; i < kRankTimes; ++i) {
      const auto time = static_cast<RankTime>(i);
      out[std::string(rank_time_name(time)) + "_ns"] =
          times.has_gpu ? Json(times.of(time)) : Json();
    }
    out["overlap_pct"] = json_or_null(times.overlap_pct);
    if (!times.has_gpu) {
      out["why"] = "no GPU event";
    } else if (!times.overlap_pct) {
      out["why"] = "no communication in the window";
    }
    return out;
  }

  [[nodiscard]] Json findings_json() const {
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
      if (cause.empty()) one["why"] = "cause: it spends no more than the median rank on anything";
      out.push_back(std::move(one));
    }
    return out;
  }

  [[nodiscard]] std::string findings_text() const {
    std::string text;
    for (const Finding& finding : run_.findings) {
      text += fmt::format("\n{} {} ({} confidence)\n", finding.id, printable(finding.title),
                          confidence_name(finding.confidence));
      for (const FindingEvidence& one : finding.evidence)
        text += fmt::format("    {}\n", printable(one.text.head));
      text += fmt::format("    fix: {}\n", printable(finding.fix));
    }
    return text;
  }

  [[nodiscard]] Json transfers_json() const {
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

  [[nodiscard]] std::string clocks_text() const {
    TextTable table({{"rank"},
                     {"clock", Align::Left},
                     {"offset"},
                     {"error"},
                     {"matched"},
                     {"missing"},
                     {"times last"},
                     {"wait caused"},
                     {"waited"},
                     {"mean lateness"},
                     {"cause", Align::Left}});
    for (std::size_t t = 0; t < run_.clocks.size(); ++t) {
      const RankClock& clock = run_.clocks[t];
      std::vector<std::string> cells = {fmt::to_string(rank(t)), state_text(clock), "n/a", "n/a"};
      if (clock.aligned()) {
        cells[2] = format_duration(clock.offset_ns);
        cells[3] = "± " + format_duration(rounded_ns(clock.error_ns));
      }
      const std::size_t all = facts_.collectives[t].collectives.size();
      cells.push_back(fmt::format("{} of {}", all - run_.matched.unmatched[t], all));
      cells.push_back(fmt::to_string(run_.matched.missing[t]));
      add_straggler(t, cells);
      table.add_row(std::move(cells));
    }
    return table.text();
  }

  [[nodiscard]] std::string notes_text() const {
    std::string text;
    for (std::size_t t = 0; t < run_.clocks.size(); ++t) {
      const std::string why = clock_problem(run_.clocks[t]);
      if (!why.empty()) text += fmt::format("rank {}: not compared, {}\n", rank(t), why);
      for (const RankLag& lag : run_.clocks[t].lags) {
        if (lag.lag == 0) continue;
        text += fmt::format("rank {}: its first {} is the other ranks' number {}\n", rank(t),
                            printable(run_.groups.groups[lag.group].name, kReportNameWidth),
                            1 - lag.lag);
      }
    }
    return text;
  }

  [[nodiscard]] std::string times_text() const {
    TextTable table({{"rank"},
                     {"span"},
                     {"busy"},
                     {"idle"},
                     {"compute"},
                     {"exposed comm"},
                     {"exposed memory"},
                     {"comm"}});
    constexpr std::array kShown = {
        RankTime::Span,        RankTime::Busy,          RankTime::Idle,     RankTime::Compute,
        RankTime::ExposedComm, RankTime::ExposedMemory, RankTime::TotalComm};
    for (const RankTimes& row : facts_.times) {
      std::vector<std::string> cells = {fmt::to_string(row.rank)};
      for (const RankTime time : kShown) {
        cells.push_back(row.has_gpu ? format_duration(row.of(time)) : "n/a");
      }
      table.add_row(std::move(cells));
    }
    for (const bool most : {false, true}) {
      std::vector<std::string> cells = {most ? "most" : "least"};
      for (const RankTime time : kShown) {
        const auto spread = spread_over_ranks(facts_.times, time);
        const auto shown = [&](Ns ns, std::size_t at) {
          return fmt::format("{} ({})", format_duration(ns), rank(at));
        };
        cells.push_back(!spread ? "n/a"
                        : most  ? shown(spread->max_ns, spread->max_at)
                                : shown(spread->min_ns, spread->min_at));
      }
      table.add_row(std::move(cells));
    }
    std::vector<std::string> means = {"mean"};
    for (const RankTime time : kShown) {
      const auto spread = spread_over_ranks(facts_.times, time);
      means.push_back(spread ? format_duration(rounded_ns(spread->mean_ns)) : "n/a");
    }
    table.add_row(std::move(means));
    return table.text();
  }

 private:
  static std::string state_text(const RankClock& clock) {
    std::string text(clock_state_name(clock.state));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
  }

  void add_straggler(std::size_t trace, std::vector<std::string>& cells) const {
    const auto& rows = run_.stragglers.rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const StragglerRow& one) {
      return one.trace == trace && one.collectives != 0;
    });
    if (row == rows.end()) {
      cells.insert(cells.end(), {"n/a", "n/a", "n/a", "n/a", "n/a"});
      return;
    }
    cells.push_back(fmt::format("{} of {}", row->times_last, row->collectives));
    cells.push_back(format_duration(row->wait_caused_ns));
    cells.push_back(format_duration(row->waited_ns));
    cells.push_back(format_duration(rounded_ns(row->mean_lateness_ns)));
    const std::string cause = row->times_last == 0 ? "" : cause_text(row->cause);
    cells.push_back(cause.empty() ? "–" : printable(cause, kReportNameWidth));
  }

  const RunFacts& facts_;
  const RunAnalysis& run_;
};

}  // namespace

void RanksReport::add(const ReportInput& input, const std::string& file, bool compare) {
  claims_.push_back(rank_claim(input.trace, file, input.read));
  AnalysisWindow window = input.window;
  window.device.reset();
  const bool steps = window.kind == WindowKind::Steps;
  readings_.push_back({window, steps ? input.trace.steps.size() - window.warm_up_steps : 0,
                       !input.trace.report.complete, input.window.device.has_value()});
  if (compare) facts_.add({0, &input.trace, input.read, window});
}

RunAnalysis RanksReport::analyse() {
  ranks_ = ranks();
  order_ = facts_.give_ranks(ranks_.traces);
  return analyse_run(facts_, *readings_.front().window.thresholds);
}

/// "window: 4 steps, 2 of warm-up left out", of all ranks or, where they differ, of each.
std::string RanksReport::window_text() const {
  const auto words = [](const Reading& reading) {
    if (reading.window.kind != WindowKind::Steps)
      return std::string(window_phrase(reading.window.kind));
    const std::size_t warm_up = reading.window.warm_up_steps;
    return fmt::format("{} {}{}", reading.steps, reading.steps == 1 ? "step" : "steps",
                       warm_up == 0 ? "" : fmt::format(", {} of warm-up left out", warm_up));
  };
  std::string text = words(readings_.front());
  for (const Reading& reading : readings_) {
    if (words(reading) != text) text.clear();
  }
  if (text.empty()) {
    for (std::size_t t = 0; t < order_.size(); ++t) {
      text += fmt::format("{}rank {}: {}", t == 0 ? "" : "; ", facts_.times[t].rank,
                          words(readings_[order_[t]]));
    }
  }
  return "window: " + text + "\n";
}

Json RanksReport::window_json(const Reading& reading) const {
  Json out = {{"kind", window_kind_name(reading.window.kind)}};
  if (reading.window.kind == WindowKind::Steps) {
    out["steps"] = reading.steps;
    out["warm_up_steps"] = reading.window.warm_up_steps;
  }
  return out;
}

std::string RanksReport::reading_notes() const {
  std::string text;
  for (std::size_t t = 0; t < order_.size(); ++t) {
    if (!readings_[order_[t]].cut_off) continue;
    text += fmt::format(
        "rank {}: its file ends early, what ran after the cut is compared with no "
        "other rank; copy {} again\n",
        facts_.times[t].rank, printable(claims_[order_[t]].file));
  }
  if (readings_.front().one_device) text += std::string(kAllDevices) + "\n";
  return text;
}

Json RanksReport::json() {
  const RunAnalysis run = analyse();
  const RunPrinter printer(facts_, run);
  Json rows = Json::array();
  for (std::size_t t = 0; t < order_.size(); ++t) {
    const RankIdentity& identity = ranks_.traces[order_[t]];
    rows.push_back({{"rank", identity.rank},
                    {"rank_source", rank_source_name(identity.source)},
                    {"file", claims_[order_[t]].file},
                    {"file_ends_early", readings_[order_[t]].cut_off},
                    {"window", window_json(readings_[order_[t]])},
                    {"collectives", facts_.collectives[t].collectives.size()},
                    {"unmatched_collectives", run.matched.unmatched[t]},
                    {"missing_collectives", run.matched.missing[t]},
                    {"clock", printer.clock_json(t)},
                    {"times", RunPrinter::row_times_json(facts_.times[t])}});
  }
  Json out = {{"summary", run.summary},
              {"world_size", json_or_null(ranks_.world_size)},
              {"missing_ranks", ranks_.missing},
              {"missing_ranks_count", ranks_.missing_count},
              {"duplicate_ranks", ranks_.duplicates},
              {"rows", std::move(rows)},
              {"times", printer.times_json()},
              {"matched",
               {{"collectives", run.stragglers.collectives},
                {"wait_ns", run.stragglers.wait_ns},
                {"transfer_ns", run.stragglers.transfer_ns},
                {"max_skew_ns", run.stragglers.most_skew_ns}}},
              {"stragglers", printer.stragglers_json()},
              {"findings", printer.findings_json()},
              {"transfers", printer.transfers_json()},
              {"collectives", printer.collectives_json()}};
  std::string why;
  if (!ranks_.world_size) why = "world_size: no trace has distributedInfo with it";
  if (readings_.front().one_device) why += (why.empty() ? "" : "; ") + std::string(kAllDevices);
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string RanksReport::text() {
  const RunAnalysis run = analyse();
  const RunPrinter printer(facts_, run);
  std::string text = printable(run.summary) + "\n";
  const std::string problems = rank_problems(ranks_);
  if (!problems.empty()) text += problems + "\n";
  text += window_text();
  return text + "\n" + printer.clocks_text() + printer.notes_text() + reading_notes() + "\n" +
         printer.times_text() + printer.findings_text();
}

std::string RanksReport::markdown() {
  const RunAnalysis run = analyse();
  std::string text = fmt::format("# {} ranks together\n\n**{}**\n\n", claims_.size(),
                                 markdown_text(printable(run.summary)));
  const std::string problems = rank_problems(ranks_);
  if (!problems.empty()) text += markdown_text(problems) + "\n\n";
  text +=
      "| rank | clock offset | times last | wait caused | waited | cause |\n"
      "|---:|---:|---:|---:|---:|---|\n";
  for (const StragglerRow& row : run.stragglers.rows) {
    const RankClock& clock = run.clocks[row.trace];
    const std::string cause = row.times_last == 0 ? "" : cause_text(row.cause);
    text += fmt::format(
        "| {} | {} ± {} | {} of {} | {} | {} | {} |\n", row.rank, format_duration(clock.offset_ns),
        format_duration(rounded_ns(clock.error_ns)), row.times_last, row.collectives,
        format_duration(row.wait_caused_ns), format_duration(row.waited_ns),
        markdown_code(printable(cause, kReportNameWidth)));
  }
  for (const Finding& finding : run.findings) {
    text += fmt::format("\n**{}** {}\n", markdown_text(printable(finding.title)),
                        markdown_text(printable(finding.fix)));
  }
  return text;
}

}  // namespace lanescope
