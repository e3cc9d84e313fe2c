// Loading for the text face: progress on a terminal, errors as one line.
#pragma once

#include <memory>
#include <string>
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

/// The traces that arguments name.
struct TracePaths {
  std::vector<std::string> files;
  bool from_folder = false;
};
/// A file as it is, a folder as the traces in it. Errors: NotFound for a folder without any.
Result<TracePaths> list_traces(const std::string& path);

}  // namespace lanescope
