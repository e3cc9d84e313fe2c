#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/distribution.h"
#include "core/analysis/events/statistics.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostDelays = 20;
/// JSON has delays, and the rows of calls and operators have waits.
constexpr const char* kDelay =
    "delay: from the end of the launch call to the start of its work, negative if the work starts "
    "first; wait: the same, but then 0\n";

/// Empty if nothing is.
std::string missing(const ReportInput& input, const LaunchTable& table) {
  if (!table.has_gpu_events) return no_gpu(input);
  return table.launches.empty() ? kNoLaunches : "";
}

Reasons why(const ReportInput& input, const LaunchTable& table) {
  const std::string lacks = missing(input, table);
  return {{!lacks.empty(), lacks},
          {lacks.empty() && table.steps.empty(),
           "kernels_per_step, launches_per_step: the window has no ProfilerStep ranges"},
          {lacks.empty() && !table.floor_ns,
           "floor_ns: no work starts on an idle stream after its launch call started"}};
}

/// A distribution of times, and its name.
struct NamedTimes {
  const char* name;
  const Distribution& times;
};

RowColumns<NamedTimes> distribution_columns() {
  using enum ValueKind;
  const auto of = [](auto Distribution::*part) {
    return [=](const NamedTimes& row) { return row.times.*part; };
  };
  return {{{"", std::string(kNoTitle)}, Words, &NamedTimes::name},
          {{"", "count"}, Count, of(&Distribution::count)},
          {{"", "median"}, Time, of(&Distribution::median_ns)},
          {{"", "mean"}, Time, of(&Distribution::mean_ns)},
          {{"", "p95"}, Time, of(&Distribution::p95_ns)},
          {{"", "min"}, Time, of(&Distribution::min_ns)},
          {{"", "max"}, Time, of(&Distribution::max_ns)}};
}

Json distribution_json(const Distribution& one) {
  const auto known = [&](Ns ns) { return one.count == 0 ? Json() : Json(ns); };
  return {{"count", one.count},
          {"sum_ns", known(one.sum_ns)},
          {"mean_ns", known(rounded_ns(one.mean_ns))},
          {"median_ns", known(rounded_ns(one.median_ns))},
          {"p95_ns", known(rounded_ns(one.p95_ns))},
          {"min_ns", known(one.min_ns)},
          {"max_ns", known(one.max_ns)},
          {"histogram", json_list(one.bins, [](const DurationBin& bin) -> Json {
             return {{"from_ns", json_or_null(bin.from_ns)},
                     {"to_ns", bin.to_ns},
                     {"count", bin.count}};
           })}};
}

RowColumns<LaunchRow> launch_columns(const char* title = "") {
  using enum ValueKind;
  const auto sum = [](auto LaunchSums::*member) {
    return [=](const LaunchRow& row) { return row.sums.*member; };
  };
  const auto per_call = [](const LaunchRow& row) -> std::optional<Ns> {
    if (row.sums.calls == 0) return std::nullopt;
    return row.sums.call_ns / static_cast<Ns>(row.sums.calls);
  };
  const auto ratio = [](const LaunchRow& row) -> std::optional<double> {
    const auto call_ns = static_cast<double>(row.sums.call_ns);
    if (call_ns <= 0) return std::nullopt;
    return static_cast<double>(row.sums.gpu_ns) / call_ns;
  };
  const auto mean_wait = [](const LaunchRow& row) -> std::optional<Ns> {
    if (row.sums.waits == 0) return std::nullopt;
    return row.sums.queue_ns / static_cast<Ns>(row.sums.waits);
  };
  const auto longest_wait = [](const LaunchRow& row) -> std::optional<Ns> {
    if (row.sums.waits == 0) return std::nullopt;
    return row.sums.longest_wait_ns;
  };
  return {{{"", title, "name"}, NameOrNone, &LaunchRow::name, {.none = "(none)"}},
          {{"", "calls", "calls"}, Count, sum(&LaunchSums::calls)},
          {{"", "launches", "events"}, Count, sum(&LaunchSums::events)},
          {{"", "in calls", "cpu_ns"}, Time, sum(&LaunchSums::call_ns)},
          {{"", "per call"}, Time, per_call},
          {{"", "on the GPU", "gpu_ns"}, Time, sum(&LaunchSums::gpu_ns)},
          {{"", "", "delay_ns"}, Time, sum(&LaunchSums::delay_ns)},
          {{"", "mean wait"}, Time, mean_wait},
          {{"", "longest wait"}, Time, longest_wait},
          {{"", "", "queue_ns"}, Time, sum(&LaunchSums::queue_ns)},
          {{"", "", "queue_count"}, Count, sum(&LaunchSums::queued)},
          {{"", "", "total_ns"}, Time, sum(&LaunchSums::total_ns)},
          {{"", "", "skewed_count"}, Count, sum(&LaunchSums::skewed)},
          {{"", "", "skew_ns"}, Time, sum(&LaunchSums::skew_ns)},
          {{"", "", "cpu_per_call_ns"}, Time, per_call},
          {{"", "", "gpu_cpu_ratio"}, Real, ratio}};
}

Json per_step(const LaunchTable& table, std::uint64_t LaunchSums::*member) {
  if (table.steps.empty()) return {};
  double sum = 0;
  for (const LaunchRow& step : table.steps) sum += static_cast<double>(step.sums.*member);
  return sum / static_cast<double>(table.steps.size());
}

Json delays_json(const LaunchTable& table) {
  std::vector<const Launch*> launches;
  for (const Launch& launch : table.launches) {
    if (launch.has_wait()) launches.push_back(&launch);
  }
  const auto longest_first = [](const Launch* a, const Launch* b) {
    return a->delay_ns != b->delay_ns ? a->delay_ns > b->delay_ns : a->gpu_event < b->gpu_event;
  };
  const auto kept = static_cast<std::ptrdiff_t>(std::min(launches.size(), kMostDelays));
  std::ranges::partial_sort(launches, launches.begin() + kept, longest_first);
  launches.resize(static_cast<std::size_t>(kept));
  return json_list(launches, [](const Launch* launch) -> Json {
    return {{"event_id", index_of(launch->gpu_event)},
            {"launch_event_id", index_of(launch->call)},
            {"delay_ns", launch->delay_ns},
            {"cpu_ns", launch->call_ns},
            {"gpu_ns", launch->gpu_ns}};
  });
}

/// As in the rows of calls and operators: work that starts before its call ends has not waited, so
/// its wait is 0 where its delay is negative.
Distribution waits_of(const LaunchTable& table) {
  std::vector<Ns> waits_ns;
  for (const Launch& launch : table.launches) {
    if (launch.has_wait()) waits_ns.push_back(std::max<Ns>(launch.delay_ns, 0));
  }
  return distribution_of(std::move(waits_ns));
}

std::string distributions_text(const Snapshot& trace, const LaunchTable& table) {
  const Distribution waits = waits_of(table);
  const LaunchDistributions of = distributions_of(table);
  std::vector<NamedTimes> rows{{"launch call", of.call}, {"GPU work", of.gpu}, {"wait", waits}};
  const bool differ = of.delay.min_ns < 0;
  if (differ) rows.push_back({"delay", of.delay});
  return rows_text(trace, distribution_columns(), rows) + (differ ? kDelay : "");
}

}  // namespace

Json to_json(const ReportInput& input, const LaunchTable& result) {
  const bool known = missing(input, result).empty();
  const auto count = [&](std::uint64_t number) { return known ? Json(number) : Json(); };
  Json out = Json::object();
  why(input, result).add_to(out);
  out["calls"] = count(result.total.calls);
  out["events"] = count(result.total.events);
  out["orphans"] = result.has_gpu_events ? Json(result.orphans) : Json();
  out["before_launch"] = count(result.early);
  out["skew_ns"] = known ? Json(result.total.skew_ns) : Json();
  out["short_kernels"] = count(result.short_kernels);
  out["runtime_outliers"] = count(result.long_calls);
  out["delay_outliers"] = count(result.long_delays);
  out["floor_ns"] = result.floor_ns ? Json(rounded_ns(*result.floor_ns)) : Json();
  out["cpu_per_launch_ns"] = result.total.calls == 0
                                 ? Json()
                                 : Json(result.total.call_ns / static_cast<Ns>(result.total.calls));
  out["kernels_per_step"] = per_step(result, &LaunchSums::events);
  out["launches_per_step"] = per_step(result, &LaunchSums::calls);
  const LaunchDistributions of = distributions_of(result);
  out["cpu"] = distribution_json(of.call);
  out["gpu"] = distribution_json(of.gpu);
  out["delay"] = distribution_json(of.delay);
  out["apis"] = rows_json(input.trace, launch_columns(), result.apis);
  out["ops"] = rows_json(input.trace, launch_columns(), result.ops);
  out["steps"] = rows_json(input.trace, launch_columns(), result.steps);
  out["longest_delays"] = delays_json(result);
  out["queue"] = to_json(input, *input.of<LaunchQueue>());
  out["thresholds"] = {{"short_kernel_cpu_ns", input.window.thresholds->short_kernel_call_ns},
                       {"runtime_outlier_ns", input.window.thresholds->long_launch_ns},
                       {"delay_outlier_ns", input.window.thresholds->long_delay_ns}};
  return out;
}

std::string to_text(const ReportInput& input, const LaunchTable& result) {
  if (const std::string lacks = missing(input, result); !lacks.empty())
    return "n/a: " + lacks + "\n";
  std::string text =
      fmt::format("{} launched {}; without a launch call in the trace: {}\n",
                  counted(result.total.calls, "call"), counted(result.total.events, "GPU event"),
                  count_text(result.orphans));
  text += fmt::format("kernels shorter than their launch calls: {}; {} above {}, {} above {}\n",
                      count_text(result.short_kernels), counted(result.long_calls, "call"),
                      format_duration(input.window.thresholds->long_launch_ns),
                      counted(result.long_delays, "delay"),
                      format_duration(input.window.thresholds->long_delay_ns));
  if (result.floor_ns) {
    text += fmt::format("on an idle stream, work starts {} after its launch call starts (median)\n",
                        format_duration(rounded_ns(*result.floor_ns)));
  }
  if (result.early != 0) {
    const bool skewed = result.total.skewed != 0;
    text += fmt::format(
        "started before their launch calls: {}{}; the host and device clocks disagree\n",
        counted(result.early, "event"),
        skewed ? fmt::format(", by {} in total", format_duration(result.total.skew_ns)) : "");
  }
  return text + "\n" + distributions_text(input.trace, result) + "\n" +
         rows_text(input.trace, launch_columns("call"), result.apis, kMostRows / 4) + "\n" +
         rows_text(input.trace, launch_columns("operator"), result.ops, kMostRows / 4);
}

}  // namespace lanescope
