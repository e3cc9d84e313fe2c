#include <cmath>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoLaunches = "no GPU event of the window has its launch call in the trace";

const char* missing(const LaunchQueue& queue) {
  if (!queue.has_gpu_events) return kNoGpu;
  return queue.lanes.empty() ? kNoLaunches : nullptr;
}

Json share_pct(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? Json(100.0 * static_cast<double>(part_ns) / static_cast<double>(whole_ns))
                      : Json();
}

Json lane_json(const QueueLane& lane) {
  Json out = {{"device", lane.device},
              {"stream", lane.stream},
              {"events", lane.events},
              {"before_launch", lane.early},
              {"span_ns", lane.span_ns},
              {"mean", lane.mean},
              {"p50", lane.p50},
              {"p95", lane.p95},
              {"max", lane.max},
              {"launching_ns", lane.launching_ns},
              {"starved_ns", lane.starved_ns},
              {"starved_pct", share_pct(lane.starved_ns, lane.launching_ns)},
              {"full_ns", lane.full_ns},
              {"full_pct", share_pct(lane.full_ns, lane.span_ns)}};
  if (lane.span_ns == 0) out["why"] = "starved_pct, full_pct: all happens in one instant";
  if (lane.hta) {
    out["hta"] = {{"count", lane.hta->count}, {"mean", lane.hta->mean}, {"std", lane.hta->std},
                  {"min", lane.hta->min},     {"p25", lane.hta->p25},   {"p50", lane.hta->p50},
                  {"p75", lane.hta->p75},     {"max", lane.hta->max}};
  }
  return out;
}

}  // namespace

Json to_json(const ReportInput& input, const LaunchQueue& result) {
  Json lanes = Json::array();
  for (const QueueLane& lane : result.lanes) lanes.push_back(lane_json(lane));
  Json out = {{"lanes", std::move(lanes)}, {"full_from", input.window.thresholds->full_queue}};
  if (missing(result) != nullptr) out["why"] = missing(result);
  return out;
}

std::string to_text(const ReportInput&, const LaunchQueue& result) {
  if (missing(result) != nullptr) return std::string("n/a: ") + missing(result) + "\n";
  TextTable table({{"GPU"},
                   {"stream"},
                   {"events"},
                   {"mean"},
                   {"median"},
                   {"95 %"},
                   {"max"},
                   {"empty while launching"},
                   {"full"}});
  for (std::size_t i = 0; i < std::min(result.lanes.size(), kMostRows); ++i) {
    const QueueLane& lane = result.lanes[i];
    table.add_row(
        {std::to_string(lane.device), std::to_string(lane.stream),
         format_count(static_cast<std::int64_t>(lane.events)), fmt::format("{:.1f}", lane.mean),
         format_count(lane.p50), format_count(lane.p95), format_count(lane.max),
         percent(static_cast<double>(lane.starved_ns), static_cast<double>(lane.launching_ns)),
         percent(static_cast<double>(lane.full_ns), static_cast<double>(lane.span_ns))});
  }
  return table.text() + more_rows(result.lanes.size());
}

}  // namespace lanescope
