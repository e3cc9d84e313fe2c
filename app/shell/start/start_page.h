// The window without a trace: open a file, a recent one, or the example; and the progress of a load
// that has nothing to show yet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shell/settings/settings.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/files/examples.h"
#include "app/workspace/files/thumbnail_folder.h"
#include "app/workspace/memory/remembered.h"
#include "app/workspace/traces/load_state.h"
#include "core/view/results/background.h"

namespace lanescope {

/// What the disk says about a recent file.
struct RecentFact {
  bool is_there = false;
  std::string size;    // "1.20 GiB"
  std::string opened;  // "today 14:05"; empty if unknown
  std::optional<Thumbnail> picture;
};

/// One for each file, in the same order. Reads the disk, which may be slow; call it on a worker.
std::vector<RecentFact> read_recent(std::span<const RecentFile> files,
                                    const ThumbnailFolder& pictures, std::int64_t now_s);

/// "today 14:05", "yesterday 9:30", else "2026-08-03", in local time. Times are seconds since 1970;
/// empty for 0.
std::string opened_text(std::int64_t opened_s, std::int64_t now_s);

struct StartChoice {
  bool browse = false, compare = false, record = false, attach = false;
  std::string path;    // a file to open; empty: none
  std::string forget;  // a file to remove from the list; empty: none
};

class StartPage {
 public:
  /// `own_folder` is for the program's own files.
  StartPage(const std::function<void()>& wake, const std::string& own_folder)
      : pictures_(own_folder), read_(wake, Urgency::Quick, file_pool()) {}

  /// `problem` is why the last attempt failed, or empty. `takes_keys`: nothing else handles the
  /// keyboard. `records`: programs can be recorded and attached to. `compares`: two files can be
  /// chosen one after the other.
  StartChoice draw(const Ui& ui, Rect area, const Settings& settings,
                   std::span<const Example> examples, const std::string& problem, bool takes_keys,
                   bool records = true, bool compares = true);
  /// Results from the disk are pending.
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  struct Key {
    std::vector<RecentFile> files;
    int visit = 0;  // each visit reads the disk again
    friend bool operator==(const Key&, const Key&) = default;
  };

  void refresh(const Settings& settings);
  static void draw_buttons(const Ui& ui, Rect row, std::span<const Example> examples, bool records,
                           StartChoice& choice);
  static void draw_hint(const Ui& ui, Rect row, bool compares, StartChoice& choice);
  void draw_list(const Ui& ui, Rect column, const Settings& settings, StartChoice& choice);
  void draw_row(const Ui& ui, Rect row, const Settings& settings, std::size_t index,
                StartChoice& choice);
  void handle_keys(const Settings& settings, StartChoice& choice);
  /// About one file; null until the disk was read.
  [[nodiscard]] const RecentFact* fact(std::size_t index) const;

  ThumbnailFolder pictures_;
  std::optional<std::size_t> highlighted_;  // by the keyboard
  std::optional<std::size_t> shown_;        // the last one scrolled to
  std::size_t first_ = 0;                   // row at the top of the list
  int visit_ = 0, last_frame_ = -2;
  bool busy_ = false;
  std::shared_ptr<const std::vector<RecentFact>> facts_;
  Background<Key, std::vector<RecentFact>> read_;
};

/// A progress bar in the middle: what is being opened, and its progress. True if the user stops it.
bool draw_progress_page(const Ui& ui, Rect area, const std::string& title, float share,
                        const std::string& words);
/// True if the user stops the load.
bool draw_loading_page(const Ui& ui, Rect area, const std::string& path, const LoadFacts& facts);

}  // namespace lanescope
