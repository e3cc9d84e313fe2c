// What takes long enough to be seen - joining a loader, freeing gigabytes - is done elsewhere.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/threads/start_thread.h"

namespace lanescope {

/// UI thread only. Waits for all of it when it ends.
class Disposal {
 public:
  /// Frees it. Null is nothing.
  template <typename Gone>
  void take(std::unique_ptr<Gone> gone) {
    if (gone) run([owned = std::move(gone)]() mutable { owned.reset(); });
  }
  template <typename Work>
  void run(Work work) {
    std::erase_if(running_, [](const std::future<void>& f) {
      return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    running_.push_back(do_elsewhere(std::move(work)));
  }

 private:
  std::vector<std::future<void>> running_;
};

}  // namespace lanescope
