// What a recording tells of itself and its processes, beside their events.
#pragma once

#include "core/base/text/json_value.h"
#include "core/base/text/message_text.h"
#include "core/readers/capture/decoder.h"

namespace lanescope {

/// TraceInfo::metadata: "capture", "trigger", and of each process its "process", "agent" and
/// "samples".
JsonValue capture_metadata(const MessageText& session, const MessageText& trigger,
                           const CaptureDecoder& decoder);

}  // namespace lanescope
