// The arrows between slices in an exported trace: those of the original file and, as torch.profiler
// writes them, arrows from launch calls to GPU work that none of the file's joins to its launch;
// none of these are added to what torch.profiler wrote, or if the launch is only the likeliest of
// several.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/base/time.h"
#include "core/export/event_selection.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One end of an arrow, in the terms of the Trace Event Format.
struct FlowHalf {
  char phase = 's';  // s: start, t: step, f: finish
  std::uint64_t id = 0;
  const Track* track = nullptr;
  Ns time_ns = 0;
  std::string_view name;
  std::string_view category;  // points into the trace's strings
  bool has_category = true;
  bool made = false;              // from a launch
  EventId slice = EventId::None;  // the slice that it is bound to, if any
};

/// Arrows whose ends are all on selected slices or, if bound to none, at a selected time. `give`
/// returns false to stop.
void for_each_arrow(const Snapshot& trace, const EventSelection& selection,
                    const std::function<bool(const FlowHalf&)>& give);

}  // namespace lanescope
