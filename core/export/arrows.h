// The arrows between slices that a written trace has: those of the file it came from, or where it
// had none, those from launch calls to what they launched, as torch.profiler has them. A launch
// that is only the likeliest of several has none.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/base/time.h"
#include "core/export/event_selection.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// One end of an arrow, in the words of the Trace Event Format.
struct FlowHalf {
  char phase = 's';  // s: it begins, t: it passes, f: it ends
  std::uint64_t id = 0;
  const Track* track = nullptr;
  Ns time_ns = 0;
  std::string_view name;
  std::string_view category;  // of the trace's strings
  bool has_category = true;
};

/// Arrows of which all ends lie on taken slices, or bound to none at a taken time. `give` returns
/// false when no more is wanted.
void for_each_arrow(const Snapshot& trace, const EventSelection& selection,
                    const std::function<bool(const FlowHalf&)>& give);

/// Whether they are made of launches, as the file had none.
bool makes_arrows(const Snapshot& trace);

}  // namespace lanescope
