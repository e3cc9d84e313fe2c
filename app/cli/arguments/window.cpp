#include "app/cli/arguments/window.h"

#include <algorithm>

#include "app/cli/output/printable.h"
#include "core/analysis/events/step_ranges.h"

namespace lanescope {

Result<WindowChoice> parse_window(const std::string& text) {
  for (const WindowKind kind :
       {WindowKind::Whole, WindowKind::Steps, WindowKind::Hta, WindowKind::Tb}) {
    if (text == window_kind_name(kind)) return WindowChoice{kind, {}};
  }
  if (text.find(':') != std::string::npos) {
    const auto span = parse_time_span(text);
    if (!span.ok()) return span.error();
    return WindowChoice{WindowKind::Range, span.value()};
  }
  constexpr std::size_t kShownWidth = 40;
  return Error{Error::Kind::Invalid,
               "'" + printable(text, kShownWidth) +
                   "' is not a window; use whole, steps, hta, tb or A:B such as "
                   "10ms:20ms"};
}

namespace {

Result<AnalysisWindow> chosen_part(const WindowChoice& choice, const Snapshot& trace,
                                   const SharedThresholds& thresholds) {
  switch (choice.kind) {
    case WindowKind::Hta:
      return hta_window(trace);
    case WindowKind::Steps:
    case WindowKind::Tb: {
      const auto steps = choice.kind == WindowKind::Tb ? tensorboard_window(trace, thresholds)
                                                       : steps_window(trace, thresholds);
      if (steps) return *steps;
      return Error{Error::Kind::Unsupported,
                   "the trace has no ProfilerStep ranges; use --window whole"};
    }
    case WindowKind::Range: {
      const auto range = place_in_trace(choice.span, trace);
      if (!range.ok()) return range.error();
      // Nothing is known about the time outside the trace; it is not idle time.
      return range_window({std::max(range.value().begin_ns, trace.extent.begin_ns),
                           std::min(range.value().end_ns, trace.extent.end_ns)});
    }
    case WindowKind::Whole:
      break;
  }
  return whole_window();
}

}  // namespace

Result<AnalysisWindow> window_in_trace(const WindowChoice& choice, const Snapshot& trace,
                                       const SharedThresholds& thresholds) {
  auto window = chosen_part(choice, trace, thresholds);
  if (window.ok()) window.value().thresholds = thresholds;
  return window;
}

}  // namespace lanescope
