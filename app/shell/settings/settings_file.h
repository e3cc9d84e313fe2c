// Where settings lie between two runs of the program.
#pragma once

#include <optional>
#include <string>

#include "app/shell/settings/settings.h"
#include "core/base/result.h"

namespace lanescope {

/// Main thread.
class SettingsFile {
 public:
  /// Empty: nothing is remembered.
  explicit SettingsFile(std::string path) : path_(std::move(path)) {}

  /// Defaults when the file is not there or makes no sense as a whole.
  Settings load();
  /// A sentence for people, once, when what was there could not be used.
  std::optional<std::string> take_problem();
  /// Writes a new file beside the old one and puts it in its place, so that a crash leaves one or
  /// the other. One that could not be used is kept as kept_path().
  std::optional<Error> save(const Settings& settings);

  [[nodiscard]] std::string kept_path() const { return path_ + ".unreadable"; }

 private:
  std::string path_;
  std::optional<std::string> problem_;
  bool keep_old_ = false;
};

}  // namespace lanescope
