#include "core/ranks/rank_times.h"

#include "core/analysis/comm/comm.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/gpu_time/gpu_time.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kRankTimes> kNames = {
    "span",           "busy",       "idle",         "compute",        "exposed_comm",
    "exposed_memory", "total_comm", "total_memory", "concurrent_comm"};

}  // namespace

std::string_view rank_time_name(RankTime time) {
  return kNames[static_cast<std::size_t>(time)];
}

RankTimes rank_times(const RankTrace& trace) {
  RankTimes out;
  out.rank = trace.rank;
  const auto found = trace.results.of<GpuTime>();
  const GpuTime& time = *found;
  out.has_gpu = !time.devices.empty();
  const GpuTimeDevice total = total_gpu_time(time);
  out.overlap_pct = total.overlap_pct();
  Ns concurrent_ns = 0;
  for (const CommDevice& device : trace.results.of<CommTable>()->devices) {
    out.collectives += device.kernels;
    concurrent_ns = saturating_add(concurrent_ns, device.concurrent_ns);
  }
  out.ns = {total.span_ns,       total.busy_ns,         total.idle_ns,
            total.compute_ns,    total.exposed_comm_ns, total.exposed_memory_ns,
            total.total_comm_ns, total.total_memory_ns, concurrent_ns};
  if (!out.has_gpu) {
    const AnalysisWindow& window = trace.results.window;
    out.ns.front() =
        length_of(window.is_bounded() ? window.range : trace.results.trace.slices_extent);
  }
  return out;
}

std::optional<RankSpread> spread_over_ranks(std::span<const RankTimes> rows, RankTime time) {
  std::optional<RankSpread> spread;
  double sum_ns = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].has_gpu) continue;
    const Ns ns = rows[i].of(time);
    if (!spread) spread = RankSpread{0, ns, ns, i, i};
    if (ns < spread->min_ns) {
      spread->min_ns = ns;
      spread->min_at = i;
    }
    if (ns > spread->max_ns) {
      spread->max_ns = ns;
      spread->max_at = i;
    }
    sum_ns += static_cast<double>(ns);
    ++count;
  }
  if (spread) spread->mean_ns = sum_ns / static_cast<double>(count);
  return spread;
}

}  // namespace lanescope
