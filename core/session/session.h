// Session: one open trace. Owns its loader thread, the published snapshot and the source the
// arguments are read from.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/analysis/event_query.h"
#include "core/base/json_value.h"
#include "core/base/load_progress.h"
#include "core/base/published.h"
#include "core/base/result.h"
#include "core/readers/trace_loader.h"
#include "core/store/snapshot.h"

namespace lanescope {

class Session {
 public:
  enum class State {
    Live,  // the file is still written: snapshots show what is there
    Loading,
    Ready,
    Cancelled,
    Failed
  };
  enum class Kind {
    File,
    Capture,  // that somebody still writes
  };

  /// Starts loading at once on a thread of its own. `wake` is called from that thread whenever
  /// there is something new to draw (a preview, the end, an error); it must only poke the event
  /// loop.
  Session(std::string path, std::function<void()> wake, const LoadOptions& options = {});
  /// A capture is followed until its writer ends it, or until cancel(); then it is loaded as a
  /// file.
  Session(std::string path, std::function<void()> wake, Kind kind);
  /// Cancels and joins.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] State state() const;
  /// The reason when state() is Failed.
  [[nodiscard]] Error error() const;
  /// The newest snapshot; null before the first preview. One pointer copy under a mutex.
  [[nodiscard]] Published<Snapshot>::Versioned snapshot() const { return snapshot_.get(); }
  [[nodiscard]] const LoadProgress& progress() const { return progress_; }
  /// Seconds the load took, or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stop following, or stop loading and keep what is there.
  void cancel();
  /// Waits for the end of the load (text face, tests).
  void wait();

  /// The parsed text of one event. Never on the UI thread: ask through EventTextCache (view) or
  /// from a worker.
  [[nodiscard]] Result<JsonValue> event_json(EventId id) const;
  /// The same of the snapshot of now, for work that may go on when the session is gone; nullopt for
  /// what has no text, which is everything while the trace is loading.
  [[nodiscard]] ReadEvent event_reader() const;

 private:
  void run(LoadOptions options);
  void follow();
  void enter(State state);
  [[nodiscard]] Result<LoadedTrace> load(const LoadOptions& options) const;
  [[nodiscard]] std::shared_ptr<const EventTexts> texts() const;

  std::string path_;
  std::function<void()> wake_;
  LoadProgress progress_;
  Published<Snapshot> snapshot_;
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  State state_ = State::Loading;
  Error error_;
  std::shared_ptr<const EventTexts> texts_;
  std::chrono::steady_clock::time_point started_;
  double seconds_ = 0;
  std::atomic<bool> stop_following_ = false, leaving_ = false;
  std::jthread loader_;
};

}  // namespace lanescope
