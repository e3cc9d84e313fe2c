// The mark in a recording where a trigger fired.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope {

/// The channel of a process in which the recorder notes such things itself; no target has as many.
inline constexpr std::uint32_t kRecorderChannel = 0xFFFF;

struct TriggerMark {
  std::vector<std::byte> records;
  std::uint64_t count = 0;
};
/// Records for kRecorderChannel: a mark "trigger: WHAT" in a thread of the process.
TriggerMark trigger_mark(std::string_view what, std::uint32_t tid, std::int64_t time_ns);

}  // namespace lanescope
