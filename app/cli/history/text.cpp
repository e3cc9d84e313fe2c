#include <algorithm>

#include <fmt/format.h>

#include "app/cli/history/history_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "core/view/history/words.h"
#include "core/view/text/escaping.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 40, kMostSeries = 5;
constexpr std::size_t kCauseWidth = 100;

struct ShownChange {
  std::string metric, run, date, commit, before, after, change, p, cause;
};

std::vector<ShownChange> shown_changes(const PrintedHistory& printed, const HistorySeries& series) {
  std::vector<ShownChange> rows;
  for (const HistoryChange& change : series.changes) {
    if (!printed.shows(change)) continue;
    const HistoryRun& run = printed.history.runs[series.runs[change.point.at]];
    rows.push_back({metric_title(change.metric), fmt::format("{}", change.point.at + 1),
                    run_date(run), run.commit, metric_text(change.metric, change.point.before),
                    metric_text(change.metric, change.point.after), change_text(change),
                    fmt::format("{:.3g}", change.point.p), cause_text(change)});
  }
  return rows;
}

std::string more_text(std::size_t all, std::size_t shown, std::string_view what) {
  return all > shown ? fmt::format("and {} more {}; see --json\n", all - shown, what) : "";
}

std::string changes_text(const std::vector<ShownChange>& rows) {
  if (rows.empty()) return "";
  using Align = TextTable::Align;
  TextTable table({{"changed", Align::Left},
                   {"run"},
                   {"date", Align::Left},
                   {"commit", Align::Left},
                   {"before"},
                   {"after"},
                   {"change"},
                   {"p"},
                   {"with it", Align::Left}});
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const ShownChange& row = rows[i];
    table.add_row({row.metric, row.run, row.date, printable(row.commit, 12), row.before, row.after,
                   row.change, row.p, printable(row.cause, kCauseWidth)});
  }
  return "\n" + table.text() + more_text(rows.size(), kMostRows, "changes");
}

std::string changes_page(const std::vector<ShownChange>& rows) {
  if (rows.empty()) return "";
  std::string page =
      "\n| changed | run | date | commit | before | after | change | p | with it |\n"
      "|---|---:|---|---|---:|---:|---:|---:|---|\n";
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const ShownChange& row = rows[i];
    page +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", markdown_text(row.metric),
                    row.run, row.date, markdown_code(row.commit), row.before, row.after, row.change,
                    row.p, markdown_text(printable(row.cause, kCauseWidth)));
  }
  if (rows.size() > kMostRows) page += "\n" + more_text(rows.size(), kMostRows, "changes");
  return page;
}

}  // namespace

std::string history_text(const PrintedHistory& printed) {
  const History& history = printed.history;
  std::string text = printable(history_sentence(history, printed.metric)) + "\n";
  for (std::size_t i = 0; i < std::min(history.series.size(), kMostSeries); ++i) {
    const HistorySeries& series = history.series[i];
    text += "\n" + printable(series_title(history, series)) + "\n";
    if (i > 0) text += printable(series_sentence(history, series, printed.metric)) + "\n";
    text += changes_text(shown_changes(printed, series));
  }
  text += more_text(history.series.size(), kMostSeries, "series");
  text += "\n";
  for (const std::string& note : history_notes(history)) text += printable(note) + "\n";
  return text;
}

std::string history_markdown(const PrintedHistory& printed) {
  const History& history = printed.history;
  std::string page = "**" + markdown_text(history_sentence(history, printed.metric)) + "**\n";
  for (std::size_t i = 0; i < std::min(history.series.size(), kMostSeries); ++i) {
    const HistorySeries& series = history.series[i];
    page += "\n" + markdown_text(series_title(history, series)) + "\n";
    if (i > 0)
      page += "\n" + markdown_text(series_sentence(history, series, printed.metric)) + "\n";
    page += changes_page(shown_changes(printed, series));
  }
  page += more_text(history.series.size(), kMostSeries, "series");
  page += "\n";
  for (const std::string& note : history_notes(history)) page += "- " + markdown_text(note) + "\n";
  return page;
}

}  // namespace lanescope
