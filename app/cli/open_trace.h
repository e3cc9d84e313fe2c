// Loading for the text face: progress on a terminal, errors as one line.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/event_query.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace lanescope {

/// A trace that is loaded to its end.
struct WaitedTrace {
  std::unique_ptr<Session> session;
  std::shared_ptr<const Snapshot> snapshot;

  const Snapshot& operator*() const { return *snapshot; }
  const Snapshot* operator->() const { return snapshot.get(); }
};

/// Loads a trace and waits for it; draws a progress bar where stderr is a terminal.
Result<WaitedTrace> open_trace(const std::string& path);

/// Reads single events again; good while the trace is open.
ReadEvent event_reader(const WaitedTrace& trace);

/// What to complain of once everything was read: the file was written to while it was loaded, or
/// meanwhile, so that events could not be read again.
std::optional<Error> change_of(const WaitedTrace& trace);

/// A trace that an argument names, itself or by its folder.
struct NamedTrace {
  std::string path;
  std::string folder;  // empty: named itself
};
/// A file as it is, a folder as the traces in it. Errors: NotFound for a folder without any.
Result<std::vector<NamedTrace>> list_traces(const std::string& path);

/// For verbs about one trace: a file as it is, a folder as the one trace in it. Errors: NotFound
/// for a folder without any, Unsupported for one with several.
Result<std::string> single_trace(const std::string& path);

/// Complains about traces that can not be used: at once, but only once a folder about its files
/// that are no traces or have not what was asked for, since a folder may hold other things.
class TraceProblems {
 public:
  void add(const NamedTrace& trace, const Error& error);
  /// Prints what is left to say. The exit code: kUnusable when a trace that was named can not be
  /// read, or when none was `used`.
  [[nodiscard]] int finish(std::size_t used) const;

 private:
  struct LeftOut {
    std::vector<std::string> names;  // without their folder
    std::string message;             // of the first
  };
  std::map<std::pair<std::string, Error::Kind>, LeftOut> left_out_;  // by folder
  bool any_failed_ = false;
};

}  // namespace lanescope
