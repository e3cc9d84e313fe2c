// What happens when the machine gives no more: an error in one line instead of a signal.
#pragma once

#include <exception>

namespace lanescope {

/// Once, before anything else: a disk limit becomes an error of the write, memory that Dear ImGui
/// does not get becomes std::bad_alloc, and what no thread catches ends the process with kUnusable
/// and a line on stderr.
void prepare_for_the_worst();

/// That line for an exception that nobody could deal with; returns kUnusable.
int complain_of(const std::exception& error);

}  // namespace lanescope
