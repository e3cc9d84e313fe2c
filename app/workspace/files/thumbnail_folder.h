// Thumbnails of the files that were opened last, kept beside the settings. Losing them costs
// nothing but a picture in a list.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/view/navigation/thumbnail.h"

namespace lanescope {

/// `own_folder`: of the program's own files; empty: nothing is kept or found. Any thread; both read
/// or write the disk, so they are for a worker.
class ThumbnailFolder {
 public:
  explicit ThumbnailFolder(const std::string& own_folder)
      : folder_(own_folder.empty() ? std::string() : own_folder + "/thumbnails") {}

  /// Keeps the picture of a file as it is now, and throws away those of files that are not in
  /// `recent`. Failing is no news.
  void keep(const std::string& trace, const Thumbnail& thumbnail,
            std::span<const std::string> recent) const;
  /// nullopt when there is none of the file as it is now.
  [[nodiscard]] std::optional<Thumbnail> find(const std::string& trace) const;

 private:
  [[nodiscard]] std::string path_of(const std::string& trace) const;
  void prune(std::span<const std::string> recent) const;

  std::string folder_;
};

}  // namespace lanescope
