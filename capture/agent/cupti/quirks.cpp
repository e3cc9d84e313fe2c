#include "capture/agent/cupti/quirks.h"

namespace lanescope::agent {
namespace {

constexpr std::uint32_t kAll = 0xFFFFFFFFU;

/// Source: CUPTI's release notes and the issue trackers of its users.
constexpr Quirk kQuirks[] = {
    {22, 23, "CUPTI of CUDA 12.4 may stop recording kernels in the middle of a run"},
    {130000, 130001, "CUPTI of CUDA 13.0 before update 1 may lose synchronization calls"},
    {0, 130101, "graph launches may carry a wrong correlation id before CUDA 13.1 update 1"},
    {0, 130401, "memory of the program may grow in long recordings before CUDA 13.4 update 1"},
    {0, kAll, "very short kernels with many blocks look longer than they are"},
};

}  // namespace

const Quirk* quirk_of(std::uint32_t version, std::size_t n) {
  for (const Quirk& quirk : kQuirks) {
    if (version < quirk.from || version >= quirk.before) continue;
    if (n-- == 0) return &quirk;
  }
  return nullptr;
}

}  // namespace lanescope::agent
