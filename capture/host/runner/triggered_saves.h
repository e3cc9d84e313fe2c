// When the last seconds of a recording are saved to a file of their own: from what fires until the
// file is complete.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "capture/host/files/part_saver.h"
#include "capture/host/files/spool.h"
#include "capture/host/runner/options.h"
#include "capture/host/runner/state.h"
#include "capture/host/triggers/range_watch.h"

namespace lanescope {

/// One thread.
class TriggeredSaves {
 public:
  explicit TriggeredSaves(const CaptureOptions& options);

  /// null if no range is waited for.
  RangeWatch* watch() { return watch_ ? &*watch_ : nullptr; }

  /// Whether something may fire now: not while what fired before is being saved, and not once
  /// there are as many files as requested.
  [[nodiscard]] bool is_armed() const;
  /// Something fired. The file is saved a while later.
  void fire(std::string what, std::int64_t now_ns, std::int64_t wall_ns);
  /// Saves what is due; at the end of the recording, everything that has fired, and waits for it.
  /// Returns problems.
  std::vector<std::string> save_due(Spool& spool, std::int64_t now_ns);
  std::vector<std::string> save_rest(Spool& spool);

  /// Whether all files that were requested have been saved or could not be.
  [[nodiscard]] bool is_done() const;
  /// Whether the recording itself is not wanted any more: its end is in the last of the files.
  [[nodiscard]] bool has_all() const { return is_done() && saved_.size() == fired_; }
  [[nodiscard]] const std::vector<SavedFileState>& saved() const { return saved_; }

  /// Why the condition never fired: a clause; empty if it did, or if nothing can be said. `pid_of`:
  /// the PID of a process of the recording.
  [[nodiscard]] std::string never_fired_text(
      const std::function<std::int64_t(std::uint32_t)>& pid_of) const;

 private:
  struct Fired {
    std::string what;
    std::int64_t wall_ns = 0;
    std::int64_t save_at_ns = 0;  // monotonic
  };
  void start(Spool& spool, std::vector<std::string>& problems);
  void take(const SavedPartFile& file, std::vector<std::string>& problems);

  std::optional<RangeWatch> watch_;
  std::int64_t after_ns_;
  std::uint64_t times_;
  std::optional<Fired> pending_;  // until it is saved
  PartSaver saver_;
  std::uint64_t fired_ = 0;
  std::vector<SavedFileState> saved_;
};

}  // namespace lanescope
