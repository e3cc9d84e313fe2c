#include "app/cli/report/report.h"

namespace lanescope {
namespace {

/// Empty if nothing is.
std::string missing(const ReportInput& input, const LaunchQueue& queue) {
  if (!queue.has_gpu_events) return no_gpu(input);
  return queue.lanes.empty() ? kNoLaunches : "";
}

RowColumns<StreamQueue> lane_columns() {
  using enum ValueKind;
  const auto starved = [](const StreamQueue& lane) {
    return share_of(lane.starved_ns, lane.launching_ns);
  };
  const auto full = [](const StreamQueue& lane) { return share_of(lane.full_ns, lane.span_ns); };
  return {// text, JSON
          {{"", "GPU", "device"}, Id, &StreamQueue::device},
          {{"", "stream", "stream"}, Id, &StreamQueue::stream},
          {{"", "events", "events"}, Count, &StreamQueue::events},
          {{"", "", "before_launch"}, Count, &StreamQueue::early},
          {{"", "", "span_ns"}, Time, &StreamQueue::span_ns},
          {{"", "mean", "mean"}, Real, &StreamQueue::mean, {.format = "{:.1f}"}},
          {{"", "median", "p50"}, Count, &StreamQueue::p50},
          {{"", "p95", "p95"}, Count, &StreamQueue::p95},
          {{"", "max", "max"}, Count, &StreamQueue::max},
          {{"", "", "launching_ns"}, Time, &StreamQueue::launching_ns},
          {{"", "", "starved_ns"}, Time, &StreamQueue::starved_ns},
          {{"", "empty while launching", "starved_pct"}, Share, starved},
          {{"", "", "full_ns"}, Time, &StreamQueue::full_ns},
          {{"", "full", "full_pct"}, Share, full}};
}

}  // namespace

Json to_json(const ReportInput& input, const LaunchQueue& result) {
  Json lanes = rows_json(input.trace, lane_columns(), result.lanes);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const StreamQueue& lane = result.lanes[i];
    if (lane.span_ns == 0)
      lanes[i]["why"] = "starved_pct, full_pct: all work starts at one instant";
    if (!lane.hta) continue;
    lanes[i]["hta"] = {{"count", lane.hta->count}, {"mean", lane.hta->mean}, {"std", lane.hta->std},
                       {"min", lane.hta->min},     {"p25", lane.hta->p25},   {"p50", lane.hta->p50},
                       {"p75", lane.hta->p75},     {"max", lane.hta->max}};
  }
  Json out = {{"lanes", std::move(lanes)}, {"full_from", input.window.thresholds->full_queue}};
  if (const std::string lacks = missing(input, result); !lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const LaunchQueue& result) {
  if (const std::string lacks = missing(input, result); !lacks.empty())
    return "n/a: " + lacks + "\n";
  return first_rows_text(input.trace, lane_columns(), result.lanes);
}

}  // namespace lanescope
