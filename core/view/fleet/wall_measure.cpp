#include "core/view/fleet/wall_measure.h"

#include <algorithm>
#include <array>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/ranks/stragglers.h"

namespace lanescope {
namespace {

constexpr std::array kFixed{WallKind::StepTime,   WallKind::Compute, WallKind::ExposedComm,
                            WallKind::WaitCaused, WallKind::Waited,  WallKind::Idle,
                            WallKind::PeakMemory};

Ns idle_ns(const FleetStep& step) {
  Ns sum_ns = 0;
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term)
    sum_ns = saturating_add(sum_ns, step.terms[term]);
  return sum_ns;
}

/// GPU times of a step in which no GPU worked are unknown, not zero.
std::optional<double> gpu_time(const FleetStep& step, Ns ns) {
  if (step.devices == 0) return std::nullopt;
  return static_cast<double>(ns);
}

/// Of collectives of which the rank takes part in none, nothing is known.
std::optional<double> wait_time(const FleetPicture& run, const std::vector<Ns>& of,
                                std::size_t rank, std::size_t step) {
  if (run.analysis.blame.collectives[rank] == 0) return std::nullopt;
  return static_cast<double>(of[run.analysis.work.at(rank, step)]);
}

/// What any rank's steps have.
struct Occurring {
  bool steps = false, gpu = false, waits = false, memory = false;
  LatenessTerms terms{};  // the largest of each

  explicit Occurring(const FleetPicture& run) {
    for (std::size_t rank = 0; rank < run.ranks().size(); ++rank) {
      const std::vector<FleetStep>& own = run.ranks()[rank].steps;
      waits = waits || (!own.empty() && run.analysis.blame.collectives[rank] != 0);
      for (const FleetStep& step : own) add(step);
    }
  }
  [[nodiscard]] bool has(WallKind kind) const {
    switch (kind) {
      case WallKind::StepTime:
        return steps;
      case WallKind::WaitCaused:
      case WallKind::Waited:
        return waits;
      case WallKind::PeakMemory:
        return memory;
      case WallKind::Compute:
      case WallKind::ExposedComm:
      case WallKind::Idle:
      case WallKind::IdleClass:
        break;
    }
    return gpu;
  }

 private:
  void add(const FleetStep& step) {
    steps = true;
    gpu = gpu || step.devices != 0;
    memory = memory || step.peak_bytes.has_value();
    for (std::size_t i = 0; i < kLatenessTerms; ++i) terms[i] = std::max(terms[i], step.terms[i]);
  }
};

}  // namespace

std::string wall_measure_title(WallMeasure measure) {
  switch (measure.kind) {
    case WallKind::StepTime:
      return "Step time";
    case WallKind::Compute:
      return "Compute";
    case WallKind::ExposedComm:
      return "Exposed communication";
    case WallKind::WaitCaused:
      return "Wait caused";
    case WallKind::Waited:
      return "Time spent waiting";
    case WallKind::Idle:
      return "GPU idle";
    case WallKind::PeakMemory:
      return "Peak memory";
    case WallKind::IdleClass:
      break;
  }
  return "GPU idle: " + lateness_term_title(measure.term);
}

std::string wall_value_text(WallMeasure measure, double value) {
  if (measure.kind == WallKind::PeakMemory) return format_bytes(rounded_ns(value));
  return format_duration(rounded_ns(value));
}

std::optional<double> wall_value(const FleetPicture& run, WallMeasure measure, std::size_t rank,
                                 std::size_t step) {
  LANESCOPE_CHECK(rank < run.ranks().size() && step < run.steps().size(), "rank {}, step {}", rank,
                  step);
  const FleetStep* own = run.step_of(rank, step);
  if (own == nullptr) return std::nullopt;
  switch (measure.kind) {
    case WallKind::StepTime:
      return static_cast<double>(own->range.length_ns());
    case WallKind::Compute:
      return gpu_time(*own, own->terms[kComputeTerm]);
    case WallKind::ExposedComm:
      return gpu_time(*own, own->terms[kCommTerm]);
    case WallKind::WaitCaused:
      return wait_time(run, run.analysis.blame.caused_ns, rank, step);
    case WallKind::Waited:
      return wait_time(run, run.analysis.blame.waited_ns, rank, step);
    case WallKind::Idle:
      return gpu_time(*own, idle_ns(*own));
    case WallKind::PeakMemory:
      if (!own->peak_bytes) return std::nullopt;
      return static_cast<double>(*own->peak_bytes);
    case WallKind::IdleClass:
      break;
  }
  return gpu_time(*own, own->terms[measure.term]);
}

std::vector<WallMeasure> wall_measures(const FleetPicture& run) {
  const Occurring occurring(run);
  std::vector<WallMeasure> out;
  for (const WallKind kind : kFixed) {
    if (occurring.has(kind)) out.push_back({kind, 0});
  }
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term) {
    if (occurring.terms[term] > 0) out.push_back({WallKind::IdleClass, term});
  }
  return out;
}

}  // namespace lanescope
