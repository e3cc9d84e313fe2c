// A program named nsys that is alone on PATH and "exports" by a script, and an empty cache for what
// it exports.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

namespace lanescope {

class FakeNsys {
 public:
  /// `script` finds the path to write in $out; without one, there is no nsys.
  explicit FakeNsys(const std::string& script) {
    if (!script.empty()) {
      const std::string path = folder_.write("bin/nsys", text_of(script));
      std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
    path_before_ = replace("PATH", folder_.path() + "/bin");
    cache_before_ = replace("XDG_CACHE_HOME", folder_.path() + "/cache");
  }
  /// One that exports every report as this database.
  static std::string copying(const TempFolder& folder, const std::string& database) {
    return "/bin/cp '" + folder.write("sample.sqlite", database) + "' \"$out\"";
  }
  ~FakeNsys() {
    put_back("PATH", path_before_);
    put_back("XDG_CACHE_HOME", cache_before_);
  }
  FakeNsys(const FakeNsys&) = delete;
  FakeNsys& operator=(const FakeNsys&) = delete;

  /// Its arguments, a line for each time it was run.
  [[nodiscard]] std::string runs() const { return file_text(folder_.path() + "/runs"); }
  [[nodiscard]] std::ptrdiff_t run_count() const { return std::ranges::count(runs(), '\n'); }
  [[nodiscard]] std::size_t kept_files() const {
    std::error_code none;
    std::size_t files = 0;
    for (std::filesystem::recursive_directory_iterator at(folder_.path() + "/cache", none), end;
         at != end; ++at)
      files += at->is_regular_file() ? 1 : 0;
    return files;
  }

 private:
  class WithBin : public TempFolder {
   public:
    WithBin() { std::filesystem::create_directory(path() + "/bin"); }
  };

  [[nodiscard]] std::string text_of(const std::string& script) const {
    return "#!/bin/sh\necho \"$*\" >> '" + folder_.path() +
           "/runs'\n"
           "while [ $# -gt 1 ]; do [ \"$1\" = --output ] && out=$2; shift; done\n" +
           script + "\n";
  }
  static std::string replace(const char* variable, const std::string& value) {
    const char* const before = std::getenv(variable);
    const std::string kept = before == nullptr ? "" : before;
    ::setenv(variable, value.c_str(), 1);
    return kept;
  }
  static void put_back(const char* variable, const std::string& value) {
    value.empty() ? ::unsetenv(variable) : ::setenv(variable, value.c_str(), 1);
  }

  WithBin folder_;
  std::string path_before_, cache_before_;
};

/// What a report begins with.
inline const std::string kReportBytes = "NVIDIA Tegra Profiler Report 2025@6@1@190 and more";

}  // namespace lanescope
