// Finds when the clock was set during a capture, from the records of all threads.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/clock.h"

namespace lanescope {

/// Returns the steps that CaptureClock::take found, by process, with `channels`, `first_new_call`
/// and tighter bounds filled in. Reads the entire file again, by read_at. Memory: the times of
/// thread records within the steps' windows.
///
/// If the clock was set back, times decrease in each channel that was busy then. If it was set
/// forward, there is a gap without any record, at least as long as the step; the widest such gap is
/// taken. For a thread that was silent while the clock was set back, records are placed by their
/// position in the file relative to those of others, which is accurate to one round of the
/// recorder, a few milliseconds. Of processes that are only sampled, the steps are where their
/// Clock records are.
std::map<std::uint32_t, std::vector<ClockStep>> survey_clock(
    ByteSource& source, std::map<std::uint32_t, std::vector<ClockStep>> steps);

}  // namespace lanescope
