#include "core/session/session.h"

#include <algorithm>
#include <new>

#include "core/base/threads/start_thread.h"
#include "core/readers/capture/live.h"
#include "core/readers/capture/stream.h"
#include "core/readers/json/event_texts.h"
#include "core/session/capture_trace.h"
#include "core/session/laid_trace.h"
#include "core/session/snapshot_rebuilder.h"

namespace lanescope {

/// Snapshots of a recording that is still being written: frequent ones of everything so far, and
/// occasionally one rebuilt as if the recording had ended, with which later snapshots begin. One
/// thread.
class CaptureFollower {
 public:
  enum class Kind : std::uint8_t {
    Whole,
    KeptLast  // see follow_kept_capture
  };
  /// `path` need not exist yet. `rebuilder` must outlive this.
  CaptureFollower(std::string path, Kind kind, SnapshotRebuilder& rebuilder)
      : path_(std::move(path)), kind_(kind), rebuilder_(&rebuilder) {}

  /// Reads new data, at most 16 MiB; false if there is none.
  bool read();
  /// The recording has been closed, or the file is not a recording.
  [[nodiscard]] bool over() const { return live_ && (live_->ended() || live_->refused()); }
  /// The trace that has been completed since the last call.
  std::optional<RebuiltCapture> take_complete() { return rebuilder_->take(); }
  /// From now on, publish() returns snapshots that begin with it. Cost: see
  /// LiveBuilder::go_on_from.
  void go_on_from(const RebuiltCapture& complete);
  /// Begins to rebuild from what has been read, if it is time to.
  void rebuild_if_due();
  /// Call after read() has returned true. Cost: see LiveBuilder::publish.
  std::shared_ptr<const Snapshot> publish() { return live_->publish(); }
  [[nodiscard]] std::uint64_t records() const { return live_->records(); }
  [[nodiscard]] std::uint64_t bytes_read() const { return live_->bytes_read(); }

 private:
  static constexpr std::uint64_t kMostBytes = 16U << 20;

  std::string path_;
  Kind kind_;
  SnapshotRebuilder* rebuilder_;
  std::unique_ptr<CaptureStream> stream_;
  std::optional<LiveCapture> live_;
};

bool CaptureFollower::read() {
  if (!live_) {
    auto stream = kind_ == Kind::Whole ? follow_capture(path_) : follow_kept_capture(path_);
    if (!stream.ok()) return false;
    stream_ = std::move(stream).value();
    live_.emplace(stream_->stream(), path_);
  }
  return live_->read_some(kMostBytes);
}

/// Data that is no longer kept is also removed from the tracks.
void CaptureFollower::go_on_from(const RebuiltCapture& complete) {
  rebuilder_->note_shown();
  const Snapshot& trace = *complete.trace.snapshot;
  live_->go_on_from(complete.trace.snapshot, complete.mark,
                    kind_ == Kind::KeptLast ? trace.extent.begin_ns : kMinNs);
}

void CaptureFollower::rebuild_if_due() {
  if (!live_ || live_->refused() || live_->records() == 0) return;
  if (!rebuilder_->due(live_->bytes_read())) return;
  auto source = stream_->until(live_->bytes_read());
  rebuilder_->start(source.ok() ? std::move(source).value() : nullptr, live_->mark());
}

Session::Session(std::string path, std::function<void()> wake, const LoadOptions& options)
    : path_(std::move(path)), wake_(std::move(wake)), started_(std::chrono::steady_clock::now()) {
  begin([this, options] { run(options); });
}

Session::Session(std::string path, std::function<void()> wake, Kind kind, BesideTrace beside)
    : path_(std::move(path)),
      beside_(std::move(beside)),
      wake_(std::move(wake)),
      state_(kind == Kind::File ? State::Loading : State::Live),
      started_(std::chrono::steady_clock::now()),
      kind_(kind),
      wanted_steps_(beside_.steps) {
  if (kind != Kind::File) {
    using Growth = RebuildPacing::Growth;
    rebuilder_ = std::make_unique<SnapshotRebuilder>(
        path_, kind == Kind::KeptCapture ? Growth::Bounded : Growth::Free);
  }
  LoadOptions options;
  options.execution_trace = beside_.execution_trace;
  options.capture_trace = beside_.capture_trace;
  options.capture_trace_may_not_fit = beside_.capture_trace_may_not_fit;
  begin([this, options] {
    if (state() == State::Live) follow();
    if (!leaving_) run(options);
  });
}

void Session::begin(const std::function<void()>& work) {
  if (loader_.start(work)) return;
  error_ = {Error::Kind::Unsupported, std::string(kNoThreads)};
  state_ = State::Failed;
}

Session::~Session() {
  leaving_ = true;
  stop_following_ = true;
  progress_.discard = true;
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

/// A newly completed trace waits, and is returned when it may be shown.
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

/// Snapshots are at least 60 ms apart, and further apart if they would take more than a third of
/// the time.
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
  rebuilder_->stop();  // without waiting: the file is loaded in the meantime
  enter(State::Loading);
  if (wake_) wake_();
}

/// Both at once, because the newest snapshot begins with the complete one.
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
  loader_.run_here();
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return has_ended(); });
}

bool Session::wait_for(std::chrono::milliseconds most) {
  loader_.run_here();
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, most, [this] { return has_ended(); });
}

/// Our code does not throw, but memory may run out.
Result<LoadedTrace> Session::load(const LoadOptions& options) const {
  try {
    auto loaded = beside_.profile.file.empty() ? load_trace(path_, options)
                                               : load_with_profile(path_, beside_.profile, options);
    if (!loaded.ok() || progress_.cancel) return loaded;
    if (!options.capture_trace.empty()) {
      return with_capture_trace(
          std::move(loaded).value(), options.capture_trace,
          options.capture_trace_may_not_fit ? CaptureFit::Optional : CaptureFit::Required);
    }
    if (loaded.value().snapshot->info.format != "kineto-json") return loaded;
    return with_capture_trace_beside(std::move(loaded).value(), path_);
  } catch (const std::bad_alloc&) {
    // Of another kind than what is wrong with a file.
    return Error{Error::Kind::Invalid, "not enough memory for it"};
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
  publish_loaded(load(options));
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
  const auto whole = [read = event_texts(complete)](EventId id) {
    Result<JsonValue> json = read(id);
    return json.ok() ? std::optional(std::move(json).value()) : std::nullopt;
  };
  const auto arguments = [=](EventId id, JsonKeys keys, SameJson& same) -> SharedJson {
    if (!complete.texts) return nullptr;
    Result<SharedJson> json = event_arguments(*complete.snapshot, *complete.texts, id, keys, same);
    return json.ok() ? std::move(json).value() : nullptr;
  };
  return {whole, arguments};
}

}  // namespace lanescope
