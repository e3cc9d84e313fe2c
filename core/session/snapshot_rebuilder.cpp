#include "core/session/snapshot_rebuilder.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/readers/capture/loader.h"

namespace lanescope {

SnapshotRebuilder::~SnapshotRebuilder() {
  stop();
}

void SnapshotRebuilder::stop() {
  progress_.cancel = true;
}

bool SnapshotRebuilder::due(std::uint64_t bytes_read) const {
  RebuildPacing pace = pace_;
  if (asked_) pace.ask();
  return !progress_.cancel && pace.due(RebuildPacing::Clock::now(), bytes_read != last_bytes_);
}

void SnapshotRebuilder::start(std::shared_ptr<ByteSource> source, LiveCapture::Mark mark) {
  pace_.begin(RebuildPacing::Clock::now());
  asked_ = false;
  last_bytes_ = mark.bytes;
  if (!source) {
    last_bytes_ = 0;
    pace_.end(RebuildPacing::Clock::now());
    return;
  }
  const bool started =
      start_thread(worker_, [this, source = std::move(source), mark = std::move(mark)]() mutable {
        settle(source, std::move(mark));
      });
  if (started) return;
  last_bytes_ = 0;
  pace_.end(RebuildPacing::Clock::now());
}

/// The program that is recorded needs the machine more than this.
void SnapshotRebuilder::settle(const std::shared_ptr<ByteSource>& source, LiveCapture::Mark mark) {
  LoadOptions options;
  options.threads = std::max(1U, hardware_threads() / 4);
  options.progress = &progress_;
  std::optional<RebuiltCapture> complete;
  try {
    auto loaded = load_capture_so_far(source, name_, options);
    if (loaded.ok()) complete = RebuiltCapture{std::move(loaded).value(), std::move(mark)};
  } catch (const std::bad_alloc&) {
    complete.reset();  // as if it had taken too long
  }
  const std::lock_guard lock(mutex_);
  complete_ = std::move(complete);
  done_ = true;
}

std::optional<RebuiltCapture> SnapshotRebuilder::take() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(done_, false)) return std::nullopt;
  if (complete_) {
    pace_.end(RebuildPacing::Clock::now());
  } else {
    pace_.fail(RebuildPacing::Clock::now());
  }
  waits_ = pace_.waits();
  return std::exchange(complete_, std::nullopt);
}

}  // namespace lanescope
