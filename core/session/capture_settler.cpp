#include "core/session/capture_settler.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/readers/capture/loader.h"

namespace lanescope {

bool SettlePace::due(Clock::time_point now, bool grown) const {
  if (runs_ || !grown) return false;
  return asked_ || (!waits_ && now >= next_);
}

void SettlePace::begin(Clock::time_point now) {
  runs_ = true;
  asked_ = false;
  began_ = now;
}

void SettlePace::end(Clock::time_point now) {
  runs_ = false;
  const Clock::duration took = now - began_;
  waits_ = growth_ == Growth::Free && took > kMost;
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void SettlePace::shown(Clock::time_point now) {
  const Clock::duration took = std::min<Clock::duration>(now - began_, kMost);
  next_ = now + std::max<Clock::duration>(kLeastPause, took * kShare);
}

void SettlePace::fail(Clock::time_point now) {
  end(now);
  waits_ = true;
}

CaptureSettler::~CaptureSettler() {
  stop();
}

void CaptureSettler::stop() {
  progress_.cancel = true;
}

bool CaptureSettler::due(std::uint64_t bytes_read) const {
  SettlePace pace = pace_;
  if (asked_) pace.ask();
  return !progress_.cancel && pace.due(SettlePace::Clock::now(), bytes_read != last_bytes_);
}

void CaptureSettler::start(std::shared_ptr<ByteSource> source, LiveCapture::Mark mark) {
  pace_.begin(SettlePace::Clock::now());
  asked_ = false;
  last_bytes_ = mark.bytes;
  const bool can_read = source != nullptr;
  if (can_read &&
      start_thread(worker_, [this, source = std::move(source), mark = std::move(mark)]() mutable {
        settle(source, std::move(mark));
      }))
    return;
  last_bytes_ = 0;
  pace_.end(SettlePace::Clock::now());
}

/// The program that is recorded needs the machine more than this.
void CaptureSettler::settle(const std::shared_ptr<ByteSource>& source, LiveCapture::Mark mark) {
  LoadOptions options;
  options.threads = std::max(1U, hardware_threads() / 4);
  options.progress = &progress_;
  std::optional<SettledCapture> settled;
  try {
    auto loaded = load_capture_so_far(source, name_, options);
    if (loaded.ok()) settled = SettledCapture{std::move(loaded).value(), std::move(mark)};
  } catch (const std::bad_alloc&) {
    settled.reset();  // as if it had taken too long
  }
  const std::lock_guard lock(mutex_);
  settled_ = std::move(settled);
  done_ = true;
}

std::optional<SettledCapture> CaptureSettler::take() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(done_, false)) return std::nullopt;
  if (settled_) {
    pace_.end(SettlePace::Clock::now());
  } else {
    pace_.fail(SettlePace::Clock::now());
  }
  waits_ = pace_.waits();
  return std::exchange(settled_, std::nullopt);
}

}  // namespace lanescope
