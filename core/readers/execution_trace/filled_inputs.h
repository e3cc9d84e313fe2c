// Events of a trace, with the inputs of operators from an execution trace where they have none.
#pragma once

#include <memory>

#include "core/readers/execution_trace/nodes.h"
#include "core/readers/json/event_texts.h"

namespace lanescope {

/// The argument that says where the inputs are from.
inline constexpr std::string_view kInputsFrom = "Inputs from";

/// An operator and a call belong together by "Record function id"; in traces without it by
/// "External id", which then has the same number, if the names are equal too.
std::shared_ptr<const EventTexts> with_inputs(std::shared_ptr<const EventTexts> texts,
                                              std::shared_ptr<const ExecutionTrace> calls);

}  // namespace lanescope
