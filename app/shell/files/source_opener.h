// Opens a line of a source file in the user's editor. Text from a trace is used only as a file
// name: the file must exist, and is passed as a single argument, without a shell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "app/workspace/files/source_folders.h"
#include "core/view/details/text.h"

namespace lanescope {

class SourceOpener {
 public:
  /// What it knows of this machine: environment variables, and where the user has found sources.
  /// Tests provide their own.
  struct Environment {
    std::string visual, editor, terminal;  // $VISUAL, $EDITOR, $TERMINAL
    std::string path;                      // $PATH
    std::string virtual_env;               // $VIRTUAL_ENV
    std::vector<SourceFolder> folders = {};
  };
  static Environment environment(std::vector<SourceFolder> folders);

  struct Outcome {
    bool ok = false;
    std::string message;   // a sentence for the user
    bool missing = false;  // the file was not found
  };

  SourceOpener() = default;
  ~SourceOpener();
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;

  /// Starts the editor without waiting for it.
  Outcome open(const DetailSource& source, const std::string& trace_path, const Environment& env);
  /// Has the desktop open a file with the program for its kind; false if that is not possible.
  bool open_document(const std::string& path);
  /// The last line whose file was not found.
  [[nodiscard]] const DetailSource& missing() const { return missing_; }

 private:
  void reap();

  DetailSource missing_;
  std::vector<pid_t> running_;
};

/// Finds the file on this machine: an absolute path as it is; else next to the trace, in the
/// current folder, or in the packages of the virtual environment; then where the user has found
/// others. nullopt if it is not a regular file.
std::optional<std::string> find_source(const std::string& file, const std::string& trace_path,
                                       const SourceOpener::Environment& env);

/// The arguments that make an editor open a line. $EDITOR may contain options, separated by spaces.
/// `path` must be absolute. Unknown editors get only the file.
std::vector<std::string> editor_arguments(std::string_view editor, const std::string& path,
                                          std::int64_t line);

/// Whether it runs in a terminal rather than in its own window.
bool needs_terminal(std::string_view editor);

}  // namespace lanescope
