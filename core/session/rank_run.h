// RankRun: the ranks of one run, opened together. Reads the files on its own threads, compares them
// when all have been read, and keeps what is drawn.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/base/threads/load_progress.h"
#include "core/base/threads/long_work.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/ranks/tables.h"

namespace lanescope {

struct RankRunOptions {
  /// Snapshots are kept for drawing up to this total size; beyond it, the streams of further ranks
  /// are not drawn, but everything else is.
  std::size_t snapshot_bytes = std::size_t{1} << 30U;
  unsigned at_once = 2;  // files read in parallel
  SharedThresholds thresholds = {};
};

/// How far reading has progressed.
struct RankRunProgress {
  std::size_t files = 0, done = 0;  // done: read, failed or skipped
  double share = 0;                 // 0 … 1, by bytes
  bool sorting = false;             // nothing is left to read, but to sort and link
  bool comparing = false;           // all files are done
};

class RankRun {
 public:
  enum class State : std::uint8_t {
    Loading,
    Ready,      // there is a picture; some files may have failed
    Cancelled,  // as Ready if a file had been read before, otherwise without a picture
    Failed,     // no file is usable
  };

  /// Starts at once. `wake` is called from other threads whenever there is something new to draw.
  RankRun(std::vector<std::string> files, std::function<void()> wake, RankRunOptions options = {});
  /// Cancels and joins.
  ~RankRun();
  RankRun(const RankRun&) = delete;
  RankRun& operator=(const RankRun&) = delete;

  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  /// The folder whose ranks these files are; empty if opening it would not open just these, and
  /// before the run has ended.
  [[nodiscard]] std::string folder() const;
  [[nodiscard]] State state() const;
  /// That of the first file that failed, if state() is Failed.
  [[nodiscard]] RankFailure failure() const;
  /// Null until the run is Ready, or Cancelled with something to show.
  [[nodiscard]] std::shared_ptr<const RanksPicture> picture() const;
  /// The tables of the picture; null if it is.
  [[nodiscard]] std::shared_ptr<const RanksTables> tables() const;
  [[nodiscard]] RankRunProgress progress() const;
  /// Seconds that the load took or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stops reading; ranks that have been read completely are compared and kept.
  void cancel();
  /// Waits for the end (for tests and pictures).
  void wait();

 private:
  /// What was read from one file.
  struct Slot {
    LoadProgress progress;
    std::uint64_t file_bytes = 0;
    std::atomic<bool> done{false};
    std::optional<RankFailure> failure;
    bool read = false;
    RankClaim claim;
    RunFacts facts;  // of this trace only
    RankPicture picture;
  };

  void run();
  void read_files();
  void read(const std::string& file, Slot& slot);
  std::shared_ptr<const RanksPicture> compare();

  std::vector<std::string> files_;
  std::string folder_;
  std::function<void()> wake_;
  RankRunOptions options_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> kept_bytes_{0};
  std::atomic<bool> cancelled_{false}, comparing_{false};
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  State state_ = State::Loading;
  RankFailure failure_;
  std::shared_ptr<const RanksPicture> picture_;
  std::shared_ptr<const RanksTables> tables_;
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
  LongWork worker_;
};

}  // namespace lanescope
