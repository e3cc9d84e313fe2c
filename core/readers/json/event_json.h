// One event of an open trace as its file has it.
#pragma once

#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/readers/json/event_texts.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// As EventTexts::json_of, of a pair of begin and end with the arguments of both; of equal ones
/// that of the end stands (Trace Event Format, "Duration Events"). Errors also: NotFound for what
/// is no event of the trace. Any thread; reads the file.
Result<JsonValue> event_json(const Snapshot& snapshot, const EventTexts& texts, EventId event);

}  // namespace lanescope
