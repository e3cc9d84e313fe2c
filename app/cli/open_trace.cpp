#include "app/cli/open_trace.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/core.h>

#include "app/cli/progress_line.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

constexpr auto kPoll = 20ms;
void draw(ProgressLine& line, const LoadProgress& progress) {
  const std::uint64_t total = progress.bytes_total.load();
  if (!line.shown() || total == 0) return;
  const std::uint64_t done = progress.bytes_done.load();
  line.draw(static_cast<double>(done) / static_cast<double>(total),
            fmt::format("{} of {}, {} events", format_bytes(static_cast<std::int64_t>(done)),
                        format_bytes(static_cast<std::int64_t>(total)),
                        format_count(static_cast<std::int64_t>(progress.events.load()))));
}

}  // namespace

Result<WaitedTrace> open_trace(const std::string& path) {
  WaitedTrace trace;
  trace.session = std::make_unique<Session>(path, std::function<void()>{});
  ProgressLine line;
  if (line.shown()) {
    while (trace.session->state() == Session::State::Loading) {
      draw(line, trace.session->progress());
      std::this_thread::sleep_for(kPoll);
    }
  }
  trace.session->wait();
  if (trace.session->state() == Session::State::Failed) return trace.session->error();
  trace.snapshot = trace.session->snapshot().value;
  return trace;
}

ReadEvent event_reader(const WaitedTrace& trace) {
  return [&session = *trace.session](EventId event) -> std::optional<JsonValue> {
    auto json = session.event_json(event);
    return json.ok() ? std::optional(std::move(json).value()) : std::nullopt;
  };
}

std::optional<Error> change_of(const WaitedTrace& trace) {
  const bool while_loading = std::ranges::any_of(
      trace->report.issues, [](const LoadIssue& issue) { return issue.kind == "file_changed"; });
  if (while_loading)
    return Error{Error::Kind::Unreadable,
                 "was written to while it was loaded; run this again once it is whole"};
  if (!trace.session->file_changed()) return std::nullopt;
  return Error{Error::Kind::Unreadable,
               "was written to while it was read, so that arguments are missing; run this again"};
}

}  // namespace lanescope
