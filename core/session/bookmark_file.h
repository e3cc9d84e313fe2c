// BookmarkFile: a trace's bookmarks on disk, read and written by the threads for files. The trace
// itself is never written to.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/threads/task_pool.h"
#include "core/view/navigation/bookmarks.h"

namespace lanescope {

class BookmarkFile {
 public:
  /// Where bookmarks may lie: beside the trace, and where that can not be written. An empty path is
  /// no place.
  struct Places {
    std::string beside;
    std::string fallback;
  };
  /// "run.json.gz" beside: "run.json.gz.lanescope.json". `own_folder`: of the program's own files;
  /// empty: there is none.
  static Places places_of(const std::string& trace, const std::string& own_folder);

  /// Starts reading at once. `wake` is called from another thread when something was read, or went
  /// wrong.
  BookmarkFile(Places places, std::function<void()> wake);
  /// Writes what still waits.
  ~BookmarkFile();
  BookmarkFile(const BookmarkFile&) = delete;
  BookmarkFile& operator=(const BookmarkFile&) = delete;

  /// What the files held, once it is read; then nothing more.
  std::optional<Bookmarks> take_read();
  /// Writes them soon, by a new file put in the old one's place. Only the newest wait is kept.
  void save(const Bookmarks& bookmarks);
  /// What a user should know, one line at a time: a file that is not ours (it is left as it is), a
  /// place that can not be written.
  std::optional<std::string> take_notice();
  /// Nothing is read or waits to be written.
  [[nodiscard]] bool idle() const;
  /// Why the newest bookmarks are not on the disk; empty: they are, or will be in a moment.
  [[nodiscard]] std::string unsaved() const;

 private:
  void start();
  void work();
  void read_all();
  void write(const Bookmarks& bookmarks);
  void note_outcome(std::string why_not);
  void tell(std::string notice);

  Places places_;
  std::function<void()> wake_;
  // Of the task alone; there is one at most.
  bool has_read_ = false;
  bool fallback_reported_ = false, failure_reported_ = false;
  std::optional<Bookmarks> on_disk_;

  mutable std::mutex mutex_;
  std::optional<Bookmarks> read_, waiting_;
  std::vector<std::string> notices_;
  std::string unsaved_;
  bool busy_ = false, refused_ = false;  // refused: there is no thread
  TaskGroup tasks_{file_pool()};         // last: they use all of the above
};

}  // namespace lanescope
