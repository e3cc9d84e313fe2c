#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/compare/compare.h"
#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/results/diff_text.h"
#include "core/view/results/recording_facts.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/markdown_text.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kTopRows = 15;  // of the page
constexpr std::size_t kPageNameWidth = 120;

/// One line of a table, for a terminal or a page.
struct Line {
  std::string name, status, count, a, b, delta, share, real;
};

std::string duration(double ns) {
  return format_duration(static_cast<Ns>(std::llround(ns)));
}

std::string share_text(const RunDiff& diff, double delta_ns) {
  return shown_share_text(diff, delta_ns).value_or("–");
}

std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.3g}", *p) : "–";
}

std::string count_text(double a, double b) {
  if (a == b) return fmt::format("{:g}", a);
  return fmt::format("{:.4g} → {:.4g}", a, b);
}

Line row_line(const RunDiff& diff, std::string title, const DiffRow& row) {
  return {std::move(title),
          std::string(diff_status_name(row.status)),
          count_text(row.count_a, row.count_b),
          duration(row.wall_a_ns),
          duration(row.wall_b_ns),
          signed_duration(row.delta_ns()),
          share_text(diff, row.delta_ns()),
          (row.significant ? "* " : "") + p_text(row.p)};
}

Line metric_line(const RunDiff& diff, std::string name, const MetricDiff& metric) {
  return {std::move(name),
          "",
          "",
          duration(metric.a),
          duration(metric.b),
          signed_duration(metric.delta()),
          share_text(diff, metric.delta()),
          (metric.significant ? "* " : "") + p_text(metric.p)};
}

/// The step, then what it is made of but for the rows.
std::vector<Line> metric_lines(const RunDiff& diff) {
  const bool whole = diff.runs.a.by == AlignBy::Start;
  std::vector<Line> lines{metric_line(diff, whole ? "recording" : "mean step time", diff.step)};
  lines.push_back(metric_line(diff, diff.a.of_gpu ? "GPU busy" : "in operators", diff.busy));
  lines.push_back(metric_line(diff, diff.a.of_gpu ? "GPU idle" : "elsewhere", diff.idle));
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const MetricDiff& metric = diff.classes[i];
    if (metric.a == 0 && metric.b == 0) continue;
    const auto title = idle_class_title(static_cast<IdleClass>(i));
    lines.push_back(metric_line(diff, "  " + std::string(title), metric));
  }
  if (diff.paused.a != 0 || diff.paused.b != 0)
    lines.push_back(metric_line(diff, "paused (left out)", diff.paused));
  return lines;
}

std::string level_title(const RunDiff& diff) {
  switch (diff.a.level) {
    case PartLevel::Kernel:
      return diff.a.of_gpu ? "kernel" : "operator";
    case PartLevel::Op:
      return "operator";
    case PartLevel::Module:
      return "module";
  }
  return "";
}

std::string run_text(const char* run, const std::string& file, const RunSamples& runs) {
  if (runs.by == AlignBy::Start) return fmt::format("{}: {}", run, printable(file));
  const std::string left_out = left_out_words(runs);
  return fmt::format("{}: {} ({}{})", run, printable(file), samples_text(runs),
                     left_out.empty() ? "" : "; left out: " + left_out);
}

std::string tested_text(const RunDiff& diff) {
  if (diff.tested == 0) return "not tested: too few steps";
  return fmt::format(
      "* significant: p at most {} and change at least {}; {} of the {} numbers of the rows and "
      "the step, tested together over {} ways to split the {}; busy time, idle time and idle "
      "classes "
      "each have their own test",
      kSignificantP, format_duration(static_cast<Ns>(std::llround(diff.least_change_ns))),
      diff.significant_rows() + (diff.step.significant ? 1 : 0), diff.tested,
      diff.exact ? fmt::format("all {}", diff.labelings) : fmt::format("{} random", diff.labelings),
      samples_word(diff.runs.a.by));
}

std::string gate_text(const GateResult& result) {
  if (result.state == GateState::Missing) {
    return fmt::format("{}: {}, {}", result.gate.text, gate_state_name(result.state), result.why);
  }
  const bool bytes = result.gate.metric == GateMetric::PeakMemory;
  const auto value = [&](double number) {
    return bytes ? format_bytes(static_cast<std::int64_t>(std::llround(number))) : duration(number);
  };
  return fmt::format("{}: {}, {} → {}{}", result.gate.text, gate_state_name(result.state),
                     value(result.a), value(result.b),
                     result.p ? fmt::format(", p {:.3g}", *result.p) : "");
}

std::string environment_text(const EnvironmentDiff& diff) {
  return fmt::format("{}: {} → {}", printable(diff.key), printable(diff.a.value_or("–")),
                     printable(diff.b.value_or("–")));
}

std::string memory_text(const RunDiff& diff) {
  if (!diff.peak_a_bytes || !diff.peak_b_bytes) return "";
  return fmt::format("peak memory: {} → {}\n", format_bytes(*diff.peak_a_bytes),
                     format_bytes(*diff.peak_b_bytes));
}

std::string metric_table(const RunDiff& diff) {
  TextTable table({{"per step", Align::Left}, {"A"}, {"B"}, {"change"}, {"share"}, {"p"}});
  for (const Line& line : metric_lines(diff)) {
    table.add_row({line.name, line.a, line.b, line.delta, line.share, line.real});
  }
  return table.text();
}

std::string row_table(const RunDiff& diff) {
  if (diff.rows.empty()) return "";
  TextTable table({{level_title(diff), Align::Left},
                   {"status", Align::Left},
                   {"calls"},
                   {"A"},
                   {"B"},
                   {"change"},
                   {"share"},
                   {"p"}});
  const std::vector<std::string> titles = row_titles(diff);
  for (std::size_t i = 0; i < std::min(diff.rows.size(), kMostRows); ++i) {
    const Line line = row_line(diff, titles[i], diff.rows[i]);
    table.add_row({printable(line.name, kReportNameWidth), line.status, line.count, line.a, line.b,
                   line.delta, line.share, line.real});
  }
  return "\n" + table.text() + more_rows(diff.rows.size());
}

std::string markdown_row(const std::string& name, const Line& line) {
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, line.a, line.b, line.delta,
                     line.share, line.real);
}

}  // namespace

std::string comparison_text(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  std::string text = printable(comparison.sentence) + "\n\n";
  text += run_text("A", comparison.file_a, diff.runs.a) + "\n";
  text += run_text("B", comparison.file_b, diff.runs.b) + "\n";
  for (const std::string& warning : comparison.warnings) text += "! " + printable(warning) + "\n";
  for (const EnvironmentDiff& fact : comparison.environment) {
    text += "  " + environment_text(fact) + "\n";
  }
  text +=
      "\n" + metric_table(diff) + memory_text(diff) + row_table(diff) + tested_text(diff) + "\n";
  for (const GateResult& result : comparison.gates) text += gate_text(result) + "\n";
  return text;
}

std::string comparison_markdown(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  std::string page = "**" + markdown_text(comparison.sentence) + "**\n\n";
  page += "- " + markdown_text(run_text("A", comparison.file_a, diff.runs.a)) + "\n";
  page += "- " + markdown_text(run_text("B", comparison.file_b, diff.runs.b)) + "\n";
  for (const GateResult& result : comparison.gates) {
    page += "- gate " + markdown_text(gate_text(result)) + "\n";
  }
  for (const std::string& warning : comparison.warnings) {
    page += "- ⚠ " + markdown_text(warning) + "\n";
  }
  for (const EnvironmentDiff& fact : comparison.environment) {
    page += "- " + markdown_text(environment_text(fact)) + "\n";
  }
  const std::string head = "| A | B | change | share | p |\n|---|---:|---:|---:|---:|---:|\n";
  page += "\n| per step " + head;
  for (const Line& line : metric_lines(diff)) {
    page += markdown_row(markdown_text(line.name), line);
  }
  page += fmt::format("\n| {} ", level_title(diff)) + head;
  const std::vector<std::string> titles = row_titles(diff);
  for (std::size_t i = 0; i < std::min(diff.rows.size(), kTopRows); ++i) {
    const Line line = row_line(diff, titles[i], diff.rows[i]);
    page += markdown_row(markdown_code(printable(line.name, kPageNameWidth)), line);
  }
  if (diff.rows.size() > kTopRows)
    page += fmt::format("\nand {} more; see --json\n", diff.rows.size() - kTopRows);
  return page + "\n" + markdown_text(tested_text(diff)) + "\n";
}

}  // namespace lanescope
