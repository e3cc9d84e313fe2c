#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoCalls = "the trace has no calls of the runtime or the driver";
constexpr const char* kNoGpu =
    "useful_ns, exposed_ns, drained_ns, lost bounds: the trace has no GPU events";
constexpr const char* kNoPython =
    "source: the trace has no python_function events; record with with_stack=True";
constexpr const char* kNoSteps = "per_step: the window has no ProfilerStep ranges";

Json id_or_null(EventId event) {
  return event == EventId::None ? Json() : Json(index_of(event));
}

void add_cost(Json& out, const SyncStalls& stalls, const SyncCost& cost) {
  const auto of_gpu = [&](Ns ns) { return stalls.has_gpu_events ? Json(ns) : Json(); };
  out["wait_ns"] = cost.wait_ns;
  out["useful_ns"] = of_gpu(cost.useful_ns);
  out["exposed_ns"] = of_gpu(cost.exposed_ns);
  out["drained_ns"] = of_gpu(cost.drained_ns);
  out["lost_lower_ns"] = of_gpu(cost.lost_lower_ns);
  out["lost_upper_ns"] = of_gpu(cost.lost_upper_ns);
}

Json site_json(const Snapshot& trace, const SyncStalls& stalls, const SyncSite& site) {
  Json out = {{"call", json_text(trace, site.call)},
              {"kind", sync_kind_name(site.kind)},
              {"op", json_text_or_null(trace, site.op)},
              {"implied_by", json_text_or_null(trace, site.implied_by)},
              {"source", json_text_or_null(trace, site.source)},
              {"count", site.count},
              {"max_ns", site.max_ns},
              {"drained_gaps", site.drained},
              {"event_id", id_or_null(site.longest)}};
  add_cost(out, stalls, site.cost);
  return out;
}

Json polling_json(const Snapshot& trace, const PollingSite& site) {
  return {{"call", json_text(trace, site.call)},
          {"op", json_text_or_null(trace, site.op)},
          {"source", json_text_or_null(trace, site.source)},
          {"loops", site.loops},
          {"calls", site.calls},
          {"total_ns", site.total_ns},
          {"max_ns", site.max_ns},
          {"event_id", id_or_null(site.longest)}};
}

std::string why_text(const SyncStalls& stalls) {
  if (!stalls.has_host_calls) return kNoCalls;
  std::string why;
  const auto add = [&](bool missing, const char* what) {
    if (missing) why += (why.empty() ? "" : "; ") + std::string(what);
  };
  add(!stalls.has_gpu_events, kNoGpu);
  add(!stalls.has_python, kNoPython);
  add(stalls.steps == 0, kNoSteps);
  return why;
}

std::string site_name(const Snapshot& trace, const SyncSite& site) {
  std::string name = printable(trace.text(site.call), kReportNameWidth / 2);
  if (site.op == StringId::Empty) return name;
  name += " in ";
  if (site.implied_by != StringId::Empty && site.implied_by != site.op) {
    name += printable(trace.text(site.implied_by), kReportNameWidth / 2) + " > ";
  }
  return name + printable(trace.text(site.op), kReportNameWidth / 2);
}

std::string polling_text(const Snapshot& trace, const SyncStalls& stalls) {
  std::string text;
  for (std::size_t i = 0; i < std::min(stalls.polling.size(), kMostRows / 4); ++i) {
    const PollingSite& site = stalls.polling[i];
    const std::string op = printable(trace.text(site.op), kReportNameWidth / 2);
    text += fmt::format(
        "polling: {}{}{}, {} calls in {} loops, {}\n",
        printable(trace.text(site.call), kReportNameWidth / 2), op.empty() ? "" : " in ", op,
        format_count(static_cast<std::int64_t>(site.calls)),
        format_count(static_cast<std::int64_t>(site.loops)), format_duration(site.total_ns));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const SyncStalls& result) {
  Json sites = Json::array(), polling = Json::array();
  for (const SyncSite& site : result.sites) {
    sites.push_back(site_json(input.trace, result, site));
  }
  for (const PollingSite& site : result.polling) {
    polling.push_back(polling_json(input.trace, site));
  }
  const std::string why = why_text(result);
  Json out = {{"count", result.has_host_calls ? Json(result.calls.size()) : Json()},
              {"per_step", result.steps != 0 && result.has_host_calls
                               ? Json(static_cast<double>(result.calls.size()) /
                                      static_cast<double>(result.steps))
                               : Json()}};
  if (!why.empty()) out["why"] = why;
  if (result.has_host_calls) add_cost(out, result, result.total);
  out["sites"] = std::move(sites);
  out["polling"] = std::move(polling);
  out["least_polls"] = input.window.thresholds->poll_loop;
  out["profiler_stop_event_id"] = id_or_null(result.profiler_stop);
  return out;
}

std::string to_text(const ReportInput& input, const SyncStalls& result) {
  if (!result.has_host_calls) return std::string("n/a: ") + kNoCalls + "\n";
  if (result.calls.empty() && result.polling.empty()) {
    return "no call waits for the GPU in the window\n";
  }
  const auto of_gpu = [&](Ns ns) { return result.has_gpu_events ? format_duration(ns) : "n/a"; };
  TextTable table({{"call", Align::Left},
                   {"count"},
                   {"wait"},
                   {"max"},
                   {"GPU worked"},
                   {"GPU idle"},
                   {"idle after"},
                   {"lost at least"},
                   {"at most"},
                   {"source", Align::Left}});
  for (std::size_t i = 0; i < std::min(result.sites.size(), kMostRows); ++i) {
    const SyncSite& site = result.sites[i];
    table.add_row(
        {site_name(input.trace, site), format_count(static_cast<std::int64_t>(site.count)),
         format_duration(site.cost.wait_ns), format_duration(site.max_ns),
         of_gpu(site.cost.useful_ns), of_gpu(site.cost.exposed_ns), of_gpu(site.cost.drained_ns),
         of_gpu(site.cost.lost_lower_ns), of_gpu(site.cost.lost_upper_ns),
         printable(source_text(input.trace.text(site.source)), kReportNameWidth / 2)});
  }
  std::string text = table.empty() ? "" : table.text() + more_rows(result.sites.size());
  return text + polling_text(input.trace, result);
}

}  // namespace lanescope
