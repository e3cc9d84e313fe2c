#include "core/analysis/idle/words.h"

#include <array>
#include <cstddef>

namespace lanescope {
namespace {

struct Words {
  std::string_view title, meaning;
};

/// By class; pauses are last.
constexpr std::array<Words, kIdleClasses + 1> kWords = {{
    {"sync",
     "Nothing runs on the GPU: the host is in a call that waits for it and launches nothing."},
    {"allocation",
     "Nothing runs on the GPU: the host allocates or frees device memory through the driver."},
    {"runtime calls", "Nothing runs on the GPU: the host is in runtime or driver calls."},
    {"data loading", "Nothing runs on the GPU: the host waits for the data loader's next batch."},
    {"operators", "Nothing runs on the GPU: the host is busy inside operators."},
    {"Python", "Nothing runs on the GPU: the host runs Python code outside operators."},
    {"inside an annotation, no ops",
     "Nothing runs on the GPU: the host is inside an annotation, and the trace shows no more."},
    {"nothing traced",
     "Nothing runs on the GPU, and the trace shows no host activity at that time."},
    {"launch latency", "Nothing runs on the GPU: work was launched late and has not started yet."},
    {"waiting despite queued work",
     "Nothing runs on the GPU although work was launched: it waits for other streams, other "
     "ranks, or its predecessor."},
    {"unknown launch",
     "Nothing runs on the GPU, and the trace does not show what launched the next work."},
    {"not recorded",
     "The recording was paused, or the end of GPU work is missing, so it is unknown whether the "
     "GPU was busy."},
}};

const Words& words_of(IdleClass idle_class) {
  return kWords[static_cast<std::size_t>(idle_class)];
}

}  // namespace

std::string_view idle_class_title(IdleClass idle_class) {
  return words_of(idle_class).title;
}

std::string_view idle_class_meaning(IdleClass idle_class) {
  return words_of(idle_class).meaning;
}

}  // namespace lanescope
