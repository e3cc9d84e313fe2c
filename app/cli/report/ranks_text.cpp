#include "app/cli/report/ranks_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

}  // namespace

std::string RankRunText::findings_text() const {
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

std::string RankRunText::clocks_text() const {
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

std::string RankRunText::notes_text() const {
  std::string text;
  for (std::size_t t = 0; t < run_.clocks.size(); ++t) {
    const std::string why = clock_problem(run_.clocks[t]);
    if (!why.empty()) text += fmt::format("rank {}: not compared: {}\n", rank(t), why);
    for (const RankLag& lag : run_.clocks[t].lags) {
      if (lag.lag == 0 || !run_.clocks[t].aligned()) continue;
      text +=
          fmt::format("rank {}: its first {} is number {} on the other ranks\n", rank(t),
                      printable(run_.groups.groups[lag.group].name, kReportNameWidth), 1 - lag.lag);
    }
  }
  return text;
}

std::string RankRunText::times_text() const {
  TextTable table({{"rank"},
                   {"span"},
                   {"busy"},
                   {"idle"},
                   {"compute"},
                   {"exposed comm"},
                   {"exposed copies"},
                   {"comm"}});
  constexpr std::array kShown = {RankTime::Span,     RankTime::Busy,        RankTime::Idle,
                                 RankTime::Compute,  RankTime::ExposedComm, RankTime::ExposedMemory,
                                 RankTime::TotalComm};
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

std::string RankRunText::state_text(const RankClock& clock) {
  std::string text(clock_state_name(clock.state));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void RankRunText::add_straggler(std::size_t trace, std::vector<std::string>& cells) const {
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
  const std::string cause = cause_text(*row);
  cells.push_back(cause.empty() ? "–" : printable(cause, kReportNameWidth));
}

}  // namespace lanescope
