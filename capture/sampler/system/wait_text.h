// What a blocked thread waits in, in words: "read /data/a.bin", "futex", "poll pipe".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "capture/sampler/system/proc_folder.h"
#include "capture/sampler/system/system_calls.h"

namespace lanescope {

struct Wait {
  std::string text;
  std::uint64_t futex = 0;  // its address; 0: no futex
};

/// Longer names of files are cut.
inline constexpr std::size_t kMostNameBytes = 512;

/// Describes the call. Names of files are those of the system (/proc/PID/fd), or read from the
/// program's memory while the call blocks; nothing else of the program is read. Cost: a link or a
/// small read of memory, 1 to 2 µs.
void describe_wait(const SystemCall& call, const ProcFolder& process, Wait& to);

}  // namespace lanescope
