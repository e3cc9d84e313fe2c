// Rules about how well kernels use the GPU while it is busy.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/site.h"
#include "core/analysis/kernels/shapes.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 3;

std::string launches_text(const KernelRow& row) {
  return fmt::format("{} launches of {} each", format_count(static_cast<std::int64_t>(row.count)),
                     format_duration(rounded_ns(row.mean_ns)));
}

/// A kernel that underuses the GPU.
struct EmptyKernel {
  const KernelRow* row = nullptr;
  KernelShape shape;
  Ns empty_ns = 0;  // time saved if it used the entire GPU
};

/// CUPTI's estimate is 0 % for kernels that it cannot evaluate.
bool has_occupancy(const KernelShape& shape) {
  return shape.occupancy_pct && *shape.occupancy_pct > 0;
}

/// nullopt if the kernel fills the GPU. Tensor core kernels can be efficient at low occupancy, but
/// not with fewer blocks than multiprocessors.
std::optional<EmptyKernel> as_empty(const KernelRow& row, const KernelShape& shape,
                                    double least_pct) {
  double used = 1;
  if (shape.blocks_per_sm && *shape.blocks_per_sm < 1) used = std::max(0.0, *shape.blocks_per_sm);
  if (used == 1 && !row.tensor_core && has_occupancy(shape) && *shape.occupancy_pct < least_pct) {
    used = std::max(0.0, *shape.occupancy_pct / least_pct);
  }
  if (used == 1) return std::nullopt;
  return EmptyKernel{&row, shape, rounded_ns(static_cast<double>(row.total_ns) * (1 - used))};
}

/// The compute kernels that underuse the GPU, among those that make up most of the time; tiny ones
/// excluded.
std::vector<EmptyKernel> empty_kernels(const FindingFacts& facts,
                                       const std::map<StringId, KernelShape>& shapes) {
  const Thresholds& limits = facts.limits();
  std::vector<const KernelRow*> rows;
  Ns all_ns = 0, seen_ns = 0;
  for (const KernelRow& row : facts.kernels->rows) {
    if (row.gpu_class != GpuClass::Compute) continue;
    rows.push_back(&row);
    all_ns = saturating_add(all_ns, row.total_ns);
  }
  std::vector<EmptyKernel> found;
  for (const KernelRow* row : rows) {
    const double before =
        static_cast<double>(seen_ns) / static_cast<double>(std::max<Ns>(all_ns, 1));
    if (100 * before >= limits.kernel_time_pct) break;
    seen_ns = saturating_add(seen_ns, row->total_ns);
    if (row->mean_ns < static_cast<double>(limits.tiny_kernel_ns)) continue;
    const auto shape = shapes.find(row->name);
    const auto empty = shape == shapes.end()
                           ? std::nullopt
                           : as_empty(*row, shape->second, limits.low_occupancy_pct);
    if (empty) found.push_back(*empty);
  }
  std::ranges::stable_sort(found, std::greater<>(), &EmptyKernel::empty_ns);
  return found;
}

/// The longest kernel with that name on the judged device. Cost: a pass over the GPU events.
EventId longest_kernel(const FindingFacts& facts, StringId name) {
  EventId longest = EventId::None;
  Ns longest_ns = -1;
  for_each_gpu_event(facts.trace, facts.judged.window,
                     [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
                       if (chunk.name[slice] != name || chunk.dur_ns[slice] <= longest_ns) return;
                       if (!facts.judged.range.contains(chunk.start_ns[slice])) return;
                       longest_ns = chunk.dur_ns[slice];
                       longest = chunk.id_of(slice);
                     });
  return longest;
}

std::string shape_text(const KernelShape& shape) {
  std::string text;
  if (shape.blocks_per_sm) text = fmt::format("{:.2g} blocks per SM", *shape.blocks_per_sm);
  if (!has_occupancy(shape)) return text;
  return text + (text.empty() ? "" : ", ") +
         fmt::format("occupancy {:.0f} %", *shape.occupancy_pct);
}

}  // namespace

void judge_empty_gpu(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const auto& shapes = facts.shapes->of_name;
  const bool known = shapes && std::ranges::any_of(*shapes, [](const auto& one) {
                       return one.second.blocks_per_sm || one.second.occupancy_pct;
                     });
  if (!known)
    return answer.cannot_judge("the trace has neither blocks per SM nor occupancy of kernels");
  const std::vector<EmptyKernel> found = empty_kernels(facts, *shapes);
  Ns empty_ns = 0, total_ns = 0;
  for (const EmptyKernel& kernel : found) {
    empty_ns = saturating_add(empty_ns, kernel.empty_ns);
    total_ns = saturating_add(total_ns, kernel.row->total_ns);
  }
  if (facts.share_pct(empty_ns) <= facts.limits().empty_kernels_pct) return;
  Finding& finding = answer.add();
  finding.title = "Long kernels leave part of the GPU unused";
  finding.high_pct = facts.share_pct(empty_ns);
  finding.confidence = Confidence::Low;
  finding.say(
      fmt::format("Kernels with less than one block per SM or an estimated "
                  "occupancy below {} run for {}",
                  format_pct(facts.limits().low_occupancy_pct), facts.per_step(total_ns)));
  for (std::size_t i = 0; i < std::min(found.size(), kMostRows); ++i) {
    const KernelRow& row = *found[i].row;
    finding.say("", row.name,
                fmt::format(": {}, {}, {}", facts.per_step(row.total_ns), launches_text(row),
                            shape_text(found[i].shape)),
                longest_kernel(facts, row.name));
  }
  finding.where = {
      found.front().row->ops.empty() ? found.front().row->name : found.front().row->ops.front(),
      StringId::Empty, longest_kernel(facts, found.front().row->name)};
  finding.fix =
      "Give each launch more work: larger batches or tiles, split-K, several small operators in "
      "one (torch.compile, foreach), or run independent work on another stream.";
  finding.confirm =
      "Occupancy is estimated from the launch. Nsight Compute measures it. Tensor core kernels "
      "can be fast at low occupancy, and some leave SMs free on purpose.";
}

}  // namespace lanescope
