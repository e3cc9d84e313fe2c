// A trace of a PyTorch process that runs already, taken by its own profiler.
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
  Waiting,    // for the process to ask, which it does every 5 s as a rule
  WarmingUp,  // it has its order; with a number of steps this is part of Recording
  Recording,
  Writing,
  Done,
};

/// One trace. All from one thread, which looks every now and then.
class KinetoAttach {
 public:
  using Clock = std::chrono::steady_clock;

  /// `process` as find_process() has described it; `order` without its output; `output` is where
  /// the trace goes at the end. Becomes the daemon that the process asks. Errors: Unreadable,
  /// Unsupported: the process can not be asked, or another daemon is.
  static Result<std::unique_ptr<KinetoAttach>> open(const RunningProcess& process,
                                                    KinetoOrder order, std::string output,
                                                    Disk& disk = system_disk());

  /// Drops what is not finished; a trace that could not be put in its place stays.
  ~KinetoAttach();
  KinetoAttach(const KinetoAttach&) = delete;
  KinetoAttach& operator=(const KinetoAttach&) = delete;

  /// How far it is at `now`, which never goes back. Once Done, the trace lies at output(). Errors,
  /// after which it is over: the process has ended, does not ask, does not write, or the trace can
  /// not be moved to its place; the message says where it is then.
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
  OwnedFolder folder_;  // where the process writes
  std::unique_ptr<KinetoDaemon> daemon_;
  Clock::time_point begin_;
  Clock::time_point ordered_;  // when the process had its order; zero: not yet
  Clock::time_point grown_;    // when its file was seen to change last
  std::uintmax_t file_bytes_ = 0;
  bool done_ = false;
  Disk& disk_;
};

/// Whether the file's last byte that is no blank closes a JSON document. False for a file that can
/// not be read.
bool is_closed_json(const std::string& path);

}  // namespace lanescope
