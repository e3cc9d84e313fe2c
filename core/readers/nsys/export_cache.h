// The databases that nsys exported, in the user's cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/readers/nsys/cache_use.h"

namespace lanescope {

class ExportCache {
 public:
  /// Removes what exports left unfinished whose process was killed, if no other process has the
  /// cache open. Errors: Unreadable if there is no place that belongs to the user alone.
  static Result<ExportCache> open();

  /// The export of that name, which is now the one used last.
  [[nodiscard]] std::optional<std::string> find(const std::string& name) const;
  /// A path for an export in the making, which no other thread or process uses.
  [[nodiscard]] std::string unfinished(const std::string& name) const;
  /// Makes that file the export of its name. Removes those that were not used for the longest time
  /// if there are too many. Returns its path; errors: Unreadable.
  [[nodiscard]] Result<std::string> keep(const std::string& unfinished,
                                         const std::string& name) const;

 private:
  explicit ExportCache(const std::filesystem::path& folder);
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const;
  void make_room() const;

  std::filesystem::path folder_;
  CacheUse use_;  // while exports may be in the making
};

}  // namespace lanescope
