#include "app/cli/info/info.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/core.h>

#include "app/cli/info/summary.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/rank_words.h"
#include "core/ranks/recorded_times.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

/// Prints traces as they are read: text one by one, JSON all at the end.
class InfoPrinter {
 public:
  /// `alone`: a single file was named, whose JSON is a document of its own.
  InfoPrinter(bool json, bool alone) : json_(json), alone_(alone) {}

  void add(const WaitedTrace& trace, const std::string& file) {
    const double seconds = trace.session->load_seconds();
    if (json_) {
      documents_.push_back(info_json(*trace, seconds));
    } else {
      print_text(info_text(*trace, seconds));
    }
    if (!alone_) claims_.push_back(rank_claim(*trace, file, event_reader(trace)));
    ++added_;
  }

  void add(const RankSummary& summary, const std::string& file) {
    if (json_) {
      documents_.push_back(summary_json(summary, file));
    } else {
      print_text(summary_text(summary, file));
    }
    ++added_;
  }

  [[nodiscard]] std::size_t added() const { return added_; }

  void finish() {
    if (alone_ && !documents_.empty()) return print_document(documents_.front());
    const std::string far = recorded_far_apart(std::span<const RankClaim>(claims_))
                                ? unrelated_sentence(identify_ranks(claims_), true)
                                : "";
    if (!json_ && !far.empty()) fmt::print("\n{}\n", far);
    if (!documents_.empty())
      print_document({{"traces", std::move(documents_)}, {"unrelated", json_text_or_null(far)}});
  }

 private:
  void print_text(const std::string& text) const { print_lines((added_ == 0 ? "" : "\n") + text); }

  bool json_, alone_;
  std::size_t added_ = 0;
  Json documents_ = Json::array();
  std::vector<RankClaim> claims_;
};

void add_traces(const TraceList& list, const std::string& steps, InfoPrinter& printer,
                TraceProblems& problems) {
  problems.add_others(list);
  for (const NamedTrace& named : list.traces) {
    const auto trace = open_trace(named.path, {.steps = steps});
    if (trace.ok()) {
      printer.add(trace.value(), named.path);
    } else {
      problems.add(named, trace.error());
    }
  }
}

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
  if (!options.steps.empty()) {
    const auto fixed = std::ranges::find_if(options.traces, is_summary);
    if (fixed != options.traces.end())
      return complain(kUnusable, *fixed,
                      "is a summary, whose steps are fixed; --steps is for traces");
  }
  std::error_code ignored;
  const bool alone =
      options.traces.size() == 1 && !std::filesystem::is_directory(options.traces.front(), ignored);
  InfoPrinter printer(options.json, alone);
  TraceProblems problems;
  for (const std::string& name : options.traces) {
    if (is_summary(name)) {
      const auto summary = read_summary(name);
      if (summary.ok()) {
        printer.add(summary.value(), name);
      } else {
        problems.add({name, "", std::nullopt}, summary.error());
      }
      continue;
    }
    const auto traces = list_traces(name);
    if (traces.ok()) {
      add_traces(traces.value(), options.steps, printer, problems);
    } else {
      problems.add({name, "", std::nullopt}, traces.error());
    }
  }
  printer.finish();
  return problems.finish(printer.added());
}

}  // namespace lanescope
