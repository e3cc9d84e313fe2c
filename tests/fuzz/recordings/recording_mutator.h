// Mutates a recording the way disks, kills, copies and mistakes do.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/recordings/recording_chunks.h"

namespace lanescope {

/// Mutates chunks: removed, duplicated, reordered, with another kind, process, channel or time;
/// their records removed, duplicated, retyped, with impossible sizes or other numbers. `other`:
/// chunks of another recording, to splice in.
void mutate_chunks(std::vector<RecordingChunk>& chunks, const std::vector<RecordingChunk>& other,
                   std::mt19937_64& random);

/// Mutates bytes regardless of checksums: flipped, lost, overwritten, moved.
void damage_bytes(std::string& bytes, std::mt19937_64& random);

}  // namespace lanescope
