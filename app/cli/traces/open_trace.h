// Loads traces for the command line: progress on a terminal, errors on one line.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/output/progress_line.h"
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

constexpr std::chrono::milliseconds kSilence = std::chrono::seconds(3);
constexpr std::chrono::milliseconds kLoadPoll = std::chrono::milliseconds(20);

/// Loads a trace and waits for it. Draws a progress bar if stderr is a terminal; otherwise prints
/// one line about a pipe that has not ended after `silence`.
Result<WaitedTrace> open_trace(const std::string& path,
                               std::chrono::milliseconds silence = kSilence);
/// The same with what the options of a verb name.
Result<WaitedTrace> open_trace(const std::string& path, const BesideTrace& beside);

/// The two parts of open_trace(), for traces that are loaded at the same time. Waiting for the
/// second of two draws the progress of that one.
std::unique_ptr<Session> begin_trace(const std::string& path, const BesideTrace& beside = {});
Result<WaitedTrace> wait_for_trace(std::unique_ptr<Session> session,
                                   std::chrono::milliseconds silence = kSilence);

/// For callers that wait themselves, every kLoadPoll: draws how far the load is.
void draw_load(ProgressLine& line, const Session& session);

/// Whether there is memory for loading both at the same time, by the size of their files.
bool fit_together(const std::string& a, const std::string& b);

/// The exit code of a verb about one trace: opens the one that is named, has it answered, and
/// complains if either fails or if the file changed meanwhile. `answer` returns an exit code, and
/// has complained itself if that is not kDone.
int answer_about(const std::string& named, const BesideTrace& beside,
                 const std::function<int(const WaitedTrace&, const std::string& path)>& answer);

/// Re-reads single events; valid while the trace is open.
ReadEvent event_reader(const WaitedTrace& trace);

/// What to say of a trace whose load report is not complete.
std::string_view incomplete_words(const LoadReport& report);

/// Says so on stderr, if it is not: whoever asks a damaged file must not take what is missing for
/// what did not happen.
void tell_if_incomplete(const Snapshot& trace, const std::string& path);

/// The error to report after everything was read: the file changed while it was loaded, or later,
/// so some events could not be re-read.
std::optional<Error> change_of(const WaitedTrace& trace);

}  // namespace lanescope
