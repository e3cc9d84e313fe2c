#include "core/view/record_hint.h"

#include <array>
#include <string>

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 5> kMissing = {
    "No steps", "No shapes of inputs", "No Python frames", "No nn.Module frames", "No allocations"};

using Hints = std::array<std::string, kMissing.size()>;

Hints hints_for(const Snapshot& trace) {
  Hints hints;
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const std::string_view advice = record_advice(trace, static_cast<Recordable>(i));
    hints[i] = std::string(kMissing[i]) + ": " + std::string(advice);
  }
  return hints;
}

}  // namespace

std::string_view record_hint(const Snapshot& trace, Recordable wanted) {
  const auto index = static_cast<std::size_t>(wanted);
  if (is_recording(trace)) {
    static const Hints of_recordings = hints_for(trace);
    return of_recordings[index];
  }
  static const Hints of_profiler = hints_for(trace);
  return of_profiler[index];
}

}  // namespace lanescope
