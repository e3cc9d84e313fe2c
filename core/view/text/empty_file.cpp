#include "core/view/text/empty_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {

bool holds_nothing(const Snapshot& trace) {
  const auto has_samples = [](const auto& counter) { return !counter->time_ns.empty(); };
  const bool has_instants = trace.instants && trace.instants->size() != 0;
  return trace.complete && trace.slice_count == 0 && !has_instants && trace.memory.empty() &&
         std::ranges::none_of(trace.counters, has_samples);
}

std::string nothing_words(const Snapshot& trace) {
  if (trace.report.stopped) return "No events were read before loading was stopped";
  if (!trace.report.complete)
    return "No events were read: the file is " + std::string(fault_of_file(trace.report));
  if (trace.counts.total == 0) return std::string(unread_hint(trace));
  if (trace.counts.metadata == trace.counts.total)
    return "This file only names processes and threads; it has no events with a time";
  return fmt::format("None of the {} in this file can be shown; Load report says why",
                     counted(trace.counts.total, "event"));
}

}  // namespace lanescope
