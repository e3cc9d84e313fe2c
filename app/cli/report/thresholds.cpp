#include "app/cli/report/thresholds.h"

#include <cmath>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/text_table.h"
#include "app/cli/verbs.h"

namespace lanescope {
namespace {

/// A value in the threshold's unit: a whole number where those are meant.
Json threshold_json(const Threshold& threshold, double value) {
  const bool whole =
      threshold.unit != ThresholdUnit::Percent && threshold.unit != ThresholdUnit::Times;
  return whole ? Json(std::llround(value)) : Json(value);
}

}  // namespace

Json changed_thresholds_json(const Thresholds& thresholds) {
  Json changed = Json::object();
  for (const Threshold* one : changed_thresholds(thresholds)) {
    changed[std::string(one->name)] = threshold_json(*one, one->value_in(thresholds));
  }
  return changed;
}

Json judged_by_json(const Finding& finding) {
  Json limits = Json::object();
  for (const FindingLimit& limit : finding.judged_by) {
    limits[std::string(limit.what->name)] = threshold_json(*limit.what, limit.value);
  }
  return limits;
}

int run_threshold_list(const ReportOptions& options) {
  Json all = Json::array();
  using Align = TextTable::Align;
  TextTable table({{"group", Align::Left},
                   {"name", Align::Left},
                   {"value"},
                   {"default"},
                   {"meaning", Align::Left}});
  for (const Threshold& one : threshold_table()) {
    const double value = one.value_in(options.thresholds);
    all.push_back({{"name", one.name},
                   {"group", one.group},
                   {"value", threshold_json(one, value)},
                   {"default", threshold_json(one, one.usual())},
                   {"unit", threshold_unit_name(one.unit)},
                   {"meaning", one.meaning}});
    table.add_row({std::string(one.group), std::string(one.name), one.text_of(value),
                   one.text_of(one.usual()), std::string(one.meaning)});
  }
  if (options.json) {
    print_document({{"thresholds", std::move(all)}});
  } else {
    fmt::print("{}", table.text());
  }
  return kDone;
}

}  // namespace lanescope
