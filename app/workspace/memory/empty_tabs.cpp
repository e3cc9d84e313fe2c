#include "app/workspace/memory/empty_tabs.h"

#include <algorithm>
#include <array>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/kernels/compile.h"
#include "core/analysis/ops/modules.h"
#include "core/view/memory/text.h"
#include "core/view/text/lacks_kernels.h"

namespace lanescope {
namespace {

bool lacks_operators(const Snapshot& trace) {
  return trace.complete && !trace_has(trace, CategoryKind::CpuOp);
}

bool lacks_slices(const Snapshot& trace) {
  return trace.complete && trace.slices_extent.empty();
}

bool lacks_frames(const Snapshot& trace) {
  return lacks_kernels(trace) && lacks_host_events(trace);
}

bool lacks_steps(const Snapshot& trace) {
  return trace.complete && trace.steps.empty();
}

bool lacks_memory(const Snapshot& trace) {
  return trace.complete && trace.memory.empty() && !is_memory_file(trace);
}

bool lacks_modules(const Snapshot& trace) {
  return trace.complete && !has_modules(trace);
}

bool lacks_compiled_code(const Snapshot& trace) {
  return trace.complete && !names_compiled_code(trace);
}

struct Needs {
  std::string_view tab;
  bool (*lacks)(const Snapshot& trace);
};

constexpr std::array kNeeds{
    Needs{"Ops", lacks_operators},     Needs{"Kernels", lacks_kernels},
    Needs{"Flame", lacks_frames},      Needs{"Memory", lacks_memory},
    Needs{"Steps", lacks_steps},       Needs{"Findings", lacks_slices},
    Needs{"Modules", lacks_modules},   Needs{"Critical path", lacks_slices},
    Needs{"Launches", lacks_kernels},  Needs{"Roofline", lacks_kernels},
    Needs{"Sequences", lacks_kernels}, Needs{"Compile", lacks_compiled_code},
};

}  // namespace

bool is_empty_tab(std::string_view title, const Snapshot& trace) {
  const auto found = std::ranges::find(kNeeds, title, &Needs::tab);
  return found != kNeeds.end() && found->lacks(trace);
}

}  // namespace lanescope
