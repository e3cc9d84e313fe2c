// What a trace lacks, and how to record it next time, for places that stay empty.
#pragma once

#include <string_view>

#include "core/analysis/host/record_advice.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "This file has no events"; where a load without GPU events ended early, that they may lie behind
/// its end. Empty where only another recording would bring GPU events.
std::string_view unread_hint(const Snapshot& trace);

/// "No steps: call prof.step() in the training loop". What unread_hint says goes
/// first. Lives for ever; asked each frame.
std::string_view record_hint(const Snapshot& trace, Recordable wanted);

}  // namespace lanescope
