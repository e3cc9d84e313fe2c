#include <csignal>
#include <filesystem>

#include <fmt/core.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/progress_line.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/base/files/replace_file.h"
#include "core/export/trace_writer.h"
#include "core/view/text/time_span.h"

namespace lanescope {
namespace {

volatile std::sig_atomic_t interrupted = 0;

/// Makes sure that Ctrl-C or a time limit leaves no incomplete file behind.
class InterruptWatch {
 public:
  InterruptWatch() : before_(std::signal(SIGINT, note)), before_term_(std::signal(SIGTERM, note)) {}
  ~InterruptWatch() {
    std::signal(SIGINT, before_);
    std::signal(SIGTERM, before_term_);
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  static void note(int signal) { interrupted = signal; }
  void (*before_)(int);
  void (*before_term_)(int);
};

/// Reads events, and counts those that can no longer be read from the file.
struct CountingReader {
  const Session& session;
  std::uint64_t lost = 0;
  std::string reason;

  std::optional<JsonValue> read(EventId event) {
    auto json = session.event_json(event);
    if (json.ok()) return std::move(json).value();
    if (json.error().kind == Error::Kind::Unreadable) {
      ++lost;
      reason = json.error().message;
    }
    return std::nullopt;
  }
};

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown) && !unknown;
}

std::string events(std::uint64_t count, std::string_view one, std::string_view more) {
  return format_count(static_cast<std::int64_t>(count)) + std::string(count == 1 ? one : more);
}

/// Reports what was lost when the trace was loaded, and what was lost now.
void tell_losses(const Snapshot& trace, const CountingReader& reader, const std::string& path) {
  if (trace.report.listed > 0)
    complain(kDone, path,
             events(trace.report.listed, " event could not be used and was left out",
                    " events could not be used and were left out") +
                 "; see `lanescope info`");
  if (reader.lost > 0)
    complain(kDone, path,
             events(reader.lost, " event lost its arguments: ", " events lost their arguments: ") +
                 reader.reason);
}

/// What the new file has in addition to the trace.
std::string added_text(std::uint64_t arrows) {
  if (arrows == 0) return "";
  return fmt::format("; added {} {} from launches to GPU work ({} flow events)",
                     format_count(static_cast<std::int64_t>(arrows)),
                     arrows == 1 ? "arrow" : "arrows",
                     format_count(static_cast<std::int64_t>(2 * arrows)));
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  const auto path = single_trace(options.trace);
  if (!path.ok()) return complain(kUnusable, options.trace, path.error().message);
  if (is_same_file(path.value(), options.output))
    return complain(kWrongUsage, "--output", "is the trace itself; name another file");
  const auto opened = open_trace(path.value());
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  const WaitedTrace& trace = opened.value();

  TraceWriteOptions writing;
  writing.counters = options.counters;
  writing.most_rights = rights_of_source(path.value());
  if (options.range) {
    const auto range = place_in_trace(*options.range, *trace);
    if (!range.ok()) return complain(kUnusable, path.value(), range.error().message);
    writing.range = range.value();
  }
  if (const auto changed = change_of(trace))
    return complain(kUnusable, path.value(), changed->message);
  std::uint64_t made_arrows = 0;
  writing.tell_made_arrows = [&made_arrows](std::uint64_t arrows) { made_arrows = arrows; };
  CountingReader reader{*trace.session, 0, {}};
  std::optional<Error> problem;
  {
    const InterruptWatch watch;
    ProgressLine line;
    writing.tell = [&line](double share) { line.draw(share, "written"); };
    writing.stop = [&trace] { return interrupted != 0 || trace.session->file_changed(); };
    problem = write_trace_file(
        options.output, *trace, [&reader](EventId event) { return reader.read(event); }, writing);
  }
  if (trace.session->file_changed())
    return complain(kUnusable, path.value(), "changed while it was converted; run this again");
  if (problem && problem->kind == Error::Kind::Cancelled) {
    complain(kDone, options.output, "canceled; no file was written");
    return 128 + interrupted;
  }
  if (problem) return complain(kUnusable, options.output, problem->message);
  tell_losses(*trace, reader, path.value());
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(options.output, unknown);
  fmt::print("{}: {}{}\n", printable(options.output, SIZE_MAX),
             format_bytes(unknown ? 0 : static_cast<std::int64_t>(bytes)), added_text(made_arrows));
  return kDone;
}

}  // namespace lanescope
