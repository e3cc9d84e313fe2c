#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/results/recording_facts.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoSteps =
    "the window has no ProfilerStep ranges; call prof.step() in the training loop";
constexpr std::array<const char*, kStepClasses> kClassKeys = {
    "kernel", "communication", "memcpy", "memset", "runtime", "data_loader", "cpu_exec", "other"};
constexpr std::array<const char*, kStepClasses> kClassTitles = {
    "kernel", "comm", "memcpy", "memset", "runtime", "data loader", "CPU exec", "other"};

Json row_json(const Snapshot& trace, const StepRow& row) {
  Json classes;
  for (std::size_t c = 0; c < kStepClasses; ++c) classes[kClassKeys[c]] = row.classes_ns[c];
  return {{"name", json_text(trace, row.step.name)},
          {"start_ns", JsonTimes(trace)(row.step.range.begin_ns)},
          {"dur_ns", row.step.range.length_ns()},
          {"event_id", index_of(row.step.event)},
          {"warmup", row.warm_up},
          {"outlier", row.outlier},
          {"paused", row.paused},
          {"classes_ns", std::move(classes)}};
}

std::string mark(const StepRow& row) {
  if (row.warm_up) return " (warm-up)";
  if (row.paused) return " (recording paused)";
  return row.outlier ? " (outlier)" : "";
}

/// Why the last step is longer here than its range on the host is.
std::string host_text(const ReportInput& input, const StepTable& result) {
  const StepRange& last = result.rows.back().step;
  const auto host_ns = host_length_ns(input.trace, last);
  if (!host_ns) return "";
  return fmt::format("{} ends after {} on the host, {} later with its GPU work\n",
                     printable(input.trace.text(last.name), kReportNameWidth),
                     format_duration(*host_ns), format_duration(last.range.length_ns() - *host_ns));
}

std::string left_out_text(const StepTable& result) {
  const std::string words = left_out_words(result);
  return words.empty() ? "" : fmt::format("left out: {}\n", words);
}

}  // namespace

Json to_json(const ReportInput& input, const StepTable& result) {
  Json steps = Json::array();
  for (const StepRow& row : result.rows) steps.push_back(row_json(input.trace, row));
  const SampleSpread& spread = result.spread_ns;
  const auto of_spread = [&](double ns) {
    return result.rows.empty() ? Json() : Json(rounded_ns(ns));
  };
  Json out = {{"steps", std::move(steps)},
              {"mean_ns", of_spread(spread.mean)},
              {"median_ns", of_spread(spread.median)},
              {"std_ns", of_spread(spread.std)},
              {"min_ns", of_spread(spread.min)},
              {"max_ns", of_spread(spread.max)},
              {"cv", spread.mean > 0 ? Json(spread.std / spread.mean) : Json()}};
  if (result.rows.empty()) out["why"] = kNoSteps;
  if (result.left_out() != 0)
    out["left_out"] = {{"inside_others", result.inside_others},
                       {"other_threads", result.other_threads}};
  return out;
}

std::string to_text(const ReportInput& input, const StepTable& result) {
  if (result.rows.empty()) return std::string("n/a: ") + kNoSteps + "\n";
  std::vector<TextTable::Column> columns = {{"step", Align::Left}, {"time"}};
  for (const char* title : kClassTitles) {
    columns.push_back({title});
    columns.push_back({""});
  }
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
    const StepRow& row = result.rows[i];
    const Ns length_ns = row.step.range.length_ns();
    std::vector<std::string> cells = {
        printable(input.trace.text(row.step.name), kReportNameWidth) + mark(row),
        format_duration(length_ns)};
    for (const Ns part : row.classes_ns) {
      cells.push_back(format_duration(part));
      cells.push_back(percent(static_cast<double>(part), static_cast<double>(length_ns)));
    }
    table.add_row(std::move(cells));
  }
  const SampleSpread& spread = result.spread_ns;
  return table.text() + more_rows(result.rows.size()) + left_out_text(result) +
         host_text(input, result) +
         fmt::format(
             "median step {}, mean {}, std {}, min {}, max {}\n",
             format_duration(rounded_ns(spread.median)), format_duration(rounded_ns(spread.mean)),
             format_duration(rounded_ns(spread.std)), format_duration(rounded_ns(spread.min)),
             format_duration(rounded_ns(spread.max)));
}

}  // namespace lanescope
