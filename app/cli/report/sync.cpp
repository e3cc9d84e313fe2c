#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoCalls = "the trace has no runtime or driver calls";
constexpr const char* kGpuTimes = "useful_ns, exposed_ns, drained_ns, lost bounds: ";
constexpr const char* kNoSteps = "per_step: the window has no ProfilerStep ranges";

/// The cost of waiting. Everything but the wait itself requires GPU work in the trace.
template <typename Row, typename CostOf>
void add_cost(const SyncStalls& stalls, CostOf cost_of, RowColumns<Row>& columns) {
  const auto add = [&](const char* text, const char* json, Ns SyncCost::*part, bool given) {
    const auto value = [=](const Row& row) { return cost_of(row).*part; };
    columns.add({{{"", text, json}, ValueKind::Time, value, {.given = given}}});
  };
  const bool gpu = stalls.has_gpu_events;
  add("GPU busy", "useful_ns", &SyncCost::useful_ns, gpu);
  add("GPU idle", "exposed_ns", &SyncCost::exposed_ns, gpu);
  add("idle after", "drained_ns", &SyncCost::drained_ns, gpu);
  add("lost at least", "lost_lower_ns", &SyncCost::lost_lower_ns, gpu);
  add("at most", "lost_upper_ns", &SyncCost::lost_upper_ns, gpu);
}

RowColumns<PollingSite> polling_columns() {
  using enum ValueKind;
  return {{{"", "", "call"}, Name, &PollingSite::call},
          {{"", "", "op"}, NameOrNone, &PollingSite::op},
          {{"", "", "source"}, NameOrNone, &PollingSite::source},
          {{"", "", "loops"}, Count, &PollingSite::loops},
          {{"", "", "calls"}, Count, &PollingSite::calls},
          {{"", "", "total_ns"}, Time, &PollingSite::total_ns},
          {{"", "", "max_ns"}, Time, &PollingSite::max_ns},
          {{"", "", "event_id"}, Event, &PollingSite::longest}};
}

Reasons why(const ReportInput& input, const SyncStalls& stalls) {
  const bool known = stalls.has_host_calls;
  return {{!known, kNoCalls},
          {known && !stalls.has_gpu_events, kGpuTimes + no_gpu(input)},
          {known && !stalls.has_python, no_python(input.trace)},
          {known && stalls.steps == 0, kNoSteps}};
}

/// The call, and the operator that made it.
std::string site_name(const Snapshot& trace, const SyncSite& site) {
  std::string name = printable(trace.text(site.call), kReportNameWidth / 2);
  if (site.op == StringId::Empty) return name;
  name += " in ";
  if (site.implied_by != StringId::Empty && site.implied_by != site.op) {
    name += printable(trace.text(site.implied_by), kReportNameWidth / 2) + " > ";
  }
  return name + printable(trace.text(site.op), kReportNameWidth / 2);
}

RowColumns<SyncSite> site_columns(const Snapshot& trace, const SyncStalls& stalls) {
  using enum ValueKind;
  const auto name = [&](const SyncSite& site) { return site_name(trace, site); };
  const auto kind = [](const SyncSite& site) { return sync_kind_name(site.kind); };
  const auto wait = [](const SyncSite& site) { return site.cost.wait_ns; };
  const auto source = [&](const SyncSite& site) {
    return std::string(source_text(trace.text(site.source)));
  };
  RowColumns<SyncSite> columns = {// text, JSON
                                  {{"", "call"}, Words, name},
                                  {{"", "", "call"}, Name, &SyncSite::call},
                                  {{"", "", "kind"}, Words, kind},
                                  {{"", "", "op"}, NameOrNone, &SyncSite::op},
                                  {{"", "", "implied_by"}, NameOrNone, &SyncSite::implied_by},
                                  {{"", "", "source"}, NameOrNone, &SyncSite::source},
                                  {{"", "calls", "count"}, Count, &SyncSite::count},
                                  {{"", "wait"}, Time, wait},
                                  {{"", "longest", "max_ns"}, Time, &SyncSite::max_ns},
                                  {{"", "", "drained_gaps"}, Count, &SyncSite::drained},
                                  {{"", "", "event_id"}, Event, &SyncSite::longest},
                                  {{"", "", "wait_ns"}, Time, wait}};
  add_cost(
      stalls, [](const SyncSite& site) { return site.cost; }, columns);
  columns.add({{{"", "source"}, Name, source, {.width = kReportNameWidth / 2}}});
  return columns;
}

RowColumns<SyncCost> cost_columns(const SyncStalls& stalls) {
  RowColumns<SyncCost> columns = {{{"", "", "wait_ns"}, ValueKind::Time, &SyncCost::wait_ns}};
  add_cost(
      stalls, [](const SyncCost& cost) { return cost; }, columns);
  return columns;
}

std::string polling_text(const Snapshot& trace, const SyncStalls& stalls) {
  std::string text;
  for (std::size_t i = 0; i < std::min(stalls.polling.size(), kMostRows / 4); ++i) {
    const PollingSite& site = stalls.polling[i];
    const std::string op = printable(trace.text(site.op), kReportNameWidth / 2);
    text += fmt::format("polling: {}{}{}, {} in {}, {}\n",
                        printable(trace.text(site.call), kReportNameWidth / 2),
                        op.empty() ? "" : " in ", op, counted(site.calls, "call"),
                        counted(site.loops, "loop"), format_duration(site.total_ns));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const SyncStalls& result) {
  Json out = {{"count", result.has_host_calls ? Json(result.calls.size()) : Json()},
              {"per_step", result.steps != 0 && result.has_host_calls
                               ? Json(static_cast<double>(result.calls.size()) /
                                      static_cast<double>(result.steps))
                               : Json()}};
  why(input, result).add_to(out);
  if (result.has_host_calls) {
    const std::vector<SyncCost> total = {result.total};
    out.update(rows_json(input.trace, cost_columns(result), total).front());
  }
  out["sites"] = rows_json(input.trace, site_columns(input.trace, result), result.sites);
  out["polling"] = rows_json(input.trace, polling_columns(), result.polling);
  out["least_polls"] = input.window.thresholds->poll_loop;
  out["profiler_stop_event_id"] = json_event(result.profiler_stop);
  return out;
}

std::string to_text(const ReportInput& input, const SyncStalls& result) {
  if (!result.has_host_calls) return std::string("n/a: ") + kNoCalls + "\n";
  if (result.calls.empty() && result.polling.empty()) {
    return "no call in the window waits for the GPU\n";
  }
  const std::string text =
      result.sites.empty()
          ? ""
          : first_rows_text(input.trace, site_columns(input.trace, result), result.sites);
  return text + polling_text(input.trace, result);
}

}  // namespace lanescope
