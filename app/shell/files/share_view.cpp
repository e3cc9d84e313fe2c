#include "app/shell/files/share_view.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/shell/files/write_with_texts.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/export/event_expression.h"
#include "core/session/shared_notes.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

ShareJob::Run run_of(const OpenTrace& trace, const std::string& stem) {
  return {trace.path(), stem + ".json.gz", trace.view.snapshot(), trace.view.texts()};
}

std::string stem_of(const OpenTrace& trace) {
  return trace_stem(session_name(trace.view.session()));
}

/// Runs are compared as a whole: a part of one would differ from the other by what it lacks.
std::optional<TimeRange> cut_of(const OpenTrace& trace, const OpenTrace* other) {
  return other == nullptr ? trace.view.selection.range() : std::nullopt;
}

TraceWriteOptions write_options(const ShareJob& job) {
  TraceWriteOptions options;
  options.range = job.cut;
  options.redaction = job.redaction.get();
  return options;
}

std::optional<Error> write_run(SharedPage& page, char letter, const ShareJob::Run& run,
                               const TraceWriteOptions& options) {
  return write_with_texts(run.texts, options,
                          [&](const ReadEvent& read, const TraceWriteOptions& how) {
                            return page.trace(letter, run.name, *run.snapshot, read, how);
                          });
}

/// Lets the redaction meet the names of a run.
std::optional<Error> meet_names(const ShareJob::Run& run, const TraceWriteOptions& options,
                                const std::stop_token& stop) {
  return write_with_texts(
      run.texts, options,
      [&](const ReadEvent& read, const TraceWriteOptions& how) -> std::optional<Error> {
        const auto go_on = [&stop](std::string_view) { return !stop.stop_requested(); };
        if (write_trace(*run.snapshot, read, go_on, how)) return std::nullopt;
        return Error{Error::Kind::Cancelled, "was stopped"};
      });
}

}  // namespace

ShareJob share_job(const OpenTrace& trace, const OpenTrace* other, bool redact) {
  ShareJob job;
  if (redact) job.redaction = std::make_shared<Redaction>();
  const auto stem = [&](const OpenTrace& run, const char* redacted) {
    return redact ? redacted : stem_of(run);
  };
  job.runs.push_back(run_of(trace, stem(trace, other == nullptr ? "trace" : "trace-a")));
  if (other != nullptr) job.runs.push_back(run_of(*other, stem(*other, "trace-b")));
  const Snapshot& snapshot = *trace.view.snapshot();
  job.cut = cut_of(trace, other);
  const Ns start_ns = begin_of_cut(snapshot, job.cut);
  const auto selected = trace.view.selection.range();
  const TimeRange shown = selected ? *selected : trace.view.viewport.range();
  job.view.range_ns = {saturating_sub(shown.begin_ns, start_ns),
                       saturating_sub(shown.end_ns, start_ns)};
  job.view.select = event_expression(snapshot, trace.view.selection.primary());
  job.view.tab = trace.tab_title();
  job.view.compare = other != nullptr;
  job.view.title = redact ? "trace" : session_name(trace.view.session());
  job.view.notes = shared_notes(trace.view.marks.all(), snapshot, job.redaction.get());
  return job;
}

std::string share_contents(const OpenTrace& trace, const OpenTrace* other) {
  std::string what = session_name(trace.view.session());
  if (const auto cut = cut_of(trace, other)) {
    const Ns start_ns = trace.view.snapshot()->extent.begin_ns;
    what = fmt::format("{} of {}", format_range(*cut, start_ns), what);
  } else {
    what = "all of " + what;
  }
  if (other != nullptr) what += " and of " + session_name(other->view.session());
  const std::size_t marks = trace.view.marks.all().marks.size();
  if (marks == 0) return fmt::format("The file contains the viewer and {}.", what);
  return fmt::format("The file contains the viewer, {}, and {}.", what, counted(marks, "mark"));
}

Result<std::size_t> write_shared(const std::string& to, const ShareJob& job,
                                 const std::function<Result<std::string>()>& read_page) {
  auto html = read_page();
  if (!html.ok()) return html.error();
  std::vector<std::string> sources;
  for (const ShareJob::Run& run : job.runs) sources.push_back(run.path);
  auto page = SharedPage::begin(to, std::move(html).value(), rights_of_sources(sources));
  if (!page.ok()) return page.error();
  if (auto problem = page.value().view(job.view)) return *problem;
  const TraceWriteOptions options = write_options(job);
  for (std::size_t i = 0; i < job.runs.size(); ++i) {
    if (auto problem = write_run(page.value(), i == 0 ? 'a' : 'b', job.runs[i], options))
      return *problem;
  }
  if (auto problem = page.value().commit()) return *problem;
  std::size_t replaced = 0;
  if (job.redaction) {
    for (const ReplacedNames& kind : job.redaction->replaced()) replaced += kind.names.size();
  }
  return replaced;
}

Result<std::vector<NameCount>> count_names(const ShareJob& job, const std::stop_token& stop) {
  const TraceWriteOptions options = write_options(job);
  for (const ShareJob::Run& run : job.runs) {
    if (auto problem = meet_names(run, options, stop)) return *problem;
  }
  std::vector<NameCount> counts;
  for (const ReplacedNames& kind : job.redaction->replaced())
    counts.push_back({kind_title(kind.kind), kind.names.size()});
  std::ranges::stable_sort(counts, std::ranges::greater(), &NameCount::count);
  return counts;
}

}  // namespace lanescope
