// Traces a running PyTorch process with its own profiler.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "capture/host/attach/kineto_config.h"
#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/attach/process_list.h"
#include "capture/host/control/owned_folder.h"
#include "capture/host/files/disk.h"
#include "core/base/result.h"

namespace lanescope {

enum class AttachStage {
  Waiting,    // for the process to poll, usually every 5 s
  WarmingUp,  // it has its order; if ordered by steps, part of Recording
  Recording,
  Writing,
  Done,
};

/// One trace. Used by one thread, which polls it regularly.
class KinetoAttach {
 public:
  using Clock = std::chrono::steady_clock;

  /// `process`: from find_process(). `order`: without its output. `output`: where the finished
  /// trace goes. Becomes the daemon that the process polls. Errors: Unreadable, Unsupported: the
  /// process cannot be asked, or another daemon is running.
  static Result<std::unique_ptr<KinetoAttach>> open(const RunningProcess& process,
                                                    KinetoOrder order, std::string output,
                                                    Disk& disk = system_disk());

  /// Discards an unfinished trace; one that could not be moved to its place is kept.
  ~KinetoAttach();
  KinetoAttach(const KinetoAttach&) = delete;
  KinetoAttach& operator=(const KinetoAttach&) = delete;

  /// The stage at `now`, which must not go backwards. Once Done, the trace is at output(). Errors,
  /// all final: the process has ended, does not poll, does not write, or the trace cannot be moved
  /// to its place; the message then says where it is.
  Result<AttachStage> look(Clock::time_point now);

  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  KinetoAttach(std::int64_t pid, KinetoOrder order, std::string output, OwnedFolder folder,
               std::unique_ptr<KinetoDaemon> daemon, Disk& disk);
  Result<AttachStage> wait_for_question(Clock::time_point now);
  Result<AttachStage> wait_for_file(Clock::time_point now);
  Result<AttachStage> keep(const std::string& file);
  [[nodiscard]] AttachStage stage_at(Clock::duration since_order) const;

  std::int64_t pid_;
  KinetoOrder order_;
  std::string output_;
  OwnedFolder folder_;  // where the process writes its trace
  std::unique_ptr<KinetoDaemon> daemon_;
  Clock::time_point begin_;
  Clock::time_point ordered_;  // when the process got its order; zero: not yet
  Clock::time_point grown_;    // when its file was last seen to change
  std::uintmax_t file_bytes_ = 0;
  bool done_ = false;
  Disk& disk_;
};

/// Whether the file's last non-blank byte closes a JSON document. False for an unreadable file.
bool is_closed_json(const std::string& path);

}  // namespace lanescope
