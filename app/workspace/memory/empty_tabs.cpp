#include "app/workspace/memory/empty_tabs.h"

#include <algorithm>
#include <array>

#include "core/view/memory/text.h"
#include "core/view/overview/sampled_trace.h"
#include "core/view/results/insights.h"
#include "core/view/text/lacks_kernels.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/trace_lacks.h"

namespace lanescope {
namespace {

bool lacks_frames(const Snapshot& trace) {
  return lacks_kernels(trace) && lacks_host_events(trace);
}

/// A memory timeline has totals.
bool lacks_memory(const Snapshot& trace) {
  return lacks_allocations(trace) && !is_memory_file(trace);
}

/// Samples of threads are no part of a critical path.
bool lacks_path(const Snapshot& trace) {
  return lacks_durations(trace) || holds_only_samples(trace);
}

/// A memory snapshot has blocks, about which there are findings.
bool lacks_findings(const Snapshot& trace) {
  return lacks_durations(trace) && !is_memory_snapshot(trace);
}

struct Needs {
  std::string_view tab;
  bool (*lacks)(const Snapshot& trace);
};

constexpr std::array kNeeds{
    Needs{"Ops", lacks_operators},     Needs{"Kernels", lacks_kernels_and_counters},
    Needs{"Flame", lacks_frames},      Needs{"Memory", lacks_memory},
    Needs{"Steps", lacks_steps},       Needs{"Findings", lacks_findings},
    Needs{"Modules", lacks_modules},   Needs{"Critical path", lacks_path},
    Needs{"Launches", lacks_kernels},  Needs{"Roofline", lacks_kernels},
    Needs{"Sequences", lacks_kernels}, Needs{"Compile", lacks_compiled_code},
};

EmptyTabs empty_tabs_insight(const AnalysisResults& in) {
  EmptyTabs empty;
  for (const Needs& needs : kNeeds) {
    if (needs.lacks(in.trace)) empty.titles.push_back(needs.tab);
  }
  return empty;
}

}  // namespace

bool is_empty_tab(std::string_view title, const Snapshot& trace) {
  const auto found = std::ranges::find(kNeeds, title, &Needs::tab);
  return found != kNeeds.end() && found->lacks(trace);
}

bool EmptyTabs::has(std::string_view title) const {
  return std::ranges::find(titles, title) != titles.end();
}

std::shared_ptr<const EmptyTabs> known_empty_tabs(Insights& insights) {
  return insights.ask<EmptyTabs>(InsightScope::Whole, &empty_tabs_insight).value;
}

}  // namespace lanescope
