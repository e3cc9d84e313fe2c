#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/traces/rank_traces.h"
#include "app/cli/traces/summarized_trace.h"
#include "app/cli/verbs.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/files/abandoned_files.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/base/process_memory.h"
#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/summary/summary_file.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return fs::equivalent(a, b, unknown) && !unknown;
}

/// "rank 2 of 4, 20 steps, 4,000 collectives".
std::string content_text(const RankSummary& summary) {
  const RankIdentity rank = identify_ranks(std::span(&summary.claim, 1)).traces.front();
  std::string text = "unknown rank";
  if (rank.source != RankSource::FileOrder) {
    text = fmt::format("rank {}", rank.rank);
    if (summary.claim.world_size) text += fmt::format(" of {}", *summary.claim.world_size);
  }
  return fmt::format("{}, {}, {}", text, counted(summary.steps.size(), "step"),
                     counted(summary.collectives.collectives.size(), "collective"));
}

/// "; replaced the summary of /old/trace.json", if what is at `path` is not of the same trace.
std::string replaced_text(const std::string& path, const SummarySource& source) {
  if (bytes_of_file(path).value_or(0) == 0) return "";
  if (!is_summary(path)) return "; replaced a file that was not a summary";
  const auto old = read_summary(path);
  if (!old.ok()) return "; replaced a damaged summary";
  if (old.value().source.file == source.file) return "";
  return "; replaced the summary of " + printable(old.value().source.file);
}

std::string summary_name(const std::string& stem) {
  return stem + std::string(kSummaryEnding);
}

/// A trace, and how its summary is called where several have its name.
struct SummaryJob {
  NamedTrace trace;
  std::string prefix;  // of its subfolder
};

class Summaries {
 public:
  explicit Summaries(const SummarizeOptions& options)
      : output_(options.output), steps_(options.steps) {}

  /// One output for each trace; nullopt if all goes well.
  std::optional<Error> add(const SummaryJob& job) {
    const std::string& trace = job.trace.path;
    const std::string path = path_for(summary_stem(trace, job.prefix));
    if (is_summary(trace))
      return Error{Error::Kind::Invalid, "is a summary already; name the trace that it is of"};
    if (is_same_file(trace, path))
      return Error{Error::Kind::Invalid, "input and output are the same file; name another output"};
    const auto made = summarized_trace(trace, {}, steps_);
    if (!made.ok()) return made.error();
    if (made.value().truncated)
      complain(kDone, trace, incomplete_words(made.value().summary.report));
    if (!made.value().left_out.empty()) complain(kDone, trace, made.value().left_out);
    if (auto problem = write(path, trace, made.value().summary)) return problem;
    return made.value().problem;
  }

  [[nodiscard]] std::size_t written() const { return written_; }

  /// Says which summaries of the folder are of traces that are gone, as those of an earlier run
  /// are.
  void tell_old() const {
    if (output_.ends_with(kSummaryEnding)) return;
    std::vector<std::string> old;
    for (const std::string& path : summaries_in_folder(output_)) {
      if (paths_.contains(path)) continue;
      const auto summary = read_summary(path, SummaryParts::Collectives);
      // Of a trace in an object store this machine cannot tell.
      if (!summary.ok() || summary.value().source.file.find("://") != std::string::npos) continue;
      std::error_code unknown;
      if (!fs::exists(summary.value().source.file, unknown))
        old.push_back(fs::path(path).filename().string());
    }
    if (old.empty()) return;
    complain(
        kDone, output_,
        fmt::format("has {} of {} no longer there: {}", counted(old.size(), "summary", "summaries"),
                    old.size() == 1 ? "a trace that is" : "traces that are", listed_items(old)));
  }

 private:
  /// The output itself, or a name in it that no other trace has got.
  std::string path_for(const std::string& stem) {
    if (output_.ends_with(kSummaryEnding)) return output_;
    std::string name = stem;
    for (int number = 2; !names_.insert(name).second; ++number)
      name = fmt::format("{}-{}", stem, number);
    return (fs::path(output_) / summary_name(name)).string();
  }

  std::optional<Error> write(const std::string& path, const std::string& trace,
                             const RankSummary& summary) {
    const std::string replaced = replaced_text(path, summary.source);
    auto problem = write_summary(path, summary, rights_of_source(trace));
    if (problem) {
      problem->message = fmt::format("{} cannot be written: {}", path, problem->message);
      return problem;
    }
    ++written_;
    paths_.insert(path);
    const std::string content = summary.failure.empty()
                                    ? content_text(summary)
                                    : "nothing but why its trace could not be read";
    print_lines(
        fmt::format("{}: {}; {}{}\n", printable(path),
                    format_bytes(static_cast<std::int64_t>(bytes_of_file(path).value_or(0))),
                    content, replaced));
    return std::nullopt;
  }

  const std::string& output_;
  const std::string& steps_;
  std::set<std::string> names_;
  std::set<std::string> paths_;  // of those written
  std::size_t written_ = 0;
};

std::optional<Error> make_folder(const std::string& path) {
  std::error_code problem;
  fs::create_directories(path, problem);
  if (!problem) return std::nullopt;
  return Error{Error::Kind::Unreadable, "this folder cannot be made: " + problem.message()};
}

/// All that is named; complains of what cannot be used. Sets `code` where that is a fault.
std::vector<SummaryJob> named_jobs(const SummarizeOptions& options, TraceProblems& problems,
                                   int& code) {
  std::vector<SummaryJob> jobs;
  for (const std::string& name : options.traces) {
    const auto is_known = [&](const std::string& trace, const std::string& prefix) {
      const std::string summary = summary_name(summary_stem(trace, prefix));
      return is_summary((fs::path(options.output) / summary).string());
    };
    const auto found = list_rank_traces(name, is_known);
    if (!found.ok()) {
      code = complain(kUnusable, name, found.error().message);
      continue;
    }
    for (const auto& [lost, why] : found.value().lost)
      code = complain(kUnusable, lost, why.message);
    for (const RankTraceFolder& folder : found.value().folders) {
      problems.add_others(folder.list);
      for (const NamedTrace& trace : folder.list.traces) jobs.push_back({trace, folder.prefix});
    }
  }
  return jobs;
}

}  // namespace

int run_summarize(const SummarizeOptions& options) {
  keep_all_in_one_heap();
  TraceProblems problems;
  int code = kDone;
  const std::vector<SummaryJob> jobs = named_jobs(options, problems, code);
  if (jobs.empty()) return std::max(code, problems.finish(0));
  const bool is_file = options.output.ends_with(kSummaryEnding);
  if (is_file && jobs.size() > 1)
    return complain(kWrongUsage, options.output,
                    fmt::format("is one file for {} traces; name a folder", jobs.size()));
  const std::string folder =
      is_file ? fs::path(options.output).parent_path().string() : options.output;
  if (!folder.empty()) {
    if (const auto problem = make_folder(folder))
      return complain(kUnusable, folder, problem->message);
  }
  // Of a run that was killed.
  remove_abandoned(folder.empty() ? "." : folder, kSummaryEnding);
  Summaries summaries(options);
  for (const SummaryJob& job : jobs) {
    if (const auto problem = summaries.add(job)) problems.add(job.trace, *problem);
  }
  summaries.tell_old();
  return std::max(code, problems.finish(summaries.written()));
}

}  // namespace lanescope
