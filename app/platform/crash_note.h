// A crash says so in the log, then ends the process as it would without.
#pragma once

namespace lanescope {

/// From now on. Signals that somebody else waits for already, such as a sanitizer, stay theirs.
/// Once.
void note_crashes();

}  // namespace lanescope
