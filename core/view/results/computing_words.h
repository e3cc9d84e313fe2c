// What a pane says while its result is computed.
#pragma once

#include <span>
#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// "Computing idle time and copies…"; of more than two, the first two. `results` are the names of
/// their types, see results_in_progress(); of none, or of none with words, "Computing…".
std::string computing_words(std::span<const std::string> results);
/// The same for what is computed about a trace at the moment.
std::string computing_words(const Snapshot& trace);

}  // namespace lanescope
