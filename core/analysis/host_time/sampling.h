// How often threads were sampled, and on how many CPUs they ran.
#pragma once

#include <cstdint>
#include <string>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The longest one of the recording's processes. Where the file does not say, an assumed one.
/// Positive. Cost: that of reading the metadata.
Ns sampling_period_ns(const Snapshot& snapshot);

/// How many CPUs the recorded program could use; 0 where the file does not say.
std::int64_t recorded_cpus(const Snapshot& snapshot);

/// For how long threads lived, from their first sample to their last, and for how much of that no
/// sample tells what they did, as the recorder was too busy; summed over threads, without pauses of
/// the recording. Times of functions are too short by about as much.
struct SampleCover {
  Ns lived_ns = 0, unknown_ns = 0;

  [[nodiscard]] double unknown_share() const {
    return lived_ns <= 0 ? 0 : static_cast<double>(unknown_ns) / static_cast<double>(lived_ns);
  }
  /// Whether it is enough to be told.
  [[nodiscard]] bool lacks_much() const { return unknown_share() >= 0.02; }
};
/// Of all threads, or of the one with a track. Cost: a pass over their states and functions.
SampleCover sample_cover(const Snapshot& snapshot, const AnalysisWindow& window,
                         TrackId thread = TrackId::None);

/// "No sample covers 38 % of the time of the threads (9.600 s of 25.22 s): functions took longer
/// than they are shown to"; empty unless it lacks much.
std::string cover_words(const SampleCover& cover);

/// "The recording was paused for 8.136 s: no thread has samples or states there"; empty unless it
/// was, in the window. Cost: as recording_pauses().
std::string sample_pause_words(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
