// BookmarkFile: a trace's bookmarks on disk, read and written by the file threads. The trace itself
// is never written to.
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
  /// Where bookmarks may be stored: next to the trace, or if that is not writable, in the fallback.
  /// An empty path means none.
  struct Places {
    std::string beside;
    std::string fallback;
  };
  /// "run.json.gz" has "run.json.gz.lanescope.json" next to it. `own_folder`: the folder of the
  /// program's own files; empty if there is none.
  static Places places_of(const std::string& trace, const std::string& own_folder);

  /// Starts reading at once. `wake` is called from another thread when reading or writing has
  /// finished or failed.
  BookmarkFile(Places places, std::function<void()> wake);
  /// Writes what has not been written yet.
  ~BookmarkFile();
  BookmarkFile(const BookmarkFile&) = delete;
  BookmarkFile& operator=(const BookmarkFile&) = delete;

  /// The contents of the files, once they have been read; after that, nullopt.
  std::optional<Bookmarks> take_read();
  /// Writes them soon, to a new file that replaces the old one. Only the latest ones are kept
  /// waiting.
  void save(const Bookmarks& bookmarks);
  /// Messages for the user, one at a time: a file that is not ours (it is left alone), or a place
  /// that is not writable.
  std::optional<std::string> take_notice();
  /// Nothing is being read or is waiting to be written.
  [[nodiscard]] bool idle() const;
  /// Why the latest bookmarks are not on disk; empty if they are or will be shortly.
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
  // Used only by the task; there is at most one.
  bool has_read_ = false;
  bool fallback_reported_ = false, failure_reported_ = false;
  std::optional<Bookmarks> on_disk_;

  mutable std::mutex mutex_;
  std::optional<Bookmarks> read_, waiting_;
  std::vector<std::string> notices_;
  std::string unsaved_;
  bool busy_ = false, refused_ = false;  // refused: no thread was available
  TaskGroup tasks_{file_pool()};         // last, because tasks use all of the above
};

}  // namespace lanescope
