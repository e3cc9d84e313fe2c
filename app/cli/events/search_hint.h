// Explains why an expression matched nothing.
#pragma once

#include <string>

#include "core/analysis/search/event_query.h"

namespace lanescope {

/// "the trace has no category 'kernels'; its categories are cpu_op, kernel", or the text of
/// missing_step_hint or unknown_field_hint; empty if none is the reason.
[[nodiscard]] std::string search_hint(const Snapshot& trace, const EventQuery& query);

}  // namespace lanescope
