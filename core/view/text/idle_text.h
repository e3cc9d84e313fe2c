// The wording about idle GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/words.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "in a graph"; "" for None.
std::string_view device_wait_title(DeviceWait wait);

/// "train.py:42" for a Python frame's name, a built-in's name unchanged; "" for no name.
std::string source_text(std::string_view frame);

/// The same with the function: "main (train.py:42)".
std::string frame_text(std::string_view frame);

/// One sentence about a gap: "The GPU waited 1.204 ms for aten::item in train.py:42, which was
/// itself waiting for the GPU in cudaStreamSynchronize." Of several classes, the one with the
/// largest share is given. Names are truncated to a readable length. Cost: lookups and the names.
std::string idle_sentence(const Snapshot& snapshot, const IdleDevice& device, const IdleGap& gap);

/// Gaps with one cause.
struct GapsOfCause {
  std::string text;                 // of a single gap idle_sentence(), else one without lengths
  std::vector<std::uint32_t> gaps;  // indices of IdleDevice::gaps, the longest first
};

/// The longest gaps, at most `most`, by what caused them: first the cause of the longest gap. Cost:
/// that of idle_sentence() for each.
std::vector<GapsOfCause> longest_gaps(const Snapshot& snapshot, const IdleDevice& device,
                                      std::size_t most);

}  // namespace lanescope
