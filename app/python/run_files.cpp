#include "app/python/run_files.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "app/cli/report/document/chosen.h"
#include "app/cli/report/document/trace_json.h"
#include "app/cli/report/ranks.h"
#include "app/cli/report/thresholds.h"
#include "app/cli/traces/named_traces.h"
#include "app/python/documents.h"
#include "app/python/fault.h"

namespace lanescope {
namespace {

/// What is kept of traces that are gone by now.
class RunReporter {
 public:
  explicit RunReporter(ChosenAnalyses analyses) : analyses_(std::move(analyses)) {}

  /// False if `go_on` ended it.
  bool add(const std::shared_ptr<const LoadedRun>& loaded, const ResultQuery& query,
           const GoOn& go_on) {
    const LoadedRun& run = *loaded;
    const auto kept = run.results(query);
    const ReportInput& input = kept->results;
    // It owns the trace, which the results read.
    const auto compute = [loaded, kept, analyses = analyses_](const std::stop_token& stop) {
      compute_until_stopped(analyses, kept->results, stop);
      return true;
    };
    if (!run_interruptibly(run.path(), go_on, compute)) return false;
    traces_.push_back(trace_report_json(input, run.path(), *query.thresholds, analyses_));
    text_ += fmt::format("{}== {}\n\n", text_.empty() ? "" : "\n", printable(run.path()));
    text_ += scope_text(input) + report_text(input, analyses_);
    // Each of them can tell its result once.
    for (RanksReport* ranks : {&for_json_, &for_text_}) ranks->add(input, run.path(), true);
    run.check_unchanged();
    return true;
  }

  [[nodiscard]] bool empty() const { return traces_.empty(); }

  RunReport finish(std::vector<std::string> left_out) {
    const bool several = for_json_.has_several();
    const RunRanks known = for_json_.ranks();
    for (std::size_t i = 0; i < traces_.size(); ++i) set_rank(known.traces[i], several, traces_[i]);
    const std::size_t count = traces_.size();
    Json document = {{"traces", std::move(traces_)}};
    if (analyses_.ranks) {
      document[kRanksKey] = several ? for_json_.json() : Json();
      if (!several) document["why"] = fmt::format("{}: {}", kRanksKey, kOneTrace);
      if (several)
        text_ += fmt::format("\n== {} traces\n\n{}\n{}", count, kRanksKey, for_text_.text());
    }
    return {document_text(document), std::move(text_), std::move(left_out)};
  }

 private:
  ChosenAnalyses analyses_;
  RanksReport for_json_, for_text_;
  Json traces_ = Json::array();
  std::string text_;
};

}  // namespace

RunTraces list_run(const std::vector<std::string>& paths) {
  RunTraces files;
  for (const std::string& path : paths) {
    const auto named = list_traces(path);
    if (!named.ok()) fail(path, named.error().message);
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown)) fail(path, "no such file; check the path");
    for (const NamedTrace& trace : named.value().traces) files.paths.push_back(trace.path);
    for (const auto& [trace, error] : named.value().others)
      files.left_out.push_back(fmt::format("{}: {}", printable(trace.path), error.message));
  }
  return files;
}

std::optional<RunReport> report_run(const std::vector<std::string>& paths,
                                    const std::vector<std::string>& names, const ResultQuery& query,
                                    const LoadWatch& watch) {
  auto analyses = chosen_analyses(names);
  if (!analyses.ok()) fail("names", analyses.error().message);
  RunReporter reporter(std::move(analyses).value());
  std::vector<std::string> left_out;
  std::optional<Fault> last;
  for (const std::string& path : paths) {
    try {
      const auto run = LoadedRun::open(path, {}, watch);
      if (!run || !reporter.add(run, query, watch.go_on)) return std::nullopt;
    } catch (const Fault& fault) {
      left_out.emplace_back(fault.what());
      last = fault;
    }
  }
  if (reporter.empty() && last) throw Fault(*last);
  return reporter.finish(std::move(left_out));
}

}  // namespace lanescope
