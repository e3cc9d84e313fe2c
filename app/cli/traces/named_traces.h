// Which traces an argument of the command line names: a file, or the files of a folder. All verbs
// use the same rule: files of a folder count if their name and their first bytes look like a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct NamedTrace {
  std::string path;
  std::string folder;                // empty: the file itself was named
  std::optional<std::int64_t> rank;  // for a file in a folder: from its content, else from its name
  std::string oddity = {};           // for a folder entry that is not a file, such as "broken link"
};

struct TraceList {
  /// Unreadable files of a folder count as traces; opening them reports the error.
  std::vector<NamedTrace> traces;
  /// Other entries of a folder, with the reason: first those that have a trace's name but are not
  /// regular files, then those whose content is not a trace, then those with other names.
  std::vector<std::pair<NamedTrace, Error>> others;
};

/// A file is returned unread, a folder as its files. Errors: NotFound for a folder without a file
/// that has a trace's name, Unreadable. Does not open pipes. Cost: reads the beginning of each file
/// in a folder.
Result<TraceList> list_traces(const std::string& path);

/// For verbs that take one trace: a file, or the only trace in a folder. Prints on stderr what was
/// left out. Errors: NotFound for a folder without traces, Unsupported for one with several.
Result<std::string> single_trace(const std::string& path);
/// The same for a list that is already there; prints nothing.
Result<std::string> single_trace(const TraceList& list);

/// Reports traces that cannot be used. Prints at once, except about files of a folder that are not
/// traces or lack what was requested: a folder may hold other files, so those get one line for the
/// folder.
class TraceProblems {
 public:
  void add(const NamedTrace& trace, const Error& error);
  void add_others(const TraceList& list);
  /// Prints the lines for folders. Returns the exit code: kUnusable if a trace could not be read or
  /// if no trace was `used`.
  [[nodiscard]] int finish(std::size_t used) const;

 private:
  struct LeftOut {
    std::vector<NamedTrace> files;
    std::string message;  // for the first file
  };
  [[nodiscard]] static std::string names_of(const LeftOut& left_out);

  std::map<std::pair<std::string, Error::Kind>, LeftOut> left_out_;  // by folder
  bool any_failed_ = false;
};

/// Prints a line on stderr for each folder with files that were left out.
void tell_left_out(const TraceList& list);

}  // namespace lanescope
