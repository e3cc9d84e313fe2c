#include "app/cli/open_trace.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "app/cli/exit_code.h"
#include "app/cli/progress_line.h"
#include "core/readers/trace_folder.h"

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

std::uintmax_t bytes_of(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : bytes;
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

Result<std::vector<NamedTrace>> list_traces(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return std::vector<NamedTrace>{{path, ""}};
  std::vector<NamedTrace> inside;
  for (std::string& file : traces_in_folder(path)) inside.push_back({std::move(file), path});
  if (!inside.empty()) return inside;
  if (access(path.c_str(), R_OK | X_OK) != 0) {
    return Error{Error::Kind::Unreadable, "permission denied, you need the right to read it"};
  }
  return Error{
      Error::Kind::NotFound,
      "no traces in this folder, name one that holds .json, .json.gz, .json.zst or .pickle files"};
}

Result<std::string> single_trace(const std::string& path) {
  const auto traces = list_traces(path);
  if (!traces.ok()) return traces.error();
  const std::vector<NamedTrace>& found = traces.value();
  if (found.size() == 1) return found.front().path;
  // The largest is no note that lies beside the traces.
  const auto largest = std::max_element(
      found.begin(), found.end(),
      [](const NamedTrace& a, const NamedTrace& b) { return bytes_of(a.path) < bytes_of(b.path); });
  return Error{Error::Kind::Unsupported,
               fmt::format("is a folder with {} files, name one of them, such as {}", found.size(),
                           largest->path)};
}

void TraceProblems::add(const NamedTrace& trace, const Error& error) {
  const bool can_wait =
      error.kind == Error::Kind::WrongFormat || error.kind == Error::Kind::Unsupported;
  if (trace.folder.empty() || !can_wait) {
    complain(kUnusable, trace.path, error.message);
    any_failed_ = true;
    return;
  }
  LeftOut& left_out = left_out_[{trace.folder, error.kind}];
  if (left_out.names.empty()) left_out.message = error.message;
  left_out.names.push_back(std::filesystem::path(trace.path).filename().string());
}

int TraceProblems::finish(std::size_t used) const {
  constexpr std::size_t kMostNames = 3;
  for (const auto& [key, left_out] : left_out_) {
    const std::size_t files = left_out.names.size();
    if (key.second == Error::Kind::Unsupported || used == 0) {
      const std::string others =
          files == 1 ? "" : fmt::format("; {} more like it", format_count(Ns(files) - 1));
      complain(kUnusable, key.first,
               fmt::format("left out {}: {}{}", left_out.names.front(), left_out.message, others));
      continue;
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(files, kMostNames); ++i) {
      names += (i == 0 ? "" : ", ") + left_out.names[i];
    }
    if (files > kMostNames) names += fmt::format(" and {} more", files - kMostNames);
    complain(kUnusable, key.first,
             fmt::format("left out {} that {}: {}",
                         files == 1 ? "a file" : fmt::format("{} files", files),
                         files == 1 ? "is not a trace" : "are not traces", names));
  }
  return any_failed_ || used == 0 ? kUnusable : kDone;
}

}  // namespace lanescope
