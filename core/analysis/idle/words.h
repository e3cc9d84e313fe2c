// The display names of idle classes, shared by the window, the reports and the findings.
#pragma once

#include <string_view>

#include "core/analysis/host/idle_class.h"

namespace lanescope {

/// "data loading", "sync", "launch latency"; "not recorded".
std::string_view idle_class_title(IdleClass idle_class);

/// A sentence that explains the class: "Nothing runs on the GPU: the host is busy inside
/// operators."
std::string_view idle_class_meaning(IdleClass idle_class);

}  // namespace lanescope
