// What a trace lacks and how to record it next time, as text for empty views.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/host/record_advice.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "This file has no events", or that no GPU events were read because the file is truncated or
/// loading was stopped. Empty otherwise, and while loading.
std::string_view unread_hint(const Snapshot& trace);

/// "No steps: call prof.step() in the loop". The text of unread_hint(), if there is any,
/// takes precedence. The result is never freed; can be called every frame.
std::string_view record_hint(const Snapshot& trace, Recordable wanted);

/// "needs Python frames in both runs; record with with_stack=True", without advice if different
/// tools recorded them.
std::string both_need(const Snapshot& a, const Snapshot& b, Recordable wanted);

}  // namespace lanescope
