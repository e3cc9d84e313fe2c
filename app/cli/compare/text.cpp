#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/compare/compare.h"
#include "app/cli/compare/sampled.h"
#include "app/cli/compare/summaries.h"
#include "core/analysis/host/captured/capture_trace_text.h"
#include "core/compare/part_names.h"
#include "core/view/results/comparison.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/escaping.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kTopRows = 15;  // on the Markdown page
constexpr std::size_t kPageNameWidth = 120;

std::string duration(double ns) {
  return format_duration(static_cast<Ns>(std::llround(ns)));
}

std::string share_text(const RunDiff& diff, double delta_ns) {
  return shown_share_text(diff, delta_ns).value_or("n/a");
}

std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.3g}", *p) : "n/a";
}

/// A mean count: "34", "2.5", "0.0152".
std::string count_text(double count) {
  constexpr double kWhole = 1000;
  if (count == std::floor(count) || count >= kWhole) return fmt::format("{:.0f}", count);
  return count < 1 ? fmt::format("{:.3g}", count) : fmt::format("{:.4g}", count);
}

std::string count_text(double a, double b) {
  return a == b ? count_text(a) : count_text(a) + " → " + count_text(b);
}

/// Other counts in all samples are certain; a star at their p, which may be any, would say that it
/// is small.
std::string real_text(bool significant, const std::optional<double>& p) {
  if (significant && !(p && *p <= kSignificantP)) return "* counts";
  return (significant ? "* " : "") + p_text(p);
}

/// The step, or a part of it that is not one of the rows.
struct MetricRow {
  std::string title;
  MetricDiff metric;
};

std::string per_sample(AlignBy by) {
  if (by == AlignBy::Start) return "whole recording";
  return by == AlignBy::Steps ? "per step" : "per range";
}

RowColumns<MetricRow> metric_columns(const RunDiff& diff) {
  using enum ValueKind;
  const auto a = [](const MetricRow& row) { return row.metric.a; };
  const auto b = [](const MetricRow& row) { return row.metric.b; };
  const auto change = [](const MetricRow& row) { return signed_duration(row.metric.delta()); };
  const auto share = [&](const MetricRow& row) { return share_text(diff, row.metric.delta()); };
  const auto real = [](const MetricRow& row) {
    return real_text(row.metric.significant, row.metric.p);
  };
  const std::string per = per_sample(diff.runs.a.by);
  return {{{"", per, "", per}, Words, &MetricRow::title},
          {{"", "A", "", "A"}, Time, a},
          {{"", "B", "", "B"}, Time, b},
          {{"", "delta", "", "delta"}, Figure, change},
          {{"", "share", "", "share"}, Figure, share},
          {{"", "p", "", "p"}, Figure, real}};
}

/// The step, then its parts except for the rows.
std::vector<MetricRow> metric_rows(const RunDiff& diff) {
  const bool whole = diff.runs.a.by == AlignBy::Start;
  const std::string time = fmt::format("mean {}", compared_time(diff.runs));
  std::vector<MetricRow> rows{{whole ? "length" : time, diff.step},
                              {diff.a.of_gpu ? "GPU busy" : "in operators", diff.busy},
                              {diff.a.of_gpu ? "GPU idle" : "elsewhere", diff.idle}};
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const MetricDiff& metric = diff.classes[i];
    if (metric.a == 0 && metric.b == 0) continue;
    rows.push_back({"  " + std::string(idle_class_title(static_cast<IdleClass>(i))), metric});
  }
  if (diff.paused.a != 0 || diff.paused.b != 0) rows.push_back({"paused (excluded)", diff.paused});
  return rows;
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
                     left_out.empty() ? "" : "; excluded: " + left_out);
}

/// "capture trace of A and B: capture.json, 12 of 12 replays, by position"; a line for each if they
/// differ.
std::vector<std::string> capture_lines(const PrintedComparison& comparison) {
  const std::string a = capture_trace_text(comparison.a).value_or("");
  const std::string b = capture_trace_text(comparison.b).value_or("");
  if (!a.empty() && a == b) return {"capture trace of A and of B: " + printable(a)};
  std::vector<std::string> lines;
  if (!a.empty()) lines.push_back("capture trace of A: " + printable(a));
  if (!b.empty()) lines.push_back("capture trace of B: " + printable(b));
  return lines;
}

std::string tested_text(const RunDiff& diff) {
  if (diff.tested == 0) {
    return diff.runs.a.by == AlignBy::Start
               ? "not tested: one recording each"
               : fmt::format("not tested: too few {}", samples_word(diff.runs.a.by));
  }
  return fmt::format(
      "* significant (p at most {} or other counts in all {}, change at least {}): {} of the {} "
      "values of the rows and the step, tested together over {} ways to split the {} between A and "
      "B; {} are tested separately",
      kSignificantP, samples_word(diff.runs.a.by),
      format_duration(static_cast<Ns>(std::llround(diff.least_change_ns))),
      diff.significant_rows() + (diff.step.significant ? 1 : 0), diff.tested,
      diff.exact ? fmt::format("all {}", diff.labelings) : fmt::format("{} random", diff.labelings),
      samples_word(diff.runs.a.by),
      diff.a.of_gpu ? "busy time, idle time and idle classes"
                    : "the times in operators and elsewhere");
}

std::string environment_text(const EnvironmentDiff& diff) {
  return fmt::format("{}: {} → {}", printable(diff.key), printable(diff.a.value_or("n/a")),
                     printable(diff.b.value_or("n/a")));
}

std::string memory_text(const RunDiff& diff) {
  if (!diff.peak_a_bytes || !diff.peak_b_bytes) return "";
  return fmt::format("peak memory: {} → {}\n", format_bytes(*diff.peak_a_bytes),
                     format_bytes(*diff.peak_b_bytes));
}

}  // namespace

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

CellValue whole_or_real(double value) {
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

std::string key_of(const RunPart& part) {
  return named_apart(part.name, part);
}

RowColumns<DiffRow> diff_columns(const RunDiff& diff, std::vector<std::string> titles) {
  using enum ValueKind;
  static constexpr std::array kKinds = {"kernel", "op", "module"};
  const std::string level = level_title(diff);
  const auto title = [&diff, titles = std::move(titles)](const DiffRow& row) {
    return titles[static_cast<std::size_t>(&row - diff.rows.data())];
  };
  const auto key = [&](const DiffRow& row) { return key_of(diff.part(row)); };
  const auto kind = [&](const DiffRow& row) {
    return kKinds[static_cast<std::size_t>(diff.part(row).kind)];
  };
  const auto status = [](const DiffRow& row) { return diff_status_name(row.status); };
  const auto calls = [](const DiffRow& row) { return count_text(row.count_a, row.count_b); };
  const auto change = [](const DiffRow& row) { return signed_duration(row.delta_ns()); };
  const auto share = [&](const DiffRow& row) { return share_text(diff, row.delta_ns()); };
  const auto share_pct = [&](const DiffRow& row) { return diff.share_pct(row.delta_ns()); };
  const auto real = [](const DiffRow& row) { return real_text(row.significant, row.p); };
  const auto example = [&](const RunPart* part) {
    return part != nullptr ? part->example : EventId::None;
  };
  return {
      // text, JSON, page
      {{"", level}, Name, title},
      {{"", "", "", level}, Name, title, {.width = kPageNameWidth}},
      {{"", "", "key"}, Words, key},
      {{"", "", "kind"}, Words, kind},
      {{"", "status", "status"}, Words, status},
      {{"", "calls"}, Figure, calls},
      {{"", "", "count_a"}, Real, [](const DiffRow& row) { return whole_or_real(row.count_a); }},
      {{"", "", "count_b"}, Real, [](const DiffRow& row) { return whole_or_real(row.count_b); }},
      {{"", "A", "total_a_ns", "A"}, Time, &DiffRow::wall_a_ns},
      {{"", "B", "total_b_ns", "B"}, Time, &DiffRow::wall_b_ns},
      {{"", "delta", "", "delta"}, Figure, change},
      {{"", "", "delta_ns"}, Time, &DiffRow::delta_ns},
      {{"", "", "count_effect_ns"}, Time, &DiffRow::count_effect_ns},
      {{"", "", "duration_effect_ns"}, Time, &DiffRow::duration_effect_ns},
      {{"", "share", "", "share"}, Figure, share},
      {{"", "", "share_pct"}, Real, share_pct},
      {{"", "p", "", "p"}, Figure, real},
      {{"", "", "p"}, Real, &DiffRow::p},
      {{"", "", "significant"}, Flag, &DiffRow::significant},
      {{"", "", "sum_a_ns"}, Time, &DiffRow::sum_a_ns},
      {{"", "", "sum_b_ns"}, Time, &DiffRow::sum_b_ns},
      {{"", "", "event_a"},
       Event,
       [=, &diff](const DiffRow& row) { return example(diff.part_a(row)); }},
      {{"", "", "event_b"}, Event, [=, &diff](const DiffRow& row) {
         return example(diff.part_b(row));
       }}};
}

std::string comparison_text(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  std::string text = printable(comparison.sentence) + "\n\n";
  text += run_text("A", comparison.file_a, diff.runs.a) + "\n";
  text += run_text("B", comparison.file_b, diff.runs.b) + "\n";
  for (const std::string& line : capture_lines(comparison)) text += line + "\n";
  for (const std::string& warning : comparison.warnings) text += "! " + printable(warning) + "\n";
  for (const EnvironmentDiff& fact : comparison.environment) {
    text += "  " + environment_text(fact) + "\n";
  }
  text +=
      "\n" + rows_text(comparison.a, metric_columns(diff), metric_rows(diff)) + memory_text(diff);
  if (!diff.rows.empty())
    text += "\n" + first_rows_text(comparison.a, diff_columns(diff, row_titles(diff)), diff.rows);
  text += sampled_text(comparison.a, comparison.sampled);
  text += tested_text(diff) + "\n";
  for (const GateResult& result : comparison.gates) text += gate_text(result) + "\n";
  return text;
}

std::string comparison_markdown(const PrintedComparison& comparison) {
  const RunDiff& diff = comparison.diff();
  std::string page = "**" + markdown_text(comparison.sentence) + "**\n\n";
  page += "- " + markdown_text(run_text("A", comparison.file_a, diff.runs.a)) + "\n";
  page += "- " + markdown_text(run_text("B", comparison.file_b, diff.runs.b)) + "\n";
  for (const std::string& line : capture_lines(comparison))
    page += "- " + markdown_text(line) + "\n";
  for (const GateResult& result : comparison.gates) {
    page += "- gate " + markdown_text(gate_text(result)) + "\n";
  }
  for (const std::string& warning : comparison.warnings) {
    page += "- ⚠ " + markdown_text(warning) + "\n";
  }
  for (const EnvironmentDiff& fact : comparison.environment) {
    page += "- " + markdown_text(environment_text(fact)) + "\n";
  }
  page += "\n" + rows_page(comparison.a, metric_columns(diff), metric_rows(diff), SIZE_MAX, "");
  page +=
      "\n" + rows_page(comparison.a, diff_columns(diff, row_titles(diff)), diff.rows, kTopRows, "");
  if (diff.rows.size() > kTopRows)
    page += fmt::format("\nand {} more; see --json\n", diff.rows.size() - kTopRows);
  page += sampled_markdown(comparison.a, comparison.sampled);
  return page + "\n" + markdown_text(tested_text(diff)) + "\n";
}

}  // namespace lanescope
