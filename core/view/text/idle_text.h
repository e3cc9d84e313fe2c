// What is said about a GPU that idles.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/words.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "queued behind a graph"; "" for None.
std::string_view device_wait_title(DeviceWait wait);

/// "train.py:42" of the name of a Python frame, a built-in's name as it is; "" of none.
std::string source_text(std::string_view frame);

/// One gap in one sentence: "The GPU waited 1.204 ms for aten::item in train.py:42, which was in
/// cudaStreamSynchronize." Of several classes the one with most of the gap is told. Names are cut
/// to a readable length. Cost: look-ups and the names.
std::string idle_sentence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap);

}  // namespace lanescope
