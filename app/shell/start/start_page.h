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
#include "app/shell/start/recent_row.h"
#include "app/shell/start/start_layout.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/files/examples.h"
#include "app/workspace/files/thumbnail_folder.h"
#include "app/workspace/memory/remembered.h"
#include "app/workspace/traces/load_state.h"
#include "core/view/results/background.h"

namespace lanescope {

struct StartChoice {
  bool browse = false, compare = false, record = false, attach = false;
  std::string example;               // one to open; empty: none
  std::optional<RecentFile> recent;  // of the list, to be opened
  std::optional<RecentFile> forget;  // to be removed from the list
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

  /// Whether the list has as much height as it needs, because the page scrolls.
  enum class ListRoom : std::uint8_t { Rest, All };

  void refresh(const Settings& settings);
  static void draw_buttons(const Ui& ui, Rect area, const StartLayout& layout,
                           std::span<const Example> examples, bool records, StartChoice& choice);
  static void draw_hint(const Ui& ui, Rect area, bool below, bool compares, StartChoice& choice);
  void draw_list(const Ui& ui, Rect column, const Settings& settings, ListRoom room,
                 StartChoice& choice);
  void show_in_view(float row_y, float row_px);
  void draw_row(const Ui& ui, Rect row, const Settings& settings, std::size_t index,
                StartChoice& choice);
  void handle_keys(const Settings& settings, StartChoice& choice);
  /// About one file; null until the disk was read.
  [[nodiscard]] const RecentFact* fact(std::size_t index) const;

  ThumbnailFolder pictures_;
  std::optional<std::size_t> highlighted_;  // by the keyboard
  std::optional<std::size_t> shown_;        // the last one scrolled to
  std::size_t first_ = 0;                   // row at the top of the list
  float scroll_px_ = 0;                     // of the page, if it does not fit
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
