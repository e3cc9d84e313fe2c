// The recordings of this window: the current one, and those that have ended.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/workspace/notices/notices.h"
#include "app/workspace/record/recording.h"

namespace lanescope {

/// UI thread only.
struct Recordings {
  std::unique_ptr<Recording> current;  // null: none
  /// Their programs' output must be read while they run, or it would pile up.
  std::vector<std::unique_ptr<Recording>> ended;

  [[nodiscard]] bool records_into(const std::string& file) const {
    return current && current->file() == file;
  }
  /// Null if there is none for that file any more.
  [[nodiscard]] Recording* of(const std::string& file) const;
  /// The recording whose program is running: the current one, else the one into the file `front`,
  /// else the last. Null: none.
  [[nodiscard]] Recording* running(const std::string& front) const;
  [[nodiscard]] bool program_runs() const { return !all_running().empty(); }
  /// Whether the program of an ended recording is running.
  [[nodiscard]] bool program_goes_on() const;
  /// All recordings whose programs are running.
  [[nodiscard]] std::vector<Recording*> all_running() const;
  /// Call before telling the user what would be lost: the known state may be a second old.
  void refresh_now();
  void add_stakes(QuitStakes& stakes) const;
  [[nodiscard]] std::vector<Parting> parting_words() const;
};

}  // namespace lanescope
