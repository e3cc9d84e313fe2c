// Loads traces for the command line: progress on a terminal, errors on one line.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/analysis/search/event_query.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace lanescope {

/// A completely loaded trace.
struct WaitedTrace {
  std::unique_ptr<Session> session;
  std::shared_ptr<const Snapshot> snapshot;

  const Snapshot& operator*() const { return *snapshot; }
  const Snapshot* operator->() const { return snapshot.get(); }
};

/// Loads a trace and waits for it. Draws a progress bar if stderr is a terminal; otherwise prints
/// one line about a pipe that has not ended after `silence`.
Result<WaitedTrace> open_trace(const std::string& path,
                               std::chrono::milliseconds silence = std::chrono::seconds(3));

/// Re-reads single events; valid while the trace is open.
ReadEvent event_reader(const WaitedTrace& trace);

/// The error to report after everything was read: the file changed while it was loaded, or later,
/// so some events could not be re-read.
std::optional<Error> change_of(const WaitedTrace& trace);

}  // namespace lanescope
