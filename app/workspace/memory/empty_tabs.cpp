#include "app/workspace/memory/empty_tabs.h"

#include <algorithm>
#include <array>

#include "core/view/memory/text.h"
#include "core/view/text/lacks_kernels.h"
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

struct Needs {
  std::string_view tab;
  bool (*lacks)(const Snapshot& trace);
};

constexpr std::array kNeeds{
    Needs{"Ops", lacks_operators},     Needs{"Kernels", lacks_kernels},
    Needs{"Flame", lacks_frames},      Needs{"Memory", lacks_memory},
    Needs{"Steps", lacks_steps},       Needs{"Findings", lacks_durations},
    Needs{"Modules", lacks_modules},   Needs{"Critical path", lacks_durations},
    Needs{"Launches", lacks_kernels},  Needs{"Roofline", lacks_kernels},
    Needs{"Sequences", lacks_kernels}, Needs{"Compile", lacks_compiled_code},
};

}  // namespace

bool is_empty_tab(std::string_view title, const Snapshot& trace) {
  const auto found = std::ranges::find(kNeeds, title, &Needs::tab);
  return found != kNeeds.end() && found->lacks(trace);
}

}  // namespace lanescope
