// Loading for the text face: progress on a terminal, errors as one line.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/analysis/search/event_query.h"
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

/// Loads a trace and waits for it; draws a progress bar where stderr is a terminal. Elsewhere one
/// line tells of a pipe that has not ended after the time of `silence`.
Result<WaitedTrace> open_trace(const std::string& path,
                               std::chrono::milliseconds silence = std::chrono::seconds(3));

/// Reads single events again; good while the trace is open.
ReadEvent event_reader(const WaitedTrace& trace);

/// What to complain of once everything was read: the file was written to while it was loaded, or
/// meanwhile, so that events could not be read again.
std::optional<Error> change_of(const WaitedTrace& trace);

}  // namespace lanescope
