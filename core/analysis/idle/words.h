// What the classes of idle time are called: one table for the window, the reports and the findings.
#pragma once

#include <string_view>

#include "core/analysis/host/idle_class.h"

namespace lanescope {

/// "data loading", "sync", "launch latency": for people; "recording paused".
std::string_view idle_class_title(IdleClass idle_class);

/// What the host does in such time, behind "the host is": "fetching data".
std::string_view idle_class_doing(IdleClass idle_class);

/// A sentence about it: "Nothing runs on the GPU: the host is busy inside operators."
std::string_view idle_class_meaning(IdleClass idle_class);

}  // namespace lanescope
