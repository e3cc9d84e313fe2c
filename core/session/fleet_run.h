// FleetRun: the summaries of the ranks of one run, opened together. Reads and compares them on its
// own threads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/threads/long_work.h"
#include "core/view/fleet/fleet_contents.h"

namespace lanescope {

class FleetRun {
 public:
  enum class State : std::uint8_t {
    Loading,
    Ready,      // there are contents; some files may have failed
    Cancelled,  // as Ready if a file had been read before, otherwise without contents
    Failed,     // no file is usable
  };

  /// Starts at once. `wake` is called from another thread at the end.
  FleetRun(std::vector<std::string> files, std::function<void()> wake);
  /// Cancels and joins.
  ~FleetRun();
  FleetRun(const FleetRun&) = delete;
  FleetRun& operator=(const FleetRun&) = delete;

  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  [[nodiscard]] State state() const;
  /// Why nothing could be opened, about the first file, if state() is Failed.
  [[nodiscard]] FleetFiles::Problem failure() const;
  /// Null until the run is Ready, or Cancelled with something to show.
  [[nodiscard]] std::shared_ptr<const FleetContents> contents() const;
  /// The folder of which these are all summaries, so that opening it opens them; empty if it is
  /// not, and before the run has ended.
  [[nodiscard]] std::string folder() const;
  /// Files read so far.
  [[nodiscard]] std::size_t done() const { return progress_.done; }
  /// All have been read, and are being compared.
  [[nodiscard]] bool comparing() const { return comparing_; }
  /// Seconds that the load took or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stops reading; what has been read is compared and kept.
  void cancel() { progress_.cancel = true; }
  /// Waits for the end (for tests and pictures).
  void wait();

 private:
  void run();

  std::vector<std::string> files_;
  std::function<void()> wake_;
  FleetProgress progress_;
  std::atomic<bool> comparing_{false};
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  State state_ = State::Loading;
  FleetFiles::Problem failure_;
  std::string folder_;
  std::shared_ptr<const FleetContents> contents_;
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
  LongWork worker_;
};

}  // namespace lanescope
