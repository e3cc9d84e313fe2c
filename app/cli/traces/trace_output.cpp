#include "app/cli/traces/trace_output.h"

#include <algorithm>
#include <csignal>

#include <fmt/core.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "core/base/time.h"
#include "core/store/issue_kinds.h"

namespace lanescope {
namespace {

constexpr std::size_t kNameWidth = 300;  // whole, because somebody is to judge it

volatile std::sig_atomic_t interrupted = 0;

void note(int signal) {
  interrupted = signal;
}

std::string events(std::uint64_t count, std::string_view one, std::string_view more) {
  return format_count(static_cast<std::int64_t>(count)) + std::string(count == 1 ? one : more);
}

/// Of what never reached the file; it is no event of it, so nothing else would tell of it.
void tell_lost_packets(const LoadReport& report, const std::string& path) {
  const auto lost = std::ranges::find(report.issues, issue_kinds::kPacketsLost, &LoadIssue::kind);
  if (lost == report.issues.end() || lost->count == 0) return;
  complain(kDone, path,
           "packets were lost while it was recorded (" + events(lost->count, " time", " times") +
               "), so events may be missing; see `lanescope info`");
}

}  // namespace

InterruptWatch::InterruptWatch()
    : before_(std::signal(SIGINT, note)), before_term_(std::signal(SIGTERM, note)) {}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, before_);
  std::signal(SIGTERM, before_term_);
}

int InterruptWatch::signal() {
  return interrupted;
}

std::optional<JsonValue> CountingReader::read(EventId event) {
  auto json = session.event_json(event);
  if (json.ok()) return std::move(json).value();
  if (json.error().kind == Error::Kind::Unreadable) {
    ++lost;
    reason = json.error().message;
  }
  return std::nullopt;
}

void tell_losses(const Snapshot& trace, const CountingReader& reader, const std::string& path) {
  tell_if_incomplete(trace, path);
  if (trace.report.listed > 0)
    complain(kDone, path,
             events(trace.report.listed, " event could not be used and was left out",
                    " events could not be used and were left out") +
                 "; see `lanescope info`");
  tell_lost_packets(trace.report, path);
  if (reader.lost > 0)
    complain(kDone, path,
             events(reader.lost, " event lost its arguments: ", " events lost their arguments: ") +
                 reader.reason);
}

/// A few names are on the line of their kind, more below it, one on each line.
void print_replaced(const Redaction& redaction) {
  constexpr std::size_t kMostOnLine = 5;
  for (const ReplacedNames& replaced : redaction.replaced()) {
    const bool below = replaced.names.size() > kMostOnLine;
    std::string list;
    for (const auto& [old_name, new_name] : replaced.names) {
      list += fmt::format("{}{} → {}",
                          below          ? "\n  "
                          : list.empty() ? " "
                                         : "; ",
                          printable(old_name, kNameWidth), printable(new_name, kNameWidth));
    }
    fmt::print("{}: {} replaced:{}\n", kind_title(replaced.kind),
               format_count(static_cast<std::int64_t>(replaced.names.size())), list);
  }
}

}  // namespace lanescope
