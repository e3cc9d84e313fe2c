// Sees to it that what was written reaches the disk, about once a second, on a thread of its own: a
// slow disk must not keep the rings waiting.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "capture/host/control/file_descriptor.h"
#include "capture/host/files/disk.h"

namespace lanescope {

class DiskSync {
 public:
  /// `disk` has to outlive it. Throws std::system_error where there can be no thread.
  explicit DiskSync(Disk& disk);
  ~DiskSync();  // waits for a sync that runs
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// The file that grows from now on; the one before is synced once more.
  void watch(std::shared_ptr<FileDescriptor> file);

  /// errno of the first failure; 0: none.
  [[nodiscard]] int error() const { return error_.load(); }

 private:
  void run(const std::stop_token& stop);

  Disk& disk_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::shared_ptr<FileDescriptor> file_, before_;
  std::atomic<int> error_{0};
  std::jthread thread_;
};

}  // namespace lanescope
