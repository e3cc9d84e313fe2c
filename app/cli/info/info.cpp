#include "app/cli/info/info.h"

#include <filesystem>
#include <system_error>

#include "app/cli/info/summary.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

/// Prints traces as they are read: text one by one, JSON all at the end.
class InfoPrinter {
 public:
  explicit InfoPrinter(bool json) : json_(json) {}

  void add(const WaitedTrace& trace) {
    const double seconds = trace.session->load_seconds();
    if (json_) {
      documents_.push_back(info_json(*trace, seconds));
    } else {
      print_lines((added_ == 0 ? "" : "\n") + info_text(*trace, seconds));
    }
    ++added_;
  }

  [[nodiscard]] std::size_t added() const { return added_; }

  /// A trace that was named itself is a document of its own.
  void finish(bool from_folder) {
    if (documents_.empty()) return;
    print_document(from_folder ? Json{{"traces", std::move(documents_)}}
                               : std::move(documents_.front()));
  }

 private:
  bool json_;
  std::size_t added_ = 0;
  Json documents_ = Json::array();
};

}  // namespace

std::optional<TimeRange> slice_span(const Snapshot& trace) {
  if (trace.counts.by_phase.contains("X") && trace.x_extent != TimeRange{}) return trace.x_extent;
  std::optional<TimeRange> span;
  for (const Track& track : trace.tracks) {
    if (track.slices == 0) continue;
    if (!span) span = track.bounds;
    span->include(track.bounds);
  }
  return span;
}

int run_info(const InfoOptions& options) {
  if (is_summary(options.trace)) return run_summary_info(options.trace, options.json);
  const auto traces = list_traces(options.trace);
  if (!traces.ok()) return complain(kUnusable, options.trace, traces.error().message);
  InfoPrinter printer(options.json);
  TraceProblems problems;
  problems.add_others(traces.value());
  for (const NamedTrace& named : traces.value().traces) {
    const auto trace = open_trace(named.path);
    if (trace.ok()) {
      printer.add(trace.value());
    } else {
      problems.add(named, trace.error());
    }
  }
  std::error_code ignored;
  printer.finish(std::filesystem::is_directory(options.trace, ignored));
  return problems.finish(printer.added());
}

}  // namespace lanescope
