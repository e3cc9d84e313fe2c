// Memory timelines of torch.profiler's export_memory_timeline, in both of their JSON forms, as the
// text of a trace: one counter with a series for each category of memory.
//
// Source of the layouts: torch/profiler/_memory_profiler.py.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

enum class TimelineForm : std::uint8_t {
  Sums,  // [[time in us, …], [[0, bytes of each category …], …]]
  Raw,   // [[time in ns or -1, action, bytes more or less, category], …]
};

/// Rows of the raw form that share a time are one point; what existed before (time -1) stands at
/// the first time there is. `text` is copied once. Errors: WrongFormat when the JSON is broken.
/// Cost: linear.
Result<ConvertedText> memory_timeline_text(const std::string& text, TimelineForm form);

}  // namespace lanescope
