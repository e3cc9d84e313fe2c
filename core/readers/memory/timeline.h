// Converts memory timelines of torch.profiler's export_memory_timeline, in both JSON forms, to the
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
  Sums,  // [[time in µs, …], [[0, bytes of each category …], …]]
  Raw,   // [[time in ns or -1, action, change in bytes, category], …]
};

/// Rows of the raw form with equal times become one point; memory that existed before (time -1) is
/// placed at the first time. `text` is copied once. Errors: WrongFormat for malformed JSON. Cost:
/// that of sorting the rows.
Result<ConvertedText> memory_timeline_text(const std::string& text, TimelineForm form);

}  // namespace lanescope
