// Changes a recording as disks, kills, copies and mistakes change it.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/recordings/recording_chunks.h"

namespace lanescope {

/// Changes chunks: left out, doubled, in another order, of another kind, process, channel or time;
/// their records left out, doubled, retyped, of sizes that can not be, with other numbers.
/// `other`: chunks of another recording, to be spliced in.
void mutate_chunks(std::vector<RecordingChunk>& chunks, const std::vector<RecordingChunk>& other,
                   std::mt19937_64& random);

/// Changes bytes without a care for sums: flipped, lost, written over, moved.
void damage_bytes(std::string& bytes, std::mt19937_64& random);

}  // namespace lanescope
