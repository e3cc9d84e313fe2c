#include "core/session/snapshot_rebuilder.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/readers/capture/loader.h"

namespace lanescope {

bool RebuildPacing::due(Clock::time_point now, bool grown) const {
  if (runs_ || !grown) return false;
  return asked_ || (!waits_ && now >= next_);
}

void RebuildPacing::begin(Clock::time_point now) {
  runs_ = true;
  asked_ = false;
  began_ = now;
}

void RebuildPacing::end(Clock::time_point now) {
  runs_ = false;
  const Clock::duration took = now - began_;
  waits_ = growth_ == Growth::Free && took > kMost;
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void RebuildPacing::shown(Clock::time_point now) {
  const Clock::duration took = std::min<Clock::duration>(now - began_, kMost);
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void RebuildPacing::fail(Clock::time_point now) {
  end(now);
  waits_ = true;
}

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
  const bool can_read = source != nullptr;
  if (can_read &&
      start_thread(worker_, [this, source = std::move(source), mark = std::move(mark)]() mutable {
        settle(source, std::move(mark));
      }))
    return;
  last_bytes_ = 0;
  pace_.end(RebuildPacing::Clock::now());
}

/// Uses few threads: the recorded program needs the machine more.
void SnapshotRebuilder::settle(const std::shared_ptr<ByteSource>& source, LiveCapture::Mark mark) {
  LoadOptions options;
  options.threads = std::max(1U, hardware_threads() / 4);
  options.progress = &progress_;
  std::optional<RebuiltCapture> complete;
  try {
    auto loaded = load_capture_so_far(source, name_, options);
    if (loaded.ok()) complete = RebuiltCapture{std::move(loaded).value(), std::move(mark)};
  } catch (const std::bad_alloc&) {
    complete.reset();  // treated as if it had taken too long
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
