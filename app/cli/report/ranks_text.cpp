// The results for the ranks of one run, as tables and lines for a terminal.
#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "app/cli/report/ranks.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

std::string state_text(const RankClock& clock) {
  std::string text(clock_state_name(clock.state));
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string rank_heading(const PrintedRanks& ranks) {
  return ranks.names_files() ? "trace" : "rank";
}
ValueKind rank_kind(const PrintedRanks& ranks) {
  return ranks.names_files() ? ValueKind::Words : ValueKind::Figure;
}

/// Rows are indices of traces.
RowColumns<std::size_t> clock_columns(const PrintedRanks& ranks) {
  using enum ValueKind;
  const auto of_clock = [&](auto value) {
    return [=, &ranks](std::size_t trace) { return cell_value(value(ranks.run.clocks[trace])); };
  };
  /// For ranks that take part in collectives.
  const auto of_row = [&](auto value) {
    return [=, &ranks](std::size_t trace) {
      const auto& rows = ranks.run.stragglers.rows;
      const auto row = std::ranges::find(rows, trace, &StragglerRow::trace);
      const bool known = row != rows.end() && row->collectives != 0;
      return known ? cell_value(std::invoke(value, *row)) : CellValue();
    };
  };
  const auto offset = [](const RankClock& clock) {
    return clock.aligned() ? std::optional(clock.offset_ns) : std::nullopt;
  };
  const auto error = [](const RankClock& clock) {
    const std::string text = "± " + format_duration(rounded_ns(clock.error_ns));
    return clock.aligned() ? std::optional(text) : std::nullopt;
  };
  const auto matched = [&](std::size_t trace) {
    const std::size_t all = ranks.facts.collectives[trace].collectives.size();
    return fmt::format("{} of {}", all - ranks.run.matched.unmatched[trace], all);
  };
  const auto last = [](const StragglerRow& row) {
    return fmt::format("{} of {}", row.times_last, row.collectives);
  };
  const auto cause = [](const StragglerRow& row) {
    const std::string reported = cause_text(row);
    return reported.empty() ? "n/a" : printable(reported, kReportNameWidth);
  };
  return {
      {{"", rank_heading(ranks)},
       rank_kind(ranks),
       [&](std::size_t trace) { return ranks.cell(trace); }},
      {{"", "clock"}, Words, of_clock(state_text)},
      {{"", "offset"}, Time, of_clock(offset)},
      {{"", "error"}, Figure, of_clock(error)},
      {{"", "matched"}, Figure, matched},
      {{"", "missing"}, Id, [&](std::size_t trace) { return ranks.run.matched.missing[trace]; }},
      {{"", "times last"}, Figure, of_row(last)},
      {{"", "wait caused"}, Time, of_row(&StragglerRow::wait_caused_ns)},
      {{"", "waited"}, Time, of_row(&StragglerRow::waited_ns)},
      {{"", "mean lateness"}, Time, of_row(&StragglerRow::mean_lateness_ns)},
      {{"", "cause"}, Words, of_row(cause)}};
}

std::string notes_text(const PrintedRanks& ranks) {
  std::string text;
  for (std::size_t t = 0; t < ranks.run.clocks.size(); ++t) {
    const RankClock& clock = ranks.run.clocks[t];
    const std::string why = clock_problem(clock);
    if (!why.empty()) text += fmt::format("{}: not compared: {}\n", ranks.title(t), why);
    for (const RankLag& lag : clock.lags) {
      if (lag.lag == 0 || !clock.aligned()) continue;
      text += fmt::format(
          "{}: its first collective in {} matches number {} on the other ranks\n", ranks.title(t),
          printable(ranks.run.groups.groups[lag.group].name, kReportNameWidth), 1 - lag.lag);
    }
  }
  return text;
}

/// A rank's times, or the minimum, maximum and mean over all ranks.
struct TimesRow {
  std::string title;
  std::function<std::string(RankTime)> time;
};

RowColumns<TimesRow> times_columns(const PrintedRanks& ranks) {
  using enum ValueKind;
  RowColumns<TimesRow> columns = {{{"", rank_heading(ranks)}, rank_kind(ranks), &TimesRow::title}};
  for (const auto& [title, time] : {std::pair("span", RankTime::Span),
                                    {"busy", RankTime::Busy},
                                    {"idle", RankTime::Idle},
                                    {"compute", RankTime::Compute},
                                    {"exposed comm", RankTime::ExposedComm},
                                    {"exposed copies and memsets", RankTime::ExposedMemory},
                                    {"comm", RankTime::TotalComm}}) {
    columns.add(
        {{{"", title}, Figure, [time = time](const TimesRow& row) { return row.time(time); }}});
  }
  return columns;
}

}  // namespace

std::string rank_clocks_text(const PrintedRanks& ranks) {
  std::vector<std::size_t> traces(ranks.run.clocks.size());
  std::iota(traces.begin(), traces.end(), std::size_t{0});
  return rows_text(ranks.no_trace, clock_columns(ranks), traces, traces.size()) + notes_text(ranks);
}

std::string rank_times_text(const PrintedRanks& ranks) {
  std::vector<TimesRow> rows;
  for (std::size_t t = 0; t < ranks.facts.times.size(); ++t) {
    const RankTimes& times = ranks.facts.times[t];
    rows.push_back({ranks.cell(t), [&times](RankTime time) {
                      return times.has_gpu ? format_duration(times.of(time)) : "n/a";
                    }});
  }
  const auto add = [&](const char* title, std::function<std::string(const RankSpread&)> text) {
    rows.push_back({title, [&ranks, text = std::move(text)](RankTime time) {
                      const auto spread = spread_over_ranks(ranks.facts.times, time);
                      return spread ? text(*spread) : "n/a";
                    }});
  };
  const auto at_rank = [&](Ns ns, std::size_t at) {
    // Names of files would stand in every cell of the row.
    return ranks.names_files() ? format_duration(ns)
                               : fmt::format("{} ({})", format_duration(ns), ranks.rank(at));
  };
  add("least", [&](const RankSpread& spread) { return at_rank(spread.min_ns, spread.min_at); });
  add("most", [&](const RankSpread& spread) { return at_rank(spread.max_ns, spread.max_at); });
  add("mean", [](const RankSpread& spread) { return format_duration(rounded_ns(spread.mean_ns)); });
  return rows_text(ranks.no_trace, times_columns(ranks), rows, rows.size());
}

std::string rank_findings_text(const PrintedRanks& ranks) {
  std::string text;
  for (const Finding& finding : ranks.run.findings) {
    text += fmt::format("\n{} {} ({} confidence)\n", finding.id, printable(finding.title),
                        confidence_name(finding.confidence));
    for (const FindingEvidence& one : finding.evidence)
      text += fmt::format("    {}\n", printable(one.text.head));
    text += fmt::format("    fix: {}\n", printable(finding.fix));
  }
  return text;
}

}  // namespace lanescope
