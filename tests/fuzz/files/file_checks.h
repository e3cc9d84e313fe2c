// What must hold for a file of any format, however malformed it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/readers/trace_loader.h"

namespace lanescope {

/// Writes the file in the work folder and loads it twice, with one thread and with several. It is
/// refused in one line, or loads as the same trace both times, without faults; its events can be
/// asked for their arguments, all analyses end, and what is written of it reads back. Anything that
/// does not hold is a broken promise. nullopt if it is refused.
/// `execution_trace`: text of one that is named along with the file; empty: none.
std::optional<LoadedTrace> check_file(const std::string& name, std::string_view bytes,
                                      std::string_view execution_trace = {});

}  // namespace lanescope
