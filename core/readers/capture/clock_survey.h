// Where in a capture file the clock was set: what the records of all threads tell together.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/clock.h"

namespace lanescope {

/// The steps of each process, as CaptureClock::take has found them, with channels, first_new_call
/// and tighter bounds. Reads the whole file again, by read_at. Memory: the times of the threads'
/// records within the steps' windows.
///
/// Set back, a clock shows in each channel that was busy then: times fall. Set forward, it leaves
/// times that nobody has written, as long as the step at least; the widest such stretch is taken
/// for it. A thread that was silent while the clock was set back has its records put where they
/// stand in the file beside those of others, which is right but for one round of the reader, some
/// milliseconds.
std::map<std::uint32_t, std::vector<ClockStep>> survey_clock(
    ByteSource& source, std::map<std::uint32_t, std::vector<ClockStep>> steps);

}  // namespace lanescope
