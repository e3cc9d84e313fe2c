#include "core/view/ranks/activity_row.h"

#include <algorithm>
#include <optional>

namespace lanescope {
namespace {

constexpr double kOutsidePx = 4;  // where runs are cut, left of the viewport

constexpr std::array kGpuLegend{
    ActivityLegendPart{"exposed copies and memsets", ActivityClass::ExposedMemory},
    ActivityLegendPart{"exposed communication", ActivityClass::ExposedComm},
    ActivityLegendPart{"compute", ActivityClass::Compute}, ActivityLegendPart{"idle", {}}};
// Without a GPU nothing is known to be idle: between operators, Python code may run.
constexpr std::array kOperatorLegend{
    ActivityLegendPart{"exposed communication", ActivityClass::ExposedComm},
    ActivityLegendPart{"CPU operators", ActivityClass::Compute},
    ActivityLegendPart{"no operator", {}}};
constexpr std::array kThreadLegend{ActivityLegendPart{"a thread runs", ActivityClass::Compute},
                                   ActivityLegendPart{"all threads wait", {}}};

}  // namespace

ColorRole activity_role(ActivityClass of, RankWork work) {
  switch (of) {
    case ActivityClass::Compute:
      return work == RankWork::Gpu ? ColorRole::Compute : ColorRole::CpuOp;
    case ActivityClass::ExposedComm:
      return ColorRole::Communication;
    case ActivityClass::ExposedMemory:
      break;
  }
  return ColorRole::Copy;
}

std::span<const ActivityLegendPart> activity_legend(RankWork work) {
  switch (work) {
    case RankWork::Gpu:
      return kGpuLegend;
    case RankWork::Operators:
      return kOperatorLegend;
    case RankWork::Threads:
      return kThreadLegend;
    case RankWork::Unknown:
      break;
  }
  return {};
}

/// Ranges that share a pixel become one, as long as they are together, where the first begins.
void ActivityRow::read(const StripIndex& index, const Viewport& own, std::vector<Work>& out) {
  out.clear();
  index.runs(own, runs_);
  const double px_per_ns = 1 / own.ns_per_px();
  for (const StripRun& run : runs_) {
    const bool wide = run.last - run.first == 1 && run.x1_px - run.x0_px > 1;
    const double x0_px = std::max(own.x_of(index.range(run.first).begin_ns), -kOutsidePx);
    const double together_px = static_cast<double>(run.covered_ns) * px_per_ns;
    out.push_back({x0_px, wide ? run.x1_px - x0_px : together_px});
  }
}

/// The classes do not overlap in time. Where their short ranges alternate within a pixel, they are
/// put one behind the other.
std::span<const DensityBar> ActivityRow::lay_out(const RankPicture& rank, const Viewport& own,
                                                 std::int32_t height_px) {
  const std::array indices{&rank.compute, &rank.exposed_comm, &rank.exposed_memory};
  for (std::size_t of = 0; of < indices.size(); ++of) read(*indices.at(of), own, work_.at(of));
  parts_.clear();
  classes_.clear();
  std::array<std::size_t, 3> next{};
  double end_px = -kOutsidePx;
  while (true) {
    std::optional<std::size_t> first;
    for (std::size_t of = 0; of < work_.size(); ++of) {
      if (next.at(of) == work_.at(of).size()) continue;
      if (!first || work_.at(of)[next.at(of)].x0_px < work_.at(*first)[next.at(*first)].x0_px)
        first = of;
    }
    if (!first) break;
    const Work& work = work_.at(*first)[next.at(*first)++];
    const double x0_px = std::max(work.x0_px, end_px);
    end_px = x0_px + work.width_px;
    parts_.push_back({static_cast<float>(x0_px), static_cast<float>(end_px)});
    classes_.push_back(static_cast<ActivityClass>(*first));
  }
  return density_.lay_out(parts_, height_px, BarEdges::Shared);
}

}  // namespace lanescope
