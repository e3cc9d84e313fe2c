#include "app/cli/report/thresholds.h"

#include <cmath>

#include <fmt/format.h>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/window_output.h"
#include "app/cli/verbs.h"
#include "core/base/files/small_file.h"
#include "core/view/text/gpu_peaks_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kLargestPeaks = 1U << 20;  // bytes

/// A value in the threshold's unit, as an integer if the threshold is one.
CellValue in_unit(const Threshold& threshold, double value) {
  const bool whole = std::holds_alternative<std::int64_t Thresholds::*>(threshold.member);
  return whole ? CellValue(std::int64_t{std::llround(value)}) : value;
}

/// Adds it under the threshold's name.
void add_value(const Threshold& threshold, double value, Json& out) {
  const ColumnHead column{{.json = std::string(threshold.name)}, ValueKind::Real, {}};
  add_cell({}, column, in_unit(threshold, value), out);
}

RowColumns<Threshold> threshold_columns(const Thresholds& values) {
  using enum ValueKind;
  const auto value = [&](const Threshold& one) { return one.value_in(values); };
  RowColumns<Threshold> columns = {
      // text, JSON
      {{"", "group", "group"}, Words, &Threshold::group},
      {{"", "name", "name"}, Words, &Threshold::name},
      {{"", "value"}, Figure, [=](const Threshold& one) { return one.text_of(value(one)); }},
      {{"", "default"}, Figure, [](const Threshold& one) { return one.text_of(one.usual()); }},
      {{"", "", "value"}, Real, [=](const Threshold& one) { return in_unit(one, value(one)); }},
      {{"", "", "default"}, Real, [](const Threshold& one) { return in_unit(one, one.usual()); }},
      {{"", "", "unit"}, Words, [](const Threshold& one) { return threshold_unit_name(one.unit); }},
      {{"", "meaning", "meaning"}, Words, &Threshold::meaning}};
  columns.keys = {"name"};
  return columns;
}

}  // namespace

Json changed_thresholds_json(const Thresholds& thresholds) {
  Json changed = Json::object();
  for (const Threshold* one : changed_thresholds(thresholds)) {
    add_value(*one, one->value_in(thresholds), changed);
  }
  return changed;
}

std::string scope_text(const AnalysisResults& input) {
  std::string text;
  if (input.window.kind == WindowKind::Steps) text += window_line(input) + "\n\n";
  const Thresholds& thresholds = *input.window.thresholds;
  const auto changed = changed_thresholds(thresholds);
  for (const Threshold* one : changed)
    text += fmt::format("threshold: {}\n", changed_threshold_text(*one, one->value_in(thresholds)));
  return changed.empty() ? text : text + "\n";
}

Json judged_by_json(const Finding& finding) {
  Json limits = Json::object();
  for (const FindingLimit& limit : finding.judged_by) {
    add_value(*limit.what, limit.value, limits);
  }
  return limits;
}

Result<std::vector<GpuPeaks>> read_gpu_peaks(const std::string& file) {
  const auto text = read_small_file(file, kLargestPeaks);
  return text.ok() ? parse_gpu_peaks(text.value()) : text.error();
}

int run_threshold_list(const ReportOptions& options) {
  const Snapshot no_trace;
  const auto columns = threshold_columns(options.thresholds);
  if (options.json) {
    print_document({{"thresholds", rows_json(no_trace, columns, threshold_table())}});
  } else {
    fmt::print("{}", rows_text(no_trace, columns, threshold_table(), SIZE_MAX));
  }
  return kDone;
}

}  // namespace lanescope
