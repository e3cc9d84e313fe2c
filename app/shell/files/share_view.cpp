#include "app/shell/files/share_view.h"

#include <utility>

#include "app/shell/files/write_with_texts.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/export/event_expression.h"
#include "core/session/shared_notes.h"

namespace lanescope {
namespace {

ShareJob::Run run_of(const OpenTrace& trace) {
  return {trace.path(), trace_stem(session_name(trace.view.session())) + ".json.gz",
          trace.view.snapshot(), trace.view.texts()};
}

std::optional<Error> write_run(SharedPage& page, char letter, const ShareJob::Run& run,
                               const std::optional<TimeRange>& cut) {
  TraceWriteOptions options;
  options.range = cut;
  return write_with_texts(run.texts, options,
                          [&](const ReadEvent& read, const TraceWriteOptions& how) {
                            return page.trace(letter, run.name, *run.snapshot, read, how);
                          });
}

}  // namespace

ShareJob share_job(const OpenTrace& trace, const OpenTrace* other) {
  ShareJob job;
  job.runs.push_back(run_of(trace));
  if (other != nullptr) job.runs.push_back(run_of(*other));
  const Snapshot& snapshot = *trace.view.snapshot();
  // Runs are compared as a whole: a part of one would differ from the other by what it lacks.
  if (other == nullptr) job.cut = trace.view.selection.range();
  const Ns start_ns = begin_of_cut(snapshot, job.cut);
  const auto selected = trace.view.selection.range();
  const TimeRange shown = selected ? *selected : trace.view.viewport.range();
  job.view.range_ns = {saturating_sub(shown.begin_ns, start_ns),
                       saturating_sub(shown.end_ns, start_ns)};
  job.view.select = event_expression(snapshot, trace.view.selection.primary());
  job.view.tab = trace.tab_title();
  job.view.compare = other != nullptr;
  job.view.title = session_name(trace.view.session());
  job.view.notes = shared_notes(trace.view.marks.all(), snapshot, nullptr);
  return job;
}

std::optional<Error> write_shared(const std::string& to, const ShareJob& job,
                                  const std::function<Result<std::string>()>& read_page) {
  auto html = read_page();
  if (!html.ok()) return html.error();
  std::vector<std::string> sources;
  for (const ShareJob::Run& run : job.runs) sources.push_back(run.path);
  auto page = SharedPage::begin(to, std::move(html).value(), rights_of_sources(sources));
  if (!page.ok()) return page.error();
  if (auto problem = page.value().view(job.view)) return problem;
  for (std::size_t i = 0; i < job.runs.size(); ++i) {
    if (auto problem = write_run(page.value(), i == 0 ? 'a' : 'b', job.runs[i], job.cut))
      return problem;
  }
  return page.value().commit();
}

}  // namespace lanescope
