#include <cmath>

#include "app/cli/history/history_output.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

/// Times in ns and sizes in bytes are whole.
Json value_json(std::size_t metric, double value) {
  if (metric_unit(metric) == MetricUnit::Percent) return value;
  return static_cast<std::int64_t>(std::llround(value));
}

std::string_view unit_name(std::size_t metric) {
  switch (metric_unit(metric)) {
    case MetricUnit::Time:
      return "ns";
    case MetricUnit::Percent:
      return "percent";
    case MetricUnit::Bytes:
      return "bytes";
  }
  return "";
}

class HistoryPrinter {
 public:
  explicit HistoryPrinter(const PrintedHistory& printed)
      : printed_(printed), history_(printed.history) {}

  [[nodiscard]] Json document() const {
    return {{"summary", history_sentence(history_, printed_.metric)},
            {"notes", history_notes(history_)},
            {"false_alarm_rate", kFalseAlarms},
            {"least_change_pct", 100 * kLeastChangeShare},
            {"series", json_list(history_.series, [&](const auto& one) { return series(one); })},
            {"left_out", json_list(history_.left_out,
                                   [](const History::LeftOut& one) -> Json {
                                     return {{"file", one.file}, {"why", one.why}};
                                   })},
            {"problems", json_list(printed_.problems, [](const HistoryFiles::Problem& one) -> Json {
               return {{"file", one.file}, {"what", one.what}};
             })}};
  }

 private:
  [[nodiscard]] Json series(const HistorySeries& one) const {
    Json changes = Json::array();
    for (const HistoryChange& found : one.changes) {
      if (printed_.shows(found)) changes.push_back(change(one, found));
    }
    const RunSetup& setup = one.setup;
    return {{"summary", series_sentence(history_, one, printed_.metric)},
            {"gpu", json_text_or_null(setup.gpu)},
            {"gpus", setup.gpus},
            {"world_size", json_or_null(setup.world_size)},
            {"rank", json_or_null(setup.rank)},
            {"format", json_text_or_null(setup.format)},
            {"other_inputs", one.other_inputs},
            {"runs_with_unknown_inputs", one.unknown_inputs},
            {"changes", std::move(changes)},
            {"runs", json_list(one.runs, [&](std::size_t i) { return run(history_.runs[i]); })}};
  }

  [[nodiscard]] Json run(const HistoryRun& one) const {
    Json values = Json::object();
    for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
      if (printed_.only_metric && metric != printed_.metric) continue;
      const auto& value = one.values[metric];
      values[metric_name(metric)] = value ? value_json(metric, *value) : Json();
    }
    return {{"file", one.file},
            {"trace", one.trace},
            {"recorded_ns", one.recorded ? Json(one.recorded->begin_ns) : Json()},
            {"commit", json_text_or_null(one.commit)},
            {"host", json_text_or_null(one.host)},
            {"ranks", one.ranks},
            {"trace_fault", json_text_or_null(std::string(fault_text(one.fault)))},
            {"steps", one.steps},
            {"settings", one.facts},
            {"values", std::move(values)}};
  }

  [[nodiscard]] Json change(const HistorySeries& series, const HistoryChange& one) const {
    const HistoryRun& run = history_.runs[series.runs[one.point.at]];
    const double before = one.point.before;
    return {{"metric", metric_name(one.metric)},
            {"unit", unit_name(one.metric)},
            {"run", one.point.at},  // into "runs"
            {"run_number", one.point.at + 1},
            {"runs_before", one.point.at - one.point.begin},
            {"runs_after", one.point.end - one.point.at},
            {"file", run.file},
            {"recorded_ns", run.recorded->begin_ns},
            {"commit", json_text_or_null(run.commit)},
            {"before", value_json(one.metric, before)},
            {"after", value_json(one.metric, one.point.after)},
            {"delta", value_json(one.metric, one.delta())},
            {"delta_pct", before == 0 ? Json() : Json(100 * one.delta() / before)},
            {"p", one.point.p},
            {"moved", json_list(one.movers, mover)},
            {"settings", json_list(one.facts, [](const ChangedFact& fact) -> Json {
               return {{"key", fact.key},
                       {"before", json_text_or_null(fact.before)},
                       {"after", json_text_or_null(fact.after)}};
             })}};
  }

  static Json mover(const ChangeMover& one) {
    return {{"metric", metric_name(one.metric)},
            {"before_ns", value_json(one.metric, one.before)},
            {"after_ns", value_json(one.metric, one.after)},
            {"kernel", json_text_or_null(one.kernel)},
            {"kernel_delta_ns",
             one.kernel.empty() ? Json() : value_json(one.metric, one.kernel_delta)}};
  }

  const PrintedHistory& printed_;
  const History& history_;
};

}  // namespace

Json history_json(const PrintedHistory& printed) {
  return HistoryPrinter(printed).document();
}

}  // namespace lanescope
