#include "core/analysis/idle/words.h"

#include <array>
#include <cstddef>

namespace lanescope {
namespace {

struct Words {
  std::string_view title, doing, meaning;
};

/// By class, pauses last.
constexpr std::array<Words, kIdleClasses + 1> kWords = {{
    {"sync", "waiting for the GPU",
     "Nothing runs on the GPU: the host sits in a call that waits for it, and launches nothing."},
    {"allocation", "taking memory from the driver",
     "Nothing runs on the GPU: the host takes device memory from the driver or gives it back."},
    {"runtime calls", "in calls of the runtime",
     "Nothing runs on the GPU: the host is in calls of the runtime or the driver."},
    {"data loading", "fetching data",
     "Nothing runs on the GPU: the host waits for the data loader's next batch."},
    {"operators", "in operators", "Nothing runs on the GPU: the host is busy inside operators."},
    {"Python", "in Python",
     "Nothing runs on the GPU: the host runs Python code outside of operators."},
    {"marked ranges only", "in marked ranges only",
     "Nothing runs on the GPU: the host is in a marked range, and the trace says no more."},
    {"nothing traced", "in nothing that is traced",
     "Nothing runs on the GPU, and the trace says nothing of the host at that time."},
    {"launch latency", "launching",
     "Nothing runs on the GPU: work was launched late and is on its way."},
    {"queued work", "done: the work was queued already",
     "Nothing runs on the GPU, though work had been launched: it waits for other streams, other "
     "ranks, or its predecessor."},
    {"unknown launch", "unknown: the trace does not say who launched the next work",
     "Nothing runs on the GPU, and the trace does not say who launched what ran next."},
    {"recording paused", "unknown: the recording was paused",
     "The recording was paused, so whether the GPU worked is not known."},
}};

const Words& words_of(IdleClass idle_class) {
  return kWords[static_cast<std::size_t>(idle_class)];
}

}  // namespace

std::string_view idle_class_title(IdleClass idle_class) {
  return words_of(idle_class).title;
}

std::string_view idle_class_doing(IdleClass idle_class) {
  return words_of(idle_class).doing;
}

std::string_view idle_class_meaning(IdleClass idle_class) {
  return words_of(idle_class).meaning;
}

}  // namespace lanescope
