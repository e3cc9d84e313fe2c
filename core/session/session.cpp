#include "core/session/session.h"

#include <algorithm>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/threads/start_thread.h"
#include "core/readers/json/event_json.h"
#include "core/readers/json/event_texts.h"
#include "core/session/capture_follower.h"
#include "core/session/snapshot_rebuilder.h"

namespace lanescope {

Session::Session(std::string path, std::function<void()> wake, const LoadOptions& options)
    : path_(std::move(path)), wake_(std::move(wake)), started_(std::chrono::steady_clock::now()) {
  begin([this, options] { run(options); });
}

Session::Session(std::string path, std::function<void()> wake, Kind kind)
    : path_(std::move(path)),
      wake_(std::move(wake)),
      state_(kind == Kind::File ? State::Loading : State::Live),
      started_(std::chrono::steady_clock::now()),
      kind_(kind) {
  if (kind != Kind::File) {
    using Growth = RebuildPacing::Growth;
    rebuilder_ = std::make_unique<SnapshotRebuilder>(
        path_, kind == Kind::KeptCapture ? Growth::Bounded : Growth::Free);
  }
  begin([this] {
    if (state() == State::Live) follow();
    if (!leaving_) run({});
  });
}

void Session::begin(const std::function<void()>& work) {
  if (start_thread(loader_, work)) return;
  error_ = {Error::Kind::Unsupported, std::string(kNoThreads)};
  state_ = State::Failed;
}

Session::~Session() {
  leaving_ = true;
  stop_following_ = true;
  progress_.cancel = true;
  if (rebuilder_) rebuilder_->stop();
}

Session::State Session::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Error Session::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

double Session::load_seconds() const {
  const std::lock_guard lock(mutex_);
  if (state_ != State::Loading) return seconds_;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void Session::cancel() {
  if (state() == State::Live) {
    stop_following_ = true;
  } else {
    progress_.cancel = true;
  }
}

void Session::enter(State state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  started_ = std::chrono::steady_clock::now();
}

/// What has been complete goes on to wait, or is returned when its time has come.
std::optional<RebuiltCapture> Session::next_complete(CaptureFollower& follower,
                                                     std::optional<RebuiltCapture>& waiting) {
  if (auto complete = follower.take_complete()) {
    waiting = std::move(complete);
    takes_next_ = false;
    if (holds_) {
      {
        const std::lock_guard lock(mutex_);
        next_ = waiting->trace;
      }
      if (wake_) wake_();
    }
  }
  if (!waiting) {
    follower.rebuild_if_due();
    return std::nullopt;
  }
  if (holds_ && !takes_next_) return std::nullopt;
  return std::exchange(waiting, std::nullopt);
}

/// Snapshots come ten times a second, or as often as they cost no more than a fifth of the time.
void Session::follow() {
  using Clock = std::chrono::steady_clock;
  constexpr auto kPause = std::chrono::milliseconds(5), kLeast = std::chrono::milliseconds(60);
  Clock::time_point next = Clock::now();
  using Kept = CaptureFollower::Kind;
  CaptureFollower follower(path_, kind_ == Kind::KeptCapture ? Kept::KeptLast : Kept::Whole,
                           *rebuilder_);
  std::optional<RebuiltCapture> waiting;
  bool news = false;
  while (!stop_following_) {
    const bool more = follower.read();
    if (follower.over()) break;
    const auto complete = next_complete(follower, waiting);
    if (complete) follower.go_on_from(*complete);
    news |= more;
    const Clock::time_point now = Clock::now();
    if (complete || (news && now >= next)) {
      news = false;
      show(follower.publish(), complete ? &complete->trace : nullptr);
      progress_.events = follower.records();
      progress_.bytes_done = progress_.bytes_total = follower.bytes_read();
      if (wake_) wake_();
      next = now + std::max<Clock::duration>(kLeast, (Clock::now() - now) * 3);
    }
    if (!more) std::this_thread::sleep_for(kPause);
  }
  rebuilder_->stop();  // without waiting: the file is loaded meanwhile
  enter(State::Loading);
  if (wake_) wake_();
}

/// Both at once: the newest begins with what is complete.
void Session::show(std::shared_ptr<const Snapshot> newest, const LoadedTrace* complete) {
  const std::lock_guard lock(mutex_);
  if (complete != nullptr) {
    complete_ = *complete;
    next_ = {};
  }
  snapshot_.publish(std::move(newest));
}

Session::Picture Session::picture() const {
  const std::lock_guard lock(mutex_);
  return {snapshot_.get(), complete_, next_};
}

bool Session::rebuild_waits() const {
  return rebuilder_ && rebuilder_->waits();
}

void Session::rebuild_now() {
  if (rebuilder_) rebuilder_->ask();
}

void Session::wait() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return has_ended(); });
}

bool Session::wait_for(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, most, [this] { return has_ended(); });
}

/// Nothing of ours throws, but the machine may run out of memory.
Result<LoadedTrace> Session::load(const LoadOptions& options) const {
  try {
    return load_trace(path_, options);
  } catch (const std::bad_alloc&) {
    return Error{Error::Kind::Unreadable, "not enough memory for it"};
  }
}

void Session::run(LoadOptions options) {
  options.progress = &progress_;
  if (wake_) {
    options.preview = [this](std::shared_ptr<const Snapshot> preview) {
      snapshot_.publish(std::move(preview));
      wake_();
    };
  }
  auto loaded = load(options);
  {
    const std::lock_guard lock(mutex_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    if (loaded.ok()) {
      snapshot_.publish(loaded.value().snapshot);
      complete_ = std::move(loaded).value();
      next_ = {};
      state_ = progress_.cancel ? State::Cancelled : State::Ready;
    } else {
      error_ = loaded.error();
      state_ = State::Failed;
    }
  }
  ended_.notify_all();
  if (wake_) wake_();
}

Result<JsonValue> Session::event_json(EventId id) const {
  return event_texts(picture().complete)(id);
}

std::function<Result<JsonValue>(EventId)> Session::event_texts(LoadedTrace complete) {
  return [complete = std::move(complete)](EventId id) -> Result<JsonValue> {
    if (!complete.texts) return Error{Error::Kind::NotFound, "the trace is still loading"};
    return lanescope::event_json(*complete.snapshot, *complete.texts, id);
  };
}

bool Session::take_file_change() const {
  const std::lock_guard lock(mutex_);
  return complete_.texts && complete_.texts->take_file_change();
}

bool Session::file_changed() const {
  const std::lock_guard lock(mutex_);
  return complete_.texts && complete_.texts->file_changed();
}

ReadEvent Session::event_reader(const LoadedTrace& complete) {
  return [read = event_texts(complete)](EventId id) -> std::optional<JsonValue> {
    Result<JsonValue> json = read(id);
    if (!json.ok()) return std::nullopt;
    return std::move(json).value();
  };
}

}  // namespace lanescope
