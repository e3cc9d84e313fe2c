#include "app/cli/traces/open_trace.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/traces/named_traces.h"
#include "core/base/process_memory.h"
#include "core/store/issue_kinds.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// More than a load of the file needs: some 91 of 250 bytes an event, and text shrinks to a tenth
/// in a .gz file.
std::uintmax_t load_bytes(const std::string& path) {
  constexpr std::uintmax_t kInflated = 8;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (unknown) return 0;  // which the load says, or it is a pipe
  return path.ends_with(".gz") ? size * kInflated : size;
}

/// For a pipe, whose length is unknown.
std::string pipe_text(const LoadProgress& progress) {
  const auto bytes = static_cast<std::int64_t>(progress.bytes_done.load());
  if (bytes == 0) return "is a pipe; waiting for data";
  return "is a pipe; reading until it ends: " + format_bytes(bytes) + " so far";
}

std::string export_text(const LoadProgress& progress) {
  const auto bytes = static_cast<std::int64_t>(progress.bytes_done.load());
  return "Exporting report by nsys: " + format_bytes(bytes) + " written";
}

bool reads_pipe(const Session& session) {
  std::error_code ignored;
  return session.progress().bytes_total == 0 && std::filesystem::is_fifo(session.path(), ignored);
}

/// Waits until the load has ended. Reports waiting for a pipe, or for
/// nsys, even if no line can be drawn.
void watch(Session& session, std::chrono::milliseconds silence) {
  ProgressLine line;
  if (!line.shown()) {
    if (session.wait_for(silence)) return;
    if (reads_pipe(session)) complain(kDone, session.path(), pipe_text(session.progress()));
    if (session.progress().phase == LoadPhase::Exporting)
      complain(kDone, session.path(), "exporting report by nsys");
    return session.wait();
  }
  while (!session.wait_for(kLoadPoll)) draw_load(line, session);
}

}  // namespace

void draw_load(ProgressLine& line, const Session& session) {
  const LoadProgress& progress = session.progress();
  if (reads_pipe(session)) return line.draw(pipe_text(progress));
  if (progress.phase == LoadPhase::Exporting) return line.draw(export_text(progress));
  const std::uint64_t total = progress.bytes_total.load();
  if (total == 0) return;
  const std::uint64_t done = progress.bytes_done.load();
  line.draw(static_cast<double>(done) / static_cast<double>(total),
            fmt::format("{} of {}, {}", format_bytes(static_cast<std::int64_t>(done)),
                        format_bytes(static_cast<std::int64_t>(total)),
                        counted(progress.events.load(), "event")));
}

Result<WaitedTrace> open_trace(const std::string& path, std::chrono::milliseconds silence) {
  return wait_for_trace(begin_trace(path), silence);
}

Result<WaitedTrace> open_trace(const std::string& path, const BesideTrace& beside) {
  return wait_for_trace(begin_trace(path, beside));
}

std::unique_ptr<Session> begin_trace(const std::string& path, const BesideTrace& beside) {
  return std::make_unique<Session>(path, std::function<void()>{}, Session::Kind::File, beside);
}

Result<WaitedTrace> wait_for_trace(std::unique_ptr<Session> session,
                                   std::chrono::milliseconds silence) {
  WaitedTrace trace;
  trace.session = std::move(session);
  watch(*trace.session, silence);
  if (trace.session->state() == Session::State::Failed) return trace.session->error();
  trace.snapshot = trace.session->snapshot().value;
  return trace;
}

bool fit_together(const std::string& a, const std::string& b) {
  const auto available = available_bytes();
  return !available || load_bytes(a) + load_bytes(b) < static_cast<std::uintmax_t>(*available);
}

ReadEvent event_reader(const WaitedTrace& trace) {
  return Session::event_reader(trace.session->picture().complete);
}

std::string_view incomplete_words(const LoadReport& report) {
  const bool has_lost_chunks = std::ranges::any_of(
      report.issues, [](const LoadIssue& issue) { return issue.kind == issue_kinds::kLostChunk; });
  if (report.damaged && has_lost_chunks)
    return "the recording is damaged, so parts of it are missing here; see `lanescope info`";
  if (report.damaged)
    return "the database is damaged, so rows are missing here; see `lanescope info`";
  if (is_still_recorded(report))
    return "the recording is still running, so the end of the run is missing here";
  return "the file is truncated, so the end of the run is missing here";
}

void tell_if_incomplete(const Snapshot& trace, const std::string& path) {
  if (!trace.report.complete) complain(kDone, path, incomplete_words(trace.report));
}

std::optional<Error> change_of(const WaitedTrace& trace) {
  const bool while_loading = std::ranges::any_of(trace->report.issues, [](const LoadIssue& issue) {
    return issue.kind == issue_kinds::kFileChanged;
  });
  if (while_loading)
    return Error{Error::Kind::Unreadable,
                 "changed while it was loaded; run this again once it is complete"};
  if (!trace.session->file_changed()) return std::nullopt;
  std::error_code unknown;
  if (!std::filesystem::exists(trace.session->path(), unknown))
    return Error{Error::Kind::Unreadable, "is no longer there, so arguments are missing"};
  return Error{Error::Kind::Unreadable,
               "changed while it was read, so arguments are missing; run this again"};
}

int answer_about(const std::string& named, const BesideTrace& beside,
                 const std::function<int(const WaitedTrace&, const std::string& path)>& answer) {
  const auto path = single_trace(named);
  if (!path.ok()) return complain(kUnusable, named, path.error().message);
  const auto opened = open_trace(path.value(), beside);
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  if (const int code = answer(opened.value(), path.value()); code != kDone) return code;
  if (const auto changed = change_of(opened.value()))
    return complain(kUnusable, path.value(), changed->message);
  return kDone;
}

}  // namespace lanescope
