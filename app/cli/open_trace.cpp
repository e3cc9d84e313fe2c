#include "app/cli/open_trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "core/readers/trace_folder.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

constexpr auto kPoll = 20ms;
constexpr int kBarWidth = 30;

/// One line on a terminal that is written over and cleared at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
  }

  void draw(const LoadProgress& progress) {
    const std::uint64_t total = progress.bytes_total.load();
    if (!shown_ || total == 0) return;
    const double share =
        std::min(1.0, static_cast<double>(progress.bytes_done.load()) / static_cast<double>(total));
    const int filled = static_cast<int>(share * kBarWidth);
    fmt::print(stderr, "\r[{:#<{}}{: <{}}] {:3.0f} %  {} of {}, {} events\x1b[K", "", filled, "",
               kBarWidth - filled, 100 * share,
               format_bytes(static_cast<std::int64_t>(progress.bytes_done.load())),
               format_bytes(static_cast<std::int64_t>(total)),
               format_count(static_cast<std::int64_t>(progress.events.load())));
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace

Result<WaitedTrace> open_trace(const std::string& path) {
  WaitedTrace trace;
  trace.session = std::make_unique<Session>(path, std::function<void()>{});
  const bool on_terminal = isatty(STDERR_FILENO) == 1;
  ProgressLine line(on_terminal);
  if (on_terminal) {
    while (trace.session->state() == Session::State::Loading) {
      line.draw(trace.session->progress());
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

Result<TracePaths> list_traces(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return TracePaths{{path}, false};
  std::vector<std::string> inside = traces_in_folder(path);
  if (inside.empty()) {
    return Error{
        Error::Kind::NotFound,
        "no traces in this folder, name one that holds .json, .json.gz or .json.zst files"};
  }
  return TracePaths{std::move(inside), true};
}

}  // namespace lanescope
