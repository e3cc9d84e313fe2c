// Opens a line of a source file in the user's editor. What a trace says is only ever a file's name:
// the file must exist, it is handed over as one argument, and no shell sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/view/details/text.h"

namespace lanescope {

class SourceOpener {
 public:
  /// What of the process's environment matters; tests make their own.
  struct Environment {
    std::string visual, editor, terminal;  // $VISUAL, $EDITOR, $TERMINAL
    std::string path;                      // $PATH
    std::string virtual_env;               // $VIRTUAL_ENV
  };
  static Environment environment();

  struct Outcome {
    bool ok = false;
    std::string message;  // a sentence for the user
  };

  SourceOpener() = default;
  ~SourceOpener();
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;

  /// Starts the editor and does not wait for it.
  Outcome open(const DetailSource& source, const std::string& trace_path, const Environment& env);

 private:
  void reap();

  std::vector<pid_t> running_;
};

/// The file on this machine: as named when that is absolute; else beside the trace, in the current
/// folder, or among the packages of the virtual environment. nullopt when it is no regular file.
std::optional<std::string> find_source(const std::string& file, const std::string& trace_path,
                                       const SourceOpener::Environment& env);

/// The arguments that make an editor show a line: $EDITOR may hold options of its own, apart by
/// spaces. `path` is absolute. Editors that are not known get the file alone.
std::vector<std::string> editor_arguments(std::string_view editor, const std::string& path,
                                          std::int64_t line);

/// Whether it draws in a terminal rather than in a window of its own.
bool needs_terminal(std::string_view editor);

}  // namespace lanescope
