#include "core/ranks/summary/step_facts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/near_search.h"
#include "core/analysis/steps/steps.h"
#include "core/ranks/trace_idle.h"

namespace lanescope {
namespace {

void add(Ns& sum_ns, Ns ns) {
  sum_ns = saturating_add(sum_ns, ns);
}

TimeRange common_part(const TimeRange& a, const TimeRange& b) {
  return {std::max(a.begin_ns, b.begin_ns), std::min(a.end_ns, b.end_ns)};
}

class StepReader {
 public:
  StepReader(const AnalysisResults& in, const RankCollectives& collectives)
      : snapshot_(in.trace), collectives_(collectives) {
    everything_.device = in.window.device;
    everything_.thresholds = in.window.thresholds;
    const StepTable table = find_steps(in.about(everything_));
    for (const StepRow& row : table.rows) {
      StepFacts& step = out_.emplace_back();
      step.name = snapshot_.text(row.step.name);
      step.range = row.time();
      step.warm_up = row.warm_up;
      step.whole = row.whole;
      step.paused = row.paused || row.lossy;  // neither is judged
      step.outlier = row.outlier;
    }
  }

  std::vector<StepFacts> run(const AnalysisResults& in) {
    if (out_.empty()) return {};
    const auto timelines = in.about(everything_).of<DeviceTimelines>();
    const auto idle = in.of<TraceIdle>(&trace_idle);
    for (const DeviceTimeline& timeline : timelines->devices) add_device(timeline, *idle);
    add_waits();
    for (StepFacts& step : out_) step.peak_bytes = peak_in(step.range);
    return std::move(out_);
  }

 private:
  /// Calls visit(i, ns) for each step that a range overlaps; a range without length, for the step
  /// that it is in.
  template <typename Visit>
  void for_each_step(const TimeRange& range, const Visit& visit) {
    // Most are inside the step of the one before. Steps do not overlap.
    if (last_.contains(range.begin_ns) && range.end_ns <= last_.end_ns)
      return visit(ended_, length_of(range));
    ended_ = count_near(out_.size(), ended_,
                        [&](std::size_t i) { return out_[i].range.end_ns <= range.begin_ns; });
    last_ = ended_ < out_.size() ? out_[ended_].range : TimeRange{};
    for (std::size_t i = ended_; i < out_.size(); ++i) {
      const TimeRange& step = out_[i].range;
      if (!step.contains(range.begin_ns) && step.begin_ns >= range.end_ns) return;
      visit(i, length_of(common_part(step, range)));
    }
  }

  void add_device(const DeviceTimeline& timeline, const TraceIdle& idle) {
    std::vector<std::uint8_t> works(out_.size());  // whether the device does in a step
    for (const TimelineEvent& event : timeline.events) {
      const auto gpu_class = static_cast<std::size_t>(event.gpu_class);
      for_each_step(event.range, [&](std::size_t i, Ns ns) {
        works[i] = 1;
        add(out_[i].work_ns[gpu_class], ns);
      });
    }
    const auto& compute = timeline.busy(GpuClass::Compute);
    const auto& comm = timeline.busy(GpuClass::Communication);
    const auto without_compute = left_out(compute);
    const auto exposed_comm = common_parts(comm, without_compute);
    const auto exposed_memory = common_parts(
        common_parts(timeline.busy(GpuClass::Memory), without_compute), left_out(comm));
    for (std::size_t i = 0; i < out_.size(); ++i) {
      StepFacts& step = out_[i];
      if (works[i] == 0) continue;
      ++step.devices;
      add(step.compute_ns, length_inside(compute, step.range));
      add(step.exposed_comm_ns, length_inside(exposed_comm, step.range));
      add(step.exposed_memory_ns, length_inside(exposed_memory, step.range));
    }
    idle.visit(timeline.device, [&](const IdlePiece& piece) { add_idle(piece, works); });
  }

  void add_idle(const IdlePiece& piece, const std::vector<std::uint8_t>& works) {
    for_each_step(piece.range, [&](std::size_t i, Ns ns) {
      if (works[i] == 0) return;
      const bool paused = piece.what == IdleClass::Paused;
      add(paused ? out_[i].paused_ns : out_[i].idle_ns[static_cast<std::size_t>(piece.what)], ns);
    });
  }

  void add_waits() {
    using Alike = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
    const auto alike = [](const RankCollective& one) {
      return Alike{one.group, one.kind, *one.bytes};
    };
    std::map<Alike, Ns> shortest;
    for (const RankCollective& one : collectives_.collectives) {
      if (!one.bytes) continue;
      const Ns length_ns = length_of(one.range);
      const auto [at, fresh] = shortest.try_emplace(alike(one), length_ns);
      at->second = std::min(at->second, length_ns);
    }
    for (const RankCollective& one : collectives_.collectives) {
      if (!one.bytes) continue;
      const Ns wait_ns = length_of(one.range) - shortest.at(alike(one));
      const auto step = std::ranges::upper_bound(
          out_, one.range.begin_ns, {}, [](const StepFacts& fact) { return fact.range.end_ns; });
      if (step != out_.end() && step->range.contains(one.range.begin_ns))
        add(step->wait_ns, wait_ns);
    }
  }

  [[nodiscard]] std::optional<std::int64_t> peak_in(const TimeRange& step) const {
    std::optional<std::int64_t> peak;
    for (const auto& memory : snapshot_.memory) {
      if (memory->device_type == 0) continue;  // the host
      const auto times = memory->time_ns.span();
      const auto first = std::ranges::lower_bound(times, step.begin_ns);
      auto i = static_cast<std::size_t>(first - times.begin());
      if (i > 0) --i;  // what is allocated when the step begins
      for (; i < times.size() && times[i] < step.end_ns; ++i) {
        peak = std::max(peak.value_or(memory->allocated[i]), memory->allocated[i]);
      }
    }
    return peak;
  }

  const Snapshot& snapshot_;
  const RankCollectives& collectives_;
  AnalysisWindow everything_ = whole_window();
  std::vector<StepFacts> out_;
  std::size_t ended_ = 0;  // when the range that was looked at before began
  TimeRange last_;         // of the step after those
};

}  // namespace

Ns StepFacts::total_idle_ns() const {
  Ns sum_ns = 0;
  for (const Ns ns : idle_ns) add(sum_ns, ns);
  return sum_ns;
}

std::vector<StepFacts> step_facts(const AnalysisResults& in, const RankCollectives& collectives) {
  return StepReader(in, collectives).run(in);
}

}  // namespace lanescope
