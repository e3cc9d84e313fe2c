// The text of one event, read again from the source and parsed on demand.
#pragma once

#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/store/place.h"

namespace lanescope {

/// The event's JSON text as in the file. Any thread; cost: see ByteSource::read_at.
Result<std::string> read_event_text(ByteSource& source, Place place);

/// Parses one JSON object strictly: no repairs, and nothing may follow it. Depth: see
/// parse_event_text.
Result<JsonValue> parse_json_object(const std::string& text);

/// Parses one JSON object, repairing what torch is known to break (quotes, escapes, control bytes,
/// bare NaN, invalid UTF-8). A container nested in kMaxJsonDepth others becomes a string of its
/// text.
Result<JsonValue> parse_event_text(const std::string& text);

}  // namespace lanescope
