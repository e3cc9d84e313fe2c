#include "core/session/session.h"

#include <algorithm>
#include <new>
#include <optional>
#include <thread>

#include "core/base/growing_source.h"
#include "core/readers/capture_live.h"
#include "core/readers/event_texts.h"

namespace lanescope {

Session::Session(std::string path, std::function<void()> wake, const LoadOptions& options)
    : path_(std::move(path)), wake_(std::move(wake)), started_(std::chrono::steady_clock::now()) {
  loader_ = std::jthread([this, options] { run(options); });
}

Session::Session(std::string path, std::function<void()> wake, Kind kind)
    : path_(std::move(path)),
      wake_(std::move(wake)),
      state_(kind == Kind::Capture ? State::Live : State::Loading),
      started_(std::chrono::steady_clock::now()) {
  loader_ = std::jthread([this] {
    if (state() == State::Live) follow();
    if (!leaving_) run({});
  });
}

Session::~Session() {
  leaving_ = true;
  stop_following_ = true;
  progress_.cancel = true;
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

/// Snapshots come ten times a second, or as often as they cost no more than a fifth of the time.
void Session::follow() {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t kMostBytes = 16U << 20;
  constexpr auto kPause = std::chrono::milliseconds(10), kLeast = std::chrono::milliseconds(100);
  Clock::time_point next = Clock::now();
  std::optional<LiveCapture> live;
  bool news = false;
  while (!stop_following_) {
    if (!live) {
      auto source = open_growing_file(path_);
      if (source.ok()) live.emplace(std::move(source).value(), path_);
    }
    const bool more = live && live->read_some(kMostBytes);
    if (live && (live->ended() || live->refused())) break;
    news |= more;
    const Clock::time_point now = Clock::now();
    if (news && now >= next) {
      news = false;
      snapshot_.publish(live->publish());
      progress_.events = live->records();
      progress_.bytes_done = progress_.bytes_total = live->bytes_read();
      if (wake_) wake_();
      next = now + std::max<Clock::duration>(kLeast, (Clock::now() - now) * 5);
    }
    if (!more) std::this_thread::sleep_for(kPause);
  }
  enter(State::Loading);
  if (wake_) wake_();
}

void Session::wait() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return state_ != State::Loading && state_ != State::Live; });
}

/// Nothing of ours throws, but the machine may run out of memory.
Result<LoadedTrace> Session::load(const LoadOptions& options) const {
  try {
    return load_trace(path_, options);
  } catch (const std::bad_alloc&) {
    return Error{Error::Kind::Unreadable, "there is not enough memory for it"};
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
      texts_ = loaded.value().texts;
      state_ = progress_.cancel ? State::Cancelled : State::Ready;
    } else {
      error_ = loaded.error();
      state_ = State::Failed;
    }
  }
  ended_.notify_all();
  if (wake_) wake_();
}

namespace {

Result<JsonValue> read_json(const Snapshot& snapshot, const EventTexts& texts, EventId id) {
  const auto place = snapshot.place_of(id);
  if (!place) return Error{Error::Kind::NotFound, "no event has this id"};
  return texts.json_of(*place);
}

}  // namespace

std::shared_ptr<const EventTexts> Session::texts() const {
  const std::lock_guard lock(mutex_);
  return texts_;
}

Result<JsonValue> Session::event_json(EventId id) const {
  const auto snapshot = snapshot_.get().value;
  const auto texts = this->texts();
  if (!snapshot || !texts) return Error{Error::Kind::NotFound, "the trace is still loading"};
  return read_json(*snapshot, *texts, id);
}

ReadEvent Session::event_reader() const {
  const auto snapshot = snapshot_.get().value;
  const auto texts = this->texts();
  if (!snapshot || !texts) return [](EventId) -> std::optional<JsonValue> { return std::nullopt; };
  return [snapshot, texts](EventId id) -> std::optional<JsonValue> {
    Result<JsonValue> json = read_json(*snapshot, *texts, id);
    if (!json.ok()) return std::nullopt;
    return std::move(json).value();
  };
}

}  // namespace lanescope
