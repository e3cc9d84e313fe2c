#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "app/cli/compare/summaries.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "core/view/history/words.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/escaping.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 15;
constexpr std::size_t kNameWidth = 80;
constexpr std::string_view kNothing = "n/a";

using Row = std::vector<std::string>;

std::string p_text(const MetricDiff& metric) {
  if (!metric.p) return std::string(kNothing);
  return (metric.significant ? "* " : "") + fmt::format("{:.3g}", *metric.p);
}

std::string change_text(const MetricDiff& metric) {
  const auto share = metric.delta_pct();
  return share ? format_change_pct(*share) : std::string(kNothing);
}

Row metric_row(const std::string& title, std::size_t metric, const MetricDiff& diff) {
  return {title,
          metric_text(metric, diff.a),
          metric_text(metric, diff.b),
          metric_delta_text(metric, diff.delta()),
          metric_unit(metric) == MetricUnit::Percent ? std::string(kNothing) : change_text(diff),
          p_text(diff)};
}

/// Those that both runs tell; classes that are 0 in both are left out.
std::vector<Row> metric_rows(const SummaryDiff& diff) {
  std::vector<Row> rows;
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
    const auto& found = diff.metrics[metric];
    if (!found || (found->a == 0 && found->b == 0)) continue;
    rows.push_back(metric_row(metric_title(metric), metric, *found));
  }
  return rows;
}

std::string time_text(const std::optional<double>& ns) {
  return ns ? metric_text(kStepTimeMetric, *ns) : std::string(kNothing);
}

Row part_row(const SummaryRow& row) {
  return {row.name, time_text(row.a_ns), time_text(row.b_ns), signed_duration(row.delta_ns())};
}

const Row& metric_heads() {
  static const Row kHeads{"per step", "A", "B", "delta", "change", "p"};
  return kHeads;
}

Row part_heads(const PrintedSummaries& printed) {
  return {printed.by_op ? "operator, per step and GPU" : "kernel, per step and GPU", "A", "B",
          "delta"};
}

std::vector<Row> part_rows(const PrintedSummaries& printed) {
  std::vector<Row> rows;
  const auto& all = printed.rows();
  for (std::size_t i = 0; i < std::min(all.size(), kMostRows); ++i)
    rows.push_back(part_row(all[i]));
  return rows;
}

std::string table_text(const Row& heads, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::vector<TextTable::Column> columns;
  for (const std::string& head : heads)
    columns.push_back({head, columns.empty() ? TextTable::Align::Left : TextTable::Align::Right});
  TextTable table(std::move(columns));
  for (Row row : rows) {
    row.front() = printable(row.front(), kNameWidth);
    table.add_row(std::move(row));
  }
  return "\n" + table.text();
}

std::string table_page(const Row& heads, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::string page = "\n|", line = "|";
  for (const std::string& head : heads) {
    page += " " + head + " |";
    line += line.size() == 1 ? "---|" : "---:|";
  }
  page += "\n" + line + "\n";
  for (const Row& row : rows) {
    page += "|";
    for (const std::string& cell : row)
      page += " " + markdown_text(printable(cell, kNameWidth)) + " |";
    page += "\n";
  }
  return page;
}

std::string run_text(const char* run, const std::string& file, const HistoryRun& one) {
  std::string text = fmt::format("{}: {} (", run, file);
  if (const std::string date = run_date(one); !date.empty()) text += date + ", ";
  if (!one.commit.empty()) text += "commit " + one.commit + ", ";
  return text + fmt::format("{} step{})", one.steps, one.steps == 1 ? "" : "s");
}

std::vector<std::string> lines_of(const PrintedSummaries& printed) {
  const SummaryDiff& diff = printed.diff;
  std::vector<std::string> lines{run_text("A", printed.file_a, diff.a),
                                 run_text("B", printed.file_b, diff.b)};
  for (const std::string& warning : diff.warnings) lines.push_back("! " + warning);
  for (const EnvironmentDiff& one : diff.environment)
    lines.push_back(
        fmt::format("  {}: {} → {}", one.key, one.a.value_or("n/a"), one.b.value_or("n/a")));
  return lines;
}

/// Whether a part of the step is known to have changed. Sums of kernels are not tested: they tell
/// which part of a change of the computing it is.
bool is_sure(const SummaryDiff& diff, std::size_t metric) {
  const auto& part = diff.metrics[metric];
  if (!part) return false;
  if (metric < kFirstKernelMetric) return part->significant;
  const auto& compute = diff.metrics[kComputeMetric];
  return metric != kFirstKernelMetric + static_cast<std::size_t>(KernelKind::Communication) &&
         (!compute || compute->significant);
}

/// The part of the step that changed most in the direction of the step, of those that surely did.
/// Compute counts as a whole where no kernels are known; kHistoryMetrics: none.
std::size_t chief_part(const SummaryDiff& diff) {
  const auto kernels = std::span(diff.metrics).subspan(kFirstKernelMetric);
  const bool knows_kernels = std::ranges::any_of(kernels, [](const auto& one) { return !!one; });
  std::size_t most = kHistoryMetrics;
  for (std::size_t metric = kComputeMetric; metric < kHistoryMetrics; ++metric) {
    if ((metric == kComputeMetric && knows_kernels) || !is_sure(diff, metric)) continue;
    const double delta = diff.metrics[metric]->delta();
    if (delta * diff.metrics[kStepTimeMetric]->delta() <= 0) continue;
    if (most == kHistoryMetrics || std::abs(delta) > std::abs(diff.metrics[most]->delta()))
      most = metric;
  }
  return most;
}

}  // namespace

std::string summaries_sentence(const SummaryDiff& diff) {
  const auto& step = diff.metrics[kStepTimeMetric];
  if (!step) return "step times cannot be compared: at least one run has no whole step";
  std::string text = fmt::format("step time {} → {}", metric_text(kStepTimeMetric, step->a),
                                 metric_text(kStepTimeMetric, step->b));
  const std::string change = change_text(*step);
  if (!step->p) return text + fmt::format(" ({}, not tested: too few steps)", change);
  text += fmt::format(" ({}, {}p {:.3g})", change, step->significant ? "" : "not significant, ",
                      *step->p);
  if (!step->significant) return text;
  const std::size_t most = chief_part(diff);
  if (most == kHistoryMetrics) return text;
  return text + fmt::format(": chiefly {} {}", metric_title(most),
                            signed_duration(diff.metrics[most]->delta()));
}

std::string summaries_text(const PrintedSummaries& printed) {
  std::string text = printable(summaries_sentence(printed.diff)) + "\n\n";
  for (const std::string& line : lines_of(printed)) text += printable(line) + "\n";
  text += table_text(metric_heads(), metric_rows(printed.diff));
  text += table_text(part_heads(printed), part_rows(printed));
  if (printed.rows().size() > kMostRows)
    text += fmt::format("and {} more; see --json\n", printed.rows().size() - kMostRows);
  text += fmt::format("\n* significant (p at most {}). {}\n", kSignificantP, kSummariesLack);
  for (const GateResult& gate : printed.gates) text += printable(gate_text(gate)) + "\n";
  return text;
}

std::string summaries_markdown(const PrintedSummaries& printed) {
  std::string page = "**" + markdown_text(summaries_sentence(printed.diff)) + "**\n\n";
  for (const std::string& line : lines_of(printed)) page += "- " + markdown_text(line) + "\n";
  for (const GateResult& gate : printed.gates)
    page += "- gate " + markdown_text(gate_text(gate)) + "\n";
  page += table_page(metric_heads(), metric_rows(printed.diff));
  page += table_page(part_heads(printed), part_rows(printed));
  return page + "\n" + markdown_text(kSummariesLack) + "\n";
}

}  // namespace lanescope
