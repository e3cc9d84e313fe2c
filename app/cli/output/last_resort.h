// What happens when the machine runs out of a resource: one error line instead of a signal.
#pragma once

#include <exception>

namespace lanescope {

/// Call once, before anything else. Makes uncaught exceptions print one line on stderr and exit
/// with kUnusable.
void prepare_for_the_worst();

/// Prints that line for an exception that nothing else handled; returns kUnusable.
int complain_of(const std::exception& error);

}  // namespace lanescope
