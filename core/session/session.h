// Session: one open trace. Owns its loader thread, the published snapshot, and the source from
// which event arguments are read.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/analysis/search/event_query.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/base/threads/load_progress.h"
#include "core/base/threads/long_work.h"
#include "core/base/threads/task_pool.h"
#include "core/readers/trace_loader.h"
#include "core/session/beside_trace.h"
#include "core/store/snapshot.h"

namespace lanescope {

// Published<T>: passes immutable objects from the loader thread to any number of readers. A mutex
// guards the pointer: std::atomic<std::shared_ptr> of g++ 12 triggers a ThreadSanitizer report
// inside the library.

template <typename T>
class Published {
 public:
  struct Versioned {
    std::shared_ptr<const T> value;  // null before the first publish
    std::uint64_t generation = 0;    // number of publishes
  };

  void publish(std::shared_ptr<const T> value) {
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
    ++generation_;
  }
  [[nodiscard]] Versioned get() const {
    const std::lock_guard lock(mutex_);
    return {value_, generation_};
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> value_;
  std::uint64_t generation_ = 0;
};

class CaptureFollower;
class SnapshotRebuilder;
struct RebuiltCapture;

class Session {
 public:
  enum class State {
    Live,  // the file is still being written: snapshots show what it has so far
    Loading,
    Ready,
    Cancelled,
    Failed
  };
  enum class Kind {
    File,
    Capture,      // a recording that is still being written
    KeptCapture,  // one of which only the last part is kept until it ends
  };

  /// Starts loading at once on its own thread. `wake` is called from that thread whenever there is
  /// something new to draw (a preview, the end, an error); it must do no more than wake the event
  /// loop.
  Session(std::string path, std::function<void()> wake, const LoadOptions& options = {});
  /// A capture is followed until its writer ends it or cancel() is called; then it is loaded as a
  /// file. The message of an error begins with the file that it is about if there is a profile. If
  /// no range has the names of `beside.steps`, that is an error: see with_steps().
  Session(std::string path, std::function<void()> wake, Kind kind, BesideTrace beside = {});
  /// Cancels and joins.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const BesideTrace& beside() const { return beside_; }
  [[nodiscard]] State state() const;
  /// The reason if state() is Failed.
  [[nodiscard]] Error error() const;
  /// The newest snapshot; null before the first preview. One pointer copy under a mutex.
  [[nodiscard]] Published<Snapshot>::Versioned snapshot() const { return snapshot_.get(); }
  /// The newest snapshot, and the newest complete one. They are the same, except while a capture is
  /// followed: then the complete one is the beginning of the newest one, with the same ids.
  struct Picture {
    Published<Snapshot>::Versioned newest;
    LoadedTrace complete;  // empty at first
    LoadedTrace next;      // the one that take_next() will make the complete one, or empty
  };
  [[nodiscard]] Picture picture() const;
  /// For users of the complete snapshot who need to prepare for a new one: from now on it waits as
  /// Picture::next until take_next(), and replaces the old one soon after.
  void hold_complete() { holds_ = true; }
  void take_next() { takes_next_ = true; }
  /// For a capture that is followed: rebuilding takes so long by now that it is only done on
  /// request.
  [[nodiscard]] bool rebuild_waits() const;
  /// Rebuilds from everything recorded so far, however long it takes.
  void rebuild_now();
  /// Other ranges are the steps from now on, see with_steps(); empty: those that were found. What
  /// is loaded is published again with them soon, by another thread; of what is still loading, when
  /// it has been. Does nothing if that was the last choice.
  void choose_steps(const std::string& pattern);
  /// Why the last choice was of no use, once; the steps are then those that were found.
  std::optional<std::string> take_steps_problem();
  /// What is loaded is being published with the last choice.
  [[nodiscard]] bool choosing_steps() const;
  [[nodiscard]] const LoadProgress& progress() const { return progress_; }
  /// Seconds that the load took or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stops following, or stops loading and keeps what has been loaded.
  void cancel();
  /// Waits for the end of the load (command line, tests).
  void wait();
  /// The same, but for at most `most`; false if the load is still running.
  bool wait_for(std::chrono::milliseconds most);

  /// The parsed text of an event of the newest complete snapshot. Reads the file: for the command
  /// line and for workers; panes use TraceView::reader() and texts(), which also run on a worker.
  [[nodiscard]] Result<JsonValue> event_json(EventId id) const;
  /// The same for a given complete trace, for work that may outlive the session; nullopt for events
  /// without text, which is all of them if nothing is complete.
  [[nodiscard]] static ReadEvent event_reader(const LoadedTrace& complete);
  /// The same, with the reason if there is no text.
  [[nodiscard]] static std::function<Result<JsonValue>(EventId)> event_texts(LoadedTrace complete);
  /// Whether an event could not be read because the file has changed since it was loaded.
  [[nodiscard]] bool file_changed() const;
  /// The same, but true only once, so that it is reported once.
  [[nodiscard]] bool take_file_change() const;

 private:
  void run(LoadOptions options);
  void follow();
  std::optional<RebuiltCapture> next_complete(CaptureFollower& follower,
                                              std::optional<RebuiltCapture>& waiting);
  void show(std::shared_ptr<const Snapshot> newest, const LoadedTrace* complete);
  void begin(const std::function<void()>& work);
  void enter(State state);
  /// Call with the mutex held, as start_choosing().
  [[nodiscard]] bool has_ended() const { return state_ != State::Loading && state_ != State::Live; }
  [[nodiscard]] Result<LoadedTrace> load(const LoadOptions& options) const;
  void publish_loaded(Result<LoadedTrace> loaded);
  void start_choosing();
  void publish_chosen();
  [[nodiscard]] std::string wanted_steps() const;

  std::string path_;
  BesideTrace beside_;
  std::function<void()> wake_;
  LoadProgress progress_;
  Published<Snapshot> snapshot_;
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  State state_ = State::Loading;
  Error error_;
  LoadedTrace complete_;  // the newest
  LoadedTrace next_;      // see hold_complete()
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
  Kind kind_ = Kind::File;
  std::atomic<bool> stop_following_ = false, leaving_ = false, holds_ = false, takes_next_ = false;
  std::unique_ptr<SnapshotRebuilder> rebuilder_;  // for a capture that is followed
  LoadedTrace found_;                             // the complete one with the steps that were found
  std::string wanted_steps_;                      // the last choice
  std::string steps_problem_;                     // see take_steps_problem()
  bool chooses_steps_ = false;
  TaskGroup choices_{task_pool()};  // uses all of the above, as does the loader
  LongWork loader_;
};

}  // namespace lanescope
