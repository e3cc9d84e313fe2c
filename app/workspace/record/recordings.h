// The recordings of this window: the one that runs, and those that have ended.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/workspace/notices/notices.h"
#include "app/workspace/record/recording.h"

namespace lanescope {

/// UI thread only.
struct Recordings {
  std::unique_ptr<Recording> current;  // null: none runs
  /// What their programs write is read as long as they go on, or it would pile up.
  std::vector<std::unique_ptr<Recording>> ended;

  [[nodiscard]] bool records_into(const std::string& file) const {
    return current && current->file() == file;
  }
  /// Null when it is forgotten.
  [[nodiscard]] Recording* of(const std::string& file) const;
  /// The one whose program runs: the current one, else the one into `front`, else the last. Null:
  /// none runs.
  [[nodiscard]] Recording* running(const std::string& front) const;
  [[nodiscard]] bool program_runs() const { return !all_running().empty(); }
  /// Of an ended one.
  [[nodiscard]] bool program_goes_on() const;
  /// All whose programs run.
  [[nodiscard]] std::vector<Recording*> all_running() const;
  /// Before it is told what would be lost: what is known may be a second old.
  void refresh_now();
  void add_stakes(QuitStakes& stakes) const;
  [[nodiscard]] std::vector<Parting> parting_words() const;
};

}  // namespace lanescope
