#include "capture/host/files/disk_sync.h"

#include <cerrno>
#include <chrono>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::chrono::seconds kPeriod{1};

}  // namespace

DiskSync::DiskSync(Disk& disk)
    : disk_(disk), thread_([this](const std::stop_token& stop) { run(stop); }) {}

DiskSync::~DiskSync() = default;

void DiskSync::watch(std::shared_ptr<FileDescriptor> file) {
  LANESCOPE_CHECK(file != nullptr, "a file to sync");
  const std::lock_guard lock(mutex_);
  before_ = std::exchange(file_, std::move(file));
}

void DiskSync::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, kPeriod, [] { return false; });
    const std::shared_ptr<FileDescriptor> before = std::exchange(before_, nullptr), file = file_;
    lock.unlock();
    for (const auto& one : {before, file}) {
      // Of a file that knows no syncing, as a pipe, nothing is asked.
      if (one == nullptr || disk_.sync(one->get()) == 0 || errno == EINVAL) continue;
      int none = 0;
      error_.compare_exchange_strong(none, errno);
    }
    lock.lock();
  }
}

}  // namespace lanescope
