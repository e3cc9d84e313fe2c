// What this machine can record, in words.
#pragma once

#include <string>

#include "app/workspace/record/request.h"
#include "capture/host/runner/recording_means.h"

namespace lanescope {

/// "NVIDIA driver 535.104.05 · CUPTI 12 · PyTorch 2.4.0": what was found, and what was not.
std::string means_facts(const RecordingMeans& means);

/// What a recording will hold: one sentence.
std::string means_outcome(const RecordingMeans& means, const RecordRequest& request);

}  // namespace lanescope
