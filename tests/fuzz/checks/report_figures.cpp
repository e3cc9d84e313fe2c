// Figures of a report that say the same twice, or bound each other.
#include <cmath>
#include <string>

#include "tests/fuzz/checks/verb_checks.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

/// Whole numbers of ns, which add up without rounding.
std::int64_t whole(const Json& value) {
  return value.is_number() ? value.get<std::int64_t>() : 0;
}
std::int64_t ns(const Json& object, const char* key) {
  return object.contains(key) ? whole(object[key]) : 0;
}

std::int64_t sum_of(const Json& members) {
  std::int64_t sum = 0;
  for (const Json& member : members) sum += whole(member);
  return sum;
}

class FigureCheck {
 public:
  explicit FigureCheck(const VerbRun& run) : run_(run) {}

  void trace(const Json& trace) {
    const bool whole_window = trace["window"]["kind"] == "whole";
    if (trace.contains("gpu_time")) gpu_time(trace["gpu_time"]["devices"], whole_window);
    if (trace.contains("idle")) idle(trace["idle"]["devices"]);
    if (trace.contains("kernels")) kernels(trace["kernels"]["rows"]);
    if (trace.contains("ops")) ops(trace["ops"]["rows"]);
    shares(trace, "");
  }

 private:
  void demand_here(bool promise, const char* what, const Json& about) {
    if (!promise)
      demand_of(run_, false, what, about.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  /// Busy time is cut at the ends of a window; durations are of the events that start in it, whole.
  void gpu_time(const Json& devices, bool whole_window) {
    for (const Json& device : devices) {
      demand_here(ns(device, "busy_ns") + ns(device, "idle_ns") == ns(device, "recorded_ns") &&
                      ns(device, "recorded_ns") + ns(device, "paused_ns") == ns(device, "span_ns"),
                  "busy, idle and paused make the span", device);
      const std::int64_t total_ns = ns(device["durations_ns"], "total");
      demand_here(sum_of(device["durations_ns"]) - total_ns == total_ns,
                  "durations by class make all of them", device);
      demand_here(!whole_window || total_ns >= ns(device, "busy_ns"),
                  "durations of a whole trace are no less than its busy time", device);
      demand_here(sum_of(device["atoms_ns"]) == ns(device, "busy_ns"), "atoms make the busy time",
                  device);
      demand_here(ns(device, "compute_ns") + ns(device, "exposed_comm_ns") +
                          ns(device, "exposed_memory_ns") ==
                      ns(device, "busy_ns"),
                  "compute and what is exposed make the busy time", device);
    }
  }

  void idle(const Json& devices) {
    for (const Json& device : devices) {
      demand_here(sum_of(device["classes_ns"]) == ns(device, "total_ns"),
                  "classes of idle time make all of it", device["classes_ns"]);
      demand_here(ns(device, "total_ns") <= ns(device, "recorded_ns"),
                  "idle time is within what was recorded", device);
      for (const Json& gap : device["longest"]) {
        demand_here(sum_of(gap["classes_ns"]) + ns(gap, "paused_ns") == ns(gap, "dur_ns"),
                    "classes of a gap make all of it", gap);
      }
    }
  }

  void kernels(const Json& rows) {
    for (const Json& row : rows) {
      demand_here(ns(row, "count") > 0, "a row is of some kernels", row);
      demand_here(ns(row, "min_ns") <= ns(row, "max_ns") &&
                      ns(row, "max_ns") <= ns(row, "total_ns") && ns(row, "min_ns") >= 0,
                  "the shortest is not longer than the longest, nor this than all", row);
      if (!row["mean_ns"].is_number()) continue;
      const double mean = row["mean_ns"].get<double>();
      const double slack = 1 + std::abs(mean) * 1e-9;
      demand_here(mean >= static_cast<double>(ns(row, "min_ns")) - slack &&
                      mean <= static_cast<double>(ns(row, "max_ns")) + slack,
                  "the mean lies between shortest and longest", row);
    }
  }

  void ops(const Json& rows) {
    for (const Json& row : rows) {
      // GPU work counts where it ran, even if its operator was before the window.
      demand_here(ns(row, "count") > 0 || ns(row, "kernels") > 0,
                  "a row is of some operators, or of GPU work of one", row);
      for (const char* const key : {"total_cpu_ns", "sum_cpu_ns", "self_cpu_ns",
                                    "self_cpu_no_runtime_ns", "self_device_ns"})
        demand_here(ns(row, key) >= 0, "no time of an operator is negative", row);
      demand_here(ns(row, "self_cpu_ns") <= ns(row, "sum_cpu_ns"), "self time is within the whole",
                  row);
      demand_here(ns(row, "self_device_ns") <= ns(row, "total_device_ns"),
                  "self time on the device is within the whole", row);
    }
  }

  /// Everywhere: shares of 100 are none of more, and none is negative.
  void shares(const Json& value, const std::string& key) {
    const bool is_share = key.ends_with("_pct") && !key.starts_with("delta") && value.is_number();
    if (is_share) {
      const double share = value.get<double>();
      demand_here(share >= -1e-6 && share <= 100 + 1e-6, "a share lies between 0 and 100",
                  Json{{key, value}});
    }
    if (value.is_object()) {
      for (const auto& [name, member] : value.items()) shares(member, name);
    } else if (value.is_array()) {
      for (const Json& item : value) shares(item, key);
    }
  }

  const VerbRun& run_;
};

}  // namespace

void check_figures(const VerbRun& report) {
  const Json document = document_of(report);
  FigureCheck check(report);
  for (const Json& trace : document["traces"]) check.trace(trace);
}

}  // namespace lanescope
