#include <cmath>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoLaunches = "no GPU event in the window has its launch call in the trace";
constexpr std::size_t kMostDelays = 20;

Ns whole_ns(double ns) {
  return static_cast<Ns>(std::llround(ns));
}

const char* missing(const LaunchTable& table) {
  if (!table.has_gpu_events) return kNoGpu;
  return table.launches.empty() ? kNoLaunches : nullptr;
}

std::string why_text(const LaunchTable& table) {
  if (missing(table) != nullptr) return missing(table);
  std::string why;
  if (table.steps.empty()) {
    why = "kernels_per_step, launches_per_step: the window has no ProfilerStep ranges";
  }
  if (!table.floor_ns) {
    why += std::string(why.empty() ? "" : "; ") +
           "floor_ns: no work starts on an idle stream after its launch call began";
  }
  return why;
}

Json distribution_json(const Distribution& one) {
  const auto value = [&](double ns) { return one.count == 0 ? Json() : Json(whole_ns(ns)); };
  Json bins = Json::array();
  for (const DurationBin& bin : one.bins) {
    bins.push_back({{"from_ns", bin.from_ns ? Json(*bin.from_ns) : Json()},
                    {"to_ns", bin.to_ns},
                    {"count", bin.count}});
  }
  return {{"count", one.count},
          {"sum_ns", one.count == 0 ? Json() : Json(one.sum_ns)},
          {"mean_ns", value(one.mean_ns)},
          {"median_ns", value(one.median_ns)},
          {"p95_ns", value(one.p95_ns)},
          {"min_ns", one.count == 0 ? Json() : Json(one.min_ns)},
          {"max_ns", one.count == 0 ? Json() : Json(one.max_ns)},
          {"histogram", std::move(bins)}};
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
  return {{{"", title, "name"}, NameOrNone, &LaunchRow::name, {.none = "–"}},
          {{"", "calls", "calls"}, Count, sum(&LaunchSums::calls)},
          {{"", "events", "events"}, Count, sum(&LaunchSums::events)},
          {{"", "CPU", "cpu_ns"}, Time, sum(&LaunchSums::call_ns)},
          {{"", "per call"}, Time, per_call, {.none = "–"}},
          {{"", "GPU", "gpu_ns"}, Time, sum(&LaunchSums::gpu_ns)},
          {{"", "", "delay_ns"}, Time, sum(&LaunchSums::delay_ns)},
          {{"", "waited in queue", "queue_ns"}, Time, sum(&LaunchSums::queue_ns)},
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
  launches.reserve(table.launches.size());
  for (const Launch& launch : table.launches) launches.push_back(&launch);
  const auto kept = std::min(launches.size(), kMostDelays);
  std::partial_sort(launches.begin(), launches.begin() + static_cast<std::ptrdiff_t>(kept),
                    launches.end(), [](const Launch* a, const Launch* b) {
                      return a->delay_ns != b->delay_ns ? a->delay_ns > b->delay_ns
                                                        : a->gpu_event < b->gpu_event;
                    });
  Json out = Json::array();
  for (std::size_t i = 0; i < kept; ++i) {
    out.push_back({{"event_id", index_of(launches[i]->gpu_event)},
                   {"launch_event_id", index_of(launches[i]->call)},
                   {"delay_ns", launches[i]->delay_ns},
                   {"cpu_ns", launches[i]->call_ns},
                   {"gpu_ns", launches[i]->gpu_ns}});
  }
  return out;
}

std::string distributions_text(const LaunchTable& table) {
  TextTable out({{"", Align::Left}, {"count"}, {"median"}, {"mean"}, {"p95"}, {"min"}, {"max"}});
  const auto add = [&](const char* name, const Distribution& one) {
    out.add_row({name, format_count(static_cast<std::int64_t>(one.count)),
                 format_duration(whole_ns(one.median_ns)), format_duration(whole_ns(one.mean_ns)),
                 format_duration(whole_ns(one.p95_ns)), format_duration(one.min_ns),
                 format_duration(one.max_ns)});
  };
  add("launch call", table.call);
  add("GPU work", table.gpu);
  add("delay", table.delay);
  return out.text();
}

}  // namespace

Json to_json(const ReportInput& input, const LaunchTable& result) {
  const auto count = [&](std::uint64_t number) {
    return missing(result) == nullptr ? Json(number) : Json();
  };
  Json out;
  if (const std::string why = why_text(result); !why.empty()) out["why"] = why;
  out["calls"] = count(result.total.calls);
  out["events"] = count(result.total.events);
  out["orphans"] = result.has_gpu_events ? Json(result.orphans) : Json();
  out["before_launch"] = count(result.early);
  out["skew_ns"] = missing(result) == nullptr ? Json(result.total.skew_ns) : Json();
  out["short_kernels"] = count(result.short_kernels);
  out["runtime_outliers"] = count(result.long_calls);
  out["delay_outliers"] = count(result.long_delays);
  out["floor_ns"] = result.floor_ns ? Json(whole_ns(*result.floor_ns)) : Json();
  out["cpu_per_launch_ns"] = result.total.calls == 0
                                 ? Json()
                                 : Json(result.total.call_ns / static_cast<Ns>(result.total.calls));
  out["kernels_per_step"] = per_step(result, &LaunchSums::events);
  out["launches_per_step"] = per_step(result, &LaunchSums::calls);
  out["cpu"] = distribution_json(result.call);
  out["gpu"] = distribution_json(result.gpu);
  out["delay"] = distribution_json(result.delay);
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
  if (missing(result) != nullptr) return std::string("n/a: ") + missing(result) + "\n";
  const auto count = [](std::uint64_t n) { return format_count(static_cast<std::int64_t>(n)); };
  std::string text =
      fmt::format("{} calls launched {} GPU events; {} more have no launch call in the trace\n",
                  count(result.total.calls), count(result.total.events), count(result.orphans));
  text += fmt::format(
      "{} kernels are shorter than their launch calls; {} calls above {}, {} delays above {}\n",
      count(result.short_kernels), count(result.long_calls),
      format_duration(input.window.thresholds->long_launch_ns), count(result.long_delays),
      format_duration(input.window.thresholds->long_delay_ns));
  if (result.floor_ns) {
    text += fmt::format("on an idle stream, work starts {} after its launch call begins (median)\n",
                        format_duration(whole_ns(*result.floor_ns)));
  }
  if (result.early != 0) {
    const bool skewed = result.total.skewed != 0;
    text += fmt::format(
        "{} events start before their launch call{}: the clocks disagree\n", count(result.early),
        skewed ? fmt::format(", by {} in total", format_duration(result.total.skew_ns)) : "");
  }
  return text + "\n" + distributions_text(result) + "\n" +
         rows_text(input.trace, launch_columns("call"), result.apis, kMostRows / 4) + "\n" +
         rows_text(input.trace, launch_columns("operator"), result.ops, kMostRows / 4);
}

}  // namespace lanescope
