// Thumbnails of recent files, kept next to the settings. If they are lost, only pictures in a list
// are missing.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/view/navigation/thumbnail.h"

namespace lanescope {

/// `own_folder` is for the program's own files; if empty, nothing is saved or found. Any thread;
/// both functions access the disk, so call them on a worker.
class ThumbnailFolder {
 public:
  explicit ThumbnailFolder(const std::string& own_folder)
      : folder_(own_folder.empty() ? std::string() : own_folder + "/thumbnails") {}

  /// Saves the thumbnail of a file's current state, and deletes those of files that are not in
  /// `recent`. Ignores errors.
  void keep(const std::string& trace, const Thumbnail& thumbnail,
            std::span<const std::string> recent) const;
  /// nullopt if there is none for the file's current state.
  [[nodiscard]] std::optional<Thumbnail> find(const std::string& trace) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& trace) const;
  void prune(std::span<const std::string> recent) const;

  std::string folder_;
};

}  // namespace lanescope
