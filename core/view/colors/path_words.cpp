#include "core/view/colors/path_words.h"

#include <array>

namespace lanescope {
namespace {

// Classes that share a role's color are at opposite ends of its shades.
constexpr std::uint8_t kDark = 0, kLight = 4;

struct Words {
  PathLook look;
  std::string_view title, meaning;
};

/// In the order of PathClass.
constexpr std::array<Words, kPathClasses> kWords{
    Words{{ColorRole::Compute, kDark},
          "GPU compute",
          "The GPU computes while everything else waits for it."},
    Words{{ColorRole::Communication, kDark},
          "communication",
          "The GPU is in a collective while everything else waits for it."},
    Words{{ColorRole::Copy, kDark},
          "copies and memsets",
          "The GPU copies or sets memory while everything else waits for it."},
    Words{{ColorRole::Annotation, kDark},
          "kernel gap",
          "The work was launched in time; the GPU took this long to start it after the previous "
          "work."},
    Words{{ColorRole::Attention, kDark},
          "launch latency",
          "The work waited for its launch: from the start of the launch call to the start on the "
          "GPU."},
    Words{{ColorRole::CpuOp, kDark},
          "operators",
          "The host runs operators while the GPU waits for it."},
    Words{
        {ColorRole::Python, kLight}, "Python", "The host runs Python while the GPU waits for it."},
    Words{{ColorRole::Gemm, kDark},
          "runtime calls",
          "The host is in runtime or driver calls while the GPU waits for it."},
    Words{{ColorRole::Sync, kDark},
          "sync return",
          "The GPU was done; the call waiting for it took this long to return."},
    Words{{ColorRole::DataLoading, kDark},
          "data loading",
          "The host waits for the next batch while the GPU waits for the host."},
    Words{{ColorRole::Communication, kDark},
          "communication",
          "The host is in a collective while everything else waits for it."},
    Words{{},
          "no ops traced",
          "The trace shows neither work nor operators. Of idle time, this is called \"inside an "
          "annotation, no ops\" or \"nothing traced\"."}};

const Words& words_of(PathClass what) {
  return kWords.at(static_cast<std::size_t>(what));
}

}  // namespace

std::string_view path_class_title(PathClass what) {
  return words_of(what).title;
}

std::string_view path_class_meaning(PathClass what) {
  return words_of(what).meaning;
}

PathLook look_of(PathClass what) {
  return words_of(what).look;
}

bool is_waiting(PathClass what) {
  return what == PathClass::KernelGap || what == PathClass::LaunchLatency ||
         what == PathClass::SyncReturn || what == PathClass::Untraced;
}

}  // namespace lanescope
