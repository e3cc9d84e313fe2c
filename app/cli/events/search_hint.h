// Why an expression found nothing.
#pragma once

#include <string>

#include "core/analysis/search/event_query.h"

namespace lanescope {

/// "the trace has no category 'kernels'; its categories are cpu_op, kernel", or as
/// unknown_field_hint says; empty when neither is the reason.
[[nodiscard]] std::string search_hint(const Snapshot& trace, const EventQuery& query);

}  // namespace lanescope
