#include <filesystem>

#include <fmt/core.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/progress_line.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/traces/trace_output.h"
#include "app/cli/verbs.h"
#include "core/base/files/replace_file.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/export/profiles/profile_writer.h"
#include "core/export/redaction.h"
#include "core/export/trace_times.h"
#include "core/export/trace_writer.h"
#include "core/view/text/time_span.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return std::filesystem::equivalent(a, b, unknown) && !unknown;
}

/// What the new file has in addition to the trace.
std::string added_text(std::uint64_t arrows) {
  if (arrows == 0) return "";
  return fmt::format("; added {} from launches to GPU work ({} flow events)",
                     counted(arrows, "arrow"), count_text(2 * arrows));
}

/// Absolute times stay as they are if the trace knows them: its base is moved too.
std::string moved_text(const Snapshot& trace, TraceFormat format) {
  const TimeRange times = format == TraceFormat::Perfetto ? trace_times(trace) : TimeRange();
  if (times.begin_ns >= 0) return "";
  const bool fits = saturating_sub(times.end_ns, times.begin_ns) <= kLargestTime;
  return fmt::format("; times moved by {}, because Perfetto has none before 0{}",
                     format_exact_time(saturating_sub(0, times.begin_ns)),
                     fits ? "" : "; what then ends after 146 years is left out when it is opened");
}

TraceFormat format_of(const ConvertOptions& options) {
  return options.format.value_or(format_of_file(options.output).value_or(TraceFormat::Kineto));
}

std::optional<Error> write_as(TraceFormat format, const std::string& path, const Snapshot& trace,
                              CountingReader& reader, const TraceWriteOptions& writing) {
  if (!is_trace_format(format)) return write_profile_file(path, trace, format, writing);
  const ReadEvent read = [&](EventId event) { return reader.read(event); };
  if (format == TraceFormat::Perfetto) return write_perfetto_file(path, trace, read, writing);
  return write_trace_file(path, trace, read, writing);
}

/// A trace with a profile beside it is written whole.
int convert_with_profile(const std::string& trace, const ConvertOptions& options) {
  if (const TraceFormat format = format_of(options); format != TraceFormat::Kineto) {
    return complain(kWrongUsage, options.output,
                    std::string(is_trace_format(format) ? "is not JSON" : "is a profile") +
                        "; --profile needs a .json file");
  }
  if (is_same_file(options.profile.file, options.output))
    return complain(kWrongUsage, options.output, "is the profile itself; name another file");
  const auto problem = write_with_profile(options.output, trace, options.profile);
  if (problem) return complain(kUnusable, "--profile", problem->message);
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(options.output, unknown);
  fmt::print("{}: {}\n", printable(options.output, SIZE_MAX),
             format_bytes(unknown ? 0 : static_cast<std::int64_t>(bytes)));
  return kDone;
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  const auto path = single_trace(options.trace);
  if (!path.ok()) return complain(kUnusable, options.trace, path.error().message);
  if (is_same_file(path.value(), options.output))
    return complain(kWrongUsage, options.output, "is the trace itself; name another file");
  if (!options.profile.file.empty()) return convert_with_profile(path.value(), options);
  const TraceFormat format = format_of(options);
  if (options.counters && !is_trace_format(format))
    return complain(kWrongUsage, options.output, "is a profile, which has no place for --counters");
  const auto opened = open_trace(path.value(), {.steps = options.steps});
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  const WaitedTrace& trace = opened.value();

  TraceWriteOptions writing;
  writing.counters = options.counters;
  Redaction redaction;
  if (options.redact) writing.redaction = &redaction;
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
    writing.stop = [&trace] {
      return InterruptWatch::signal() != 0 || trace.session->file_changed();
    };
    problem = write_as(format, options.output, *trace, reader, writing);
  }
  if (trace.session->file_changed())
    return complain(kUnusable, path.value(), "changed while it was converted; run this again");
  if (problem && problem->kind == Error::Kind::Cancelled) {
    complain(kDone, options.output, "canceled; no file was written");
    return 128 + InterruptWatch::signal();
  }
  if (problem && problem->kind == Error::Kind::Unsupported)
    return complain(kUnusable, path.value(), problem->message);
  if (problem) return complain(kUnusable, options.output, "cannot be written: " + problem->message);
  tell_losses(*trace, reader, path.value());
  print_replaced(redaction);
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(options.output, unknown);
  fmt::print("{}: {}{}{}\n", printable(options.output, SIZE_MAX),
             format_bytes(unknown ? 0 : static_cast<std::int64_t>(bytes)), added_text(made_arrows),
             moved_text(*trace, format));
  return kDone;
}

}  // namespace lanescope
