// Written data reaches the disk while recording.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

#include "capture/host/files/disk.h"

using namespace lanescope;

namespace {

/// Counts how often each file was synced, and fails on demand.
class CountingDisk final : public Disk {
 public:
  int sync(int file) override {
    const std::lock_guard lock(mutex_);
    ++times_[file];
    if (reason == 0) return 0;
    errno = reason;
    return -1;
  }
  int times(int file) {
    const std::lock_guard lock(mutex_);
    return times_[file];
  }
  std::atomic<int> reason{0};

 private:
  std::mutex mutex_;
  std::map<int, int> times_;
};

std::shared_ptr<FileDescriptor> some_file() {
  return std::make_shared<FileDescriptor>(::open("/dev/null", O_RDWR | O_CLOEXEC));
}

template <typename Condition>
bool comes_true(Condition condition) {
  for (int tries = 0; tries < 3000; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace

TEST_CASE("the file that grows is synced once a second, the one before it once more") {
  CountingDisk disk;
  const auto first = some_file(), second = some_file();
  const auto begin = std::chrono::steady_clock::now();
  {
    DiskSync sync(disk);
    sync.watch(first);
    REQUIRE(comes_true([&] { return disk.times(first->get()) >= 1; }));
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(990));
    const int before = disk.times(first->get());
    sync.watch(second);
    REQUIRE(comes_true([&] { return disk.times(second->get()) >= 2; }));
    CHECK(disk.times(first->get()) == before + 1);
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(2900));
    CHECK(sync.error() == 0);
  }
  const int last = disk.times(second->get());
  CHECK(disk.times(first->get()) <= 2);
  CHECK(last <= 4);
}

TEST_CASE("the first failure of a disk is kept; a file that knows no syncing has not failed") {
  CountingDisk disk;
  const auto file = some_file();
  disk.reason = EINVAL;
  DiskSync sync(disk);
  sync.watch(file);
  REQUIRE(comes_true([&] { return disk.times(file->get()) >= 1; }));
  CHECK(sync.error() == 0);
  disk.reason = EIO;
  REQUIRE(comes_true([&] { return sync.error() != 0; }));
  CHECK(sync.error() == EIO);
  const int before = disk.times(file->get());
  disk.reason = ENOSPC;
  REQUIRE(comes_true([&] { return disk.times(file->get()) > before; }));
  CHECK(sync.error() == EIO);
}

TEST_CASE("who ends the syncing waits no second for it") {
  CountingDisk disk;
  const auto begin = std::chrono::steady_clock::now();
  {
    DiskSync sync(disk);
    sync.watch(some_file());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(800));
}
