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

#include "core/analysis/search/event_query.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/base/threads/load_progress.h"
#include "core/base/threads/published.h"
#include "core/readers/trace_loader.h"
#include "core/store/snapshot.h"

namespace lanescope {

class CaptureFollower;
class SnapshotRebuilder;
struct RebuiltCapture;

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
    Capture,      // that somebody still writes
    KeptCapture,  // of which only the last stretch is kept until it ends
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
  /// The newest snapshot, and the newest that is complete: the same one but while a capture is
  /// followed, when the complete one is what the newest begins with. What it has keeps its ids
  /// there.
  struct Picture {
    Published<Snapshot>::Versioned newest;
    LoadedTrace complete;  // empty before the first
    LoadedTrace next;      // that take_next() makes the complete one; or empty
  };
  [[nodiscard]] Picture picture() const;
  /// Who shows what is complete may want to prepare for it: from now on it waits as Picture::next
  /// until take_next(), and takes its place soon after.
  void hold_complete() { holds_ = true; }
  void take_next() { takes_next_ = true; }
  /// Of a capture that is followed: settling has come to take so long that it waits to be asked.
  [[nodiscard]] bool rebuild_waits() const;
  /// Settles what there is, however long it takes.
  void rebuild_now();
  [[nodiscard]] const LoadProgress& progress() const { return progress_; }
  /// Seconds the load took, or has taken so far.
  [[nodiscard]] double load_seconds() const;
  /// Stop following, or stop loading and keep what is there.
  void cancel();
  /// Waits for the end of the load (text face, tests).
  void wait();
  /// The same, but no longer than that; false when the load still runs.
  bool wait_for(std::chrono::milliseconds most);

  /// The parsed text of one event of the newest complete snapshot. Reads the file: for the command
  /// line and for workers; panes go through TraceView::reader() and texts(), on a worker too.
  [[nodiscard]] Result<JsonValue> event_json(EventId id) const;
  /// The same of what has been complete, for work that may go on when the session is gone; nullopt
  /// for what has no text, which is everything while nothing is complete.
  [[nodiscard]] static ReadEvent event_reader(const LoadedTrace& complete);
  /// The same, with the reason why there is no text.
  [[nodiscard]] static std::function<Result<JsonValue>(EventId)> event_texts(LoadedTrace complete);
  /// Whether an event could not be read any more because the file has changed since it was loaded.
  [[nodiscard]] bool file_changed() const;
  /// The same, true only once: for who tells it.
  [[nodiscard]] bool take_file_change() const;

 private:
  void run(LoadOptions options);
  void follow();
  std::optional<RebuiltCapture> next_complete(CaptureFollower& follower,
                                              std::optional<RebuiltCapture>& waiting);
  void show(std::shared_ptr<const Snapshot> newest, const LoadedTrace* complete);
  void begin(const std::function<void()>& work);
  void enter(State state);
  /// Under the mutex.
  [[nodiscard]] bool has_ended() const { return state_ != State::Loading && state_ != State::Live; }
  [[nodiscard]] Result<LoadedTrace> load(const LoadOptions& options) const;

  std::string path_;
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
  std::unique_ptr<SnapshotRebuilder> rebuilder_;  // of a capture that is followed
  std::jthread loader_;
};

}  // namespace lanescope
