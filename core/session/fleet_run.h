// FleetRun: summaries that are opened together, of the ranks of one run or of one rank over many
// runs. Reads and compares them on its own threads.
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
#include "core/view/history/history_contents.h"

namespace lanescope {

class FleetRun {
 public:
  enum class State : std::uint8_t {
    Loading,
    Ready,      // there are contents or a history; some files may have failed
    Cancelled,  // as Ready if a file had been read before, otherwise without either
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
  /// Of the ranks of a run. Null until that is Ready, or Cancelled with something to show, and if
  /// there is a history instead.
  [[nodiscard]] std::shared_ptr<const FleetContents> contents() const;
  /// Of many runs, if these are (see is_history); null likewise.
  [[nodiscard]] std::shared_ptr<const HistoryContents> history() const;
  /// The folder of which these are all summaries, so that opening it opens them; empty if it is
  /// not, and before the run has ended.
  [[nodiscard]] std::string folder() const;
  /// Files read so far. Those of a history are read again, since other parts of them count.
  [[nodiscard]] std::size_t done() const {
    return of_history_ ? history_progress_.done : progress_.done;
  }
  /// These are many runs, not one.
  [[nodiscard]] bool of_history() const { return of_history_; }
  /// All have been read, and are being compared.
  [[nodiscard]] bool comparing() const { return comparing_; }
  /// Seconds that the load took or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stops reading; what has been read is compared and kept.
  void cancel();
  /// Waits for the end (for tests and pictures).
  void wait();

 private:
  /// All that is found out; one of both, or neither.
  struct Found {
    std::shared_ptr<FleetContents> contents;
    std::shared_ptr<HistoryContents> history;
    FleetFiles::Problem failure{"", "no file to open"};
    bool stopped = false;
  };
  void run();
  void find(Found& out);
  void find_history(std::size_t files, Found& out);

  std::vector<std::string> files_;
  std::function<void()> wake_;
  FleetProgress progress_, history_progress_;
  std::atomic<bool> of_history_{false};
  std::atomic<bool> comparing_{false};
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  State state_ = State::Loading;
  FleetFiles::Problem failure_;
  std::string folder_;
  std::shared_ptr<const FleetContents> contents_;
  std::shared_ptr<const HistoryContents> history_;
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
  LongWork worker_;
};

}  // namespace lanescope
