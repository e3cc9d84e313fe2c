#include "core/view/overview/top_ops.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/ops/ops.h"
#include "core/store/each_slice.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostOps = 8;

}  // namespace

EventId longest_call(const Snapshot& snapshot, StringId name) {
  EventId longest = EventId::None;
  Ns longest_ns = -1;
  for_each_slice(snapshot, TrackKind::CpuThread,
                 [&](const Track& /*track*/, const TrackChunk& chunk, std::uint32_t slice) {
                   if (chunk.name[slice] != name || chunk.dur_ns[slice] <= longest_ns) return;
                   longest_ns = chunk.dur_ns[slice];
                   longest = chunk.id_of(slice);
                 });
  return longest;
}

TopOps top_ops_insight(const AnalysisResults& in) {
  TopOps out;
  if (!in.of<GpuTime>()->devices.empty()) return out;
  const auto table = in.of<OpTable>();
  std::vector<const OpRow*> ops;
  for (const OpRow& row : table->rows) {
    if (!row.annotation && row.self_cpu_ns > 0) ops.push_back(&row);
  }
  std::ranges::stable_sort(ops, std::greater<>(), &OpRow::self_cpu_ns);
  for (std::size_t i = 0; i < std::min(ops.size(), kMostOps) && !in.stop.stop_requested(); ++i) {
    const OpRow& op = *ops[i];
    const double share =
        static_cast<double>(op.self_cpu_ns) / static_cast<double>(table->self_cpu_ns);
    out.rows.push_back(
        {short_name(in.trace.text(op.name)),
         fmt::format("{}, {}", format_duration(op.self_cpu_ns), counted(op.count, "call")),
         format_share(share), share, longest_call(in.trace, op.name)});
  }
  return out;
}

}  // namespace lanescope
