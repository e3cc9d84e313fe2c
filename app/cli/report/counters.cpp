#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/recorder.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoRanges =
    "the trace has no CUPTI profiler ranges (category cuda_profiler_range)";
/// Only torch.profiler on NVIDIA's GPUs records them.
constexpr const char* kNoCounters = "the trace has no hardware counters by kernel";

const char* why_none(const Snapshot& trace) {
  return may_lack_cuda(trace) ? kNoCounters : kNoRanges;
}

constexpr const char* kNoMetrics = "values: the window has too many ranges to read them all";

std::string no_ops(const CounterTable& table) {
  return fmt::format("ops: {} and {} cannot be matched by order",
                     counted(table.launches, "kernel launch", "kernel launches"),
                     counted(table.ranges, "range"));
}

RowColumns<CounterValue> value_columns() {
  using enum ValueKind;
  const auto of = [](const CounterValue& value) { return value.adds_up ? "all" : "mean"; };
  return {{{"", "counter"}, Name, &CounterValue::name},
          {{"", "of"}, Words, of},
          {{"", "value"}, Real, &CounterValue::value, {.format = "{:.6g}"}}};
}

}  // namespace

Json to_json(const ReportInput& input, const CounterTable& result) {
  if (result.ranges == 0) return {{"count", nullptr}, {"why", why_none(input.trace)}};
  const auto json = [&](CountersOf what, const std::vector<CounterRow>& rows) {
    return rows_json(input.trace, counter_columns(result, what), rows);
  };
  Json out = json(CountersOf::All, {result.all}).front();
  out["kernels"] = json(CountersOf::Kernels, result.kernels);
  out["ops"] = result.ops.empty() ? Json() : json(CountersOf::Operators, result.ops);
  return Reasons({{!result.arguments_read, kNoMetrics}, {result.ops.empty(), no_ops(result)}})
      .added_to(std::move(out));
}

std::string to_text(const ReportInput& input, const CounterTable& result) {
  if (result.ranges == 0) return std::string("n/a: ") + why_none(input.trace) + "\n";
  if (!result.arguments_read) return std::string("n/a: ") + kNoMetrics + "\n";
  const auto rows = [&](CountersOf what, const std::vector<CounterRow>& some) {
    return "\n" + first_rows_text(input.trace, counter_columns(result, what), some);
  };
  const std::vector<CounterValue>& values = result.all.values;
  const std::string text = rows_text(input.trace, value_columns(), values, values.size()) +
                           rows(CountersOf::Kernels, result.kernels);
  if (result.ops.empty()) return text + "\nn/a: " + no_ops(result) + "\n";
  return text + rows(CountersOf::Operators, result.ops);
}

}  // namespace lanescope
