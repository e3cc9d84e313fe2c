// Which traces an argument of the text face names: itself, or by its folder. One rule for all
// verbs: of a folder those files count that are named like traces and begin like one.
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
  std::string folder;                // empty: named itself
  std::optional<std::int64_t> rank;  // of a folder's file: the one its content or its name says
  std::string oddity = {};           // of a folder's entry that is no file: "broken link"
};

struct TraceList {
  /// Files of a folder that cannot be read count as traces; whoever opens them says why.
  std::vector<NamedTrace> traces;
  /// Of a folder, and what they are: first those named like a trace that can not be read, then
  /// those whose content is none, then those of other names.
  std::vector<std::pair<NamedTrace, Error>> others;
};

/// A file as it is, unread; a folder by its files. Errors: NotFound for a folder without a file
/// that is named like a trace, Unreadable. Pipes are not opened. Cost: the beginnings of a folder's
/// files are read.
Result<TraceList> list_traces(const std::string& path);

/// For verbs about one trace: a file as it is, a folder as the one trace in it; stderr is told what
/// was left out. Errors: NotFound for a folder without any, Unsupported for one with several.
Result<std::string> single_trace(const std::string& path);
/// The same of a list of `path`, without a word.
Result<std::string> single_trace(const TraceList& list);

/// Complains about traces that can not be used: at once, but only once a folder about its files
/// that are no traces or have not what was asked for, since a folder may hold other things.
class TraceProblems {
 public:
  void add(const NamedTrace& trace, const Error& error);
  void add_others(const TraceList& list);
  /// Prints what is left to say. The exit code: kUnusable when a trace that was named can not be
  /// read, or when none was `used`.
  [[nodiscard]] int finish(std::size_t used) const;

 private:
  struct LeftOut {
    std::vector<NamedTrace> files;
    std::string message;  // of the first
  };
  [[nodiscard]] static std::string names_of(const LeftOut& left_out);

  std::map<std::pair<std::string, Error::Kind>, LeftOut> left_out_;  // by folder
  bool any_failed_ = false;
};

/// One line on stderr for each folder in which files were passed over.
void tell_left_out(const TraceList& list);

}  // namespace lanescope
