// What happens when the machine gives no more: an error in one line instead of a signal.
#pragma once

#include <exception>

namespace lanescope {

/// Once, before anything else: a limit of disk space becomes an error of the write, and what no
/// thread catches ends the process with kUnusable and a line on stderr.
void prepare_for_the_worst();

/// That line for an exception that nobody could deal with; returns kUnusable.
int complain_of(const std::exception& error);

}  // namespace lanescope
