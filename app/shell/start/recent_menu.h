// The recent files as a menu: names that are equal are told apart by their folders, and files that
// no longer exist are gray, with a button that removes them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/workspace/memory/remembered.h"
#include "core/view/results/background.h"

namespace lanescope {

/// UI thread only.
class RecentMenu {
 public:
  /// `wake` requests a frame, from any thread.
  explicit RecentMenu(const std::function<void()>& wake)
      : on_disk_(wake, Urgency::Quick, file_pool()) {}

  struct Choice {
    std::optional<RecentFile> open;
    std::optional<RecentFile> forget;  // one that is gone; the menu stays open
  };

  /// Draws the rows of an open menu. The disk is asked on a worker each time the menu opens or the
  /// list changes; until then no file is gray, and no ranks are counted.
  Choice draw(const Ui& ui, std::span<const RecentFile> files);

 private:
  struct Key {
    std::vector<RecentFile> files;
    int opened = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  /// What the disk says about one of them.
  struct OnDisk {
    bool missing = false;
    std::size_t ranks = 0;  // of a folder
  };
  static std::vector<OnDisk> ask_disk(const std::vector<RecentFile>& files);
  static void draw_row(const Ui& ui, const RecentFile& file, const std::string& folder,
                       OnDisk known, Choice& choice);

  int opened_ = 0, last_frame_ = -2;
  Background<Key, std::vector<OnDisk>> on_disk_;
};

}  // namespace lanescope
