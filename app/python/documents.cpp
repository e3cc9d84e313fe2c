#include "app/python/documents.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/compare/compared.h"
#include "app/cli/events/described_event.h"
#include "app/cli/events/event_line.h"
#include "app/cli/events/search_json.h"
#include "app/cli/info/info.h"
#include "app/cli/report/document/trace_json.h"
#include "app/cli/report/ranks.h"
#include "app/cli/report/thresholds.h"
#include "app/python/fault.h"
#include "core/base/threads/parallel.h"

namespace lanescope {
namespace {

PartLevel level_of(const std::string& name) {
  for (const PartLevel level : {PartLevel::Kernel, PartLevel::Op, PartLevel::Module}) {
    if (name == part_level_name(level)) return level;
  }
  fail("by", fmt::format("'{}' is not a level; use kernel, op or module", printable(name, 40)));
}

CompareOptions options_of(const ComparisonQuery& query) {
  CompareOptions options;
  options.by = level_of(query.by);
  options.align = {query.annotation, query.step, query.by_start};
  for (const std::string& text : query.gates) {
    const auto gate = parse_gate(text);
    if (!gate.ok()) fail("gate", gate.error().message);
    options.gates.push_back(gate.value());
  }
  return options;
}

}  // namespace

std::string info_document(const LoadedRun& run, DocumentForm form) {
  const double seconds = run.waited().session->load_seconds();
  return form == DocumentForm::ForProgram ? document_text(info_json(*run.trace(), seconds))
                                          : info_text(*run.trace(), seconds);
}

std::string event_document(const LoadedRun& run, std::int64_t id, DocumentForm form) {
  const Snapshot& trace = *run.trace();
  const auto event = event_of_id(trace, id);
  if (!event.ok()) fail(run.path(), event.error().message);
  const DetailsModel model =
      build_details(trace, event.value(), [&](EventId of) { return run.event_text(of); });
  run.check_unchanged();
  return form == DocumentForm::ForProgram ? document_text(event_json(trace, model))
                                          : event_text(trace, model);
}

std::string search_document(const LoadedRun& run, const std::string& expression,
                            std::optional<std::int64_t> limit, std::int64_t offset,
                            const std::stop_token& stop) {
  const auto query = parse_event_query(expression);
  if (!query.ok()) fail("expression", query.error().message);
  const Snapshot& trace = *run.trace();
  const FoundEvents found = search_events(trace, query.value(), event_reader(run.waited()), stop);
  throw_if_stopped(stop);
  run.check_unchanged();
  const auto count = static_cast<std::int64_t>(found.events.size());
  const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, count);
  const std::int64_t rows = std::clamp<std::int64_t>(limit.value_or(count), 0, count - begin);
  std::string document;
  write_search_json({trace, list_tracks(trace), found, static_cast<std::size_t>(begin),
                     static_cast<std::size_t>(begin + rows)},
                    [&](std::string_view piece) {
                      throw_if_stopped(stop);
                      document += piece;
                    });
  return document;
}

void compute_until_stopped(const ChosenAnalyses& analyses, const ReportInput& input,
                           const std::stop_token& stop) {
  parallel_for(analyses.of_trace.size(), hardware_threads(), [&](std::size_t i, unsigned) {
    if (!stop.stop_requested()) analyses.of_trace[i]->compute(input);
  });
  throw_if_stopped(stop);
}

std::string report_text(const ReportInput& input, const ChosenAnalyses& analyses) {
  std::string text;
  for (const ReportedAnalysis* analysis : analyses.of_trace)
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", analysis->key, analysis->text(input));
  return text;
}

std::string report_head(const LoadedRun& run, const ResultQuery& query) {
  return scope_text(run.results(query)->results);
}

std::string report_document(const LoadedRun& run, const std::vector<std::string>& names,
                            const ResultQuery& query, DocumentForm form,
                            const std::stop_token& stop) {
  const auto analyses = chosen_analyses(names);
  if (!analyses.ok()) fail("names", analyses.error().message);
  const auto kept = run.results(query);
  const ReportInput& input = kept->results;
  compute_until_stopped(analyses.value(), input, stop);
  run.check_unchanged();
  if (form == DocumentForm::ForPeople) return report_text(input, analyses.value());
  Json document = trace_report_json(input, run.path(), *query.thresholds, analyses.value());
  const std::array claims = {rank_claim(input.trace, run.path(), input.read)};
  set_rank(identify_ranks(claims).traces.front(), false, document);
  return document_text(document);
}

std::string comparison_document(const LoadedRun& a, const LoadedRun& b,
                                const ComparisonQuery& query, DocumentForm form) {
  const auto results_a = a.whole_results(), results_b = b.whole_results();
  RunFilesProblem problem;
  const auto comparison = compare_results(
      {a.path(), results_a->results}, {b.path(), results_b->results}, options_of(query), problem);
  if (!comparison) fail(problem.argument, problem.message);
  a.check_unchanged();
  b.check_unchanged();
  return form == DocumentForm::ForProgram ? document_text(comparison_json(*comparison))
                                          : comparison_text(*comparison);
}

std::string analysis_names() {
  return report_keys();
}

}  // namespace lanescope
