// The recent files as a menu: names that are equal are told apart by their folders, and files that
// no longer exist are gray.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/workspace/memory/remembered.h"
#include "core/view/results/background.h"

namespace lanescope {

/// For each file, as much of its folder as tells it apart from others of that name: "runs/b", with
/// "…/" before it if that is not all. Pure.
std::vector<std::string> telling_folders(std::span<const RecentFile> files);

/// "run (4 ranks)" for a folder of ranks; a file's name if `ranks` is 0.
std::string recent_name(const std::string& path, std::size_t ranks);

/// UI thread only.
class RecentMenu {
 public:
  /// `wake` requests a frame, from any thread.
  explicit RecentMenu(const std::function<void()>& wake)
      : on_disk_(wake, Urgency::Quick, file_pool()) {}

  /// Draws the rows of an open menu; returns the file that was chosen, or "". The disk is asked
  /// once each time the menu opens, on a worker; until then no file is gray, and no ranks are
  /// counted.
  std::string draw(const Ui& ui, std::span<const RecentFile> files);

 private:
  struct Key {
    std::vector<std::string> files;
    int opened = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

  /// What the disk says about one of them.
  struct OnDisk {
    bool missing = false;
    std::size_t ranks = 0;  // of a folder
  };
  static std::vector<OnDisk> ask_disk(const std::vector<std::string>& files);

  int opened_ = 0, last_frame_ = -2;
  Background<Key, std::vector<OnDisk>> on_disk_;
};

}  // namespace lanescope
