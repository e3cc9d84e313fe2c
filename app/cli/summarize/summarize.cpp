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
#include "app/cli/traces/summarized_trace.h"
#include "app/cli/verbs.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/ranks/summary/summary_file.h"
#include "core/readers/trace_folder.h"
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

std::string stem_of(const std::string& trace) {
  return trace_stem(fs::path(trace).filename().string());
}

/// Files of a folder that are named like traces and are none, but stand for a rank: those that
/// nothing was written to, and those of which there is a summary, which would seem current.
std::vector<NamedTrace> lost_ranks(const TraceList& list, const std::string& output) {
  std::vector<NamedTrace> lost;
  if (list.others.empty()) return lost;
  const std::vector<std::string> in_folder = traces_in_folder(list.others.front().first.folder);
  const std::set<std::string> candidates(in_folder.begin(), in_folder.end());
  for (const auto& [other, error] : list.others) {
    if (!candidates.contains(other.path)) continue;
    const bool is_empty = bytes_of_file(other.path) == std::uint64_t{0};
    if (is_empty || is_summary((fs::path(output) / summary_name(stem_of(other.path))).string()))
      lost.push_back({other.path, "", other.rank});
  }
  return lost;
}

class Summaries {
 public:
  explicit Summaries(const SummarizeOptions& options)
      : output_(options.output), steps_(options.steps) {}

  /// One output for each trace; nullopt if all goes well.
  std::optional<Error> add(const std::string& trace) {
    const std::string path = path_for(trace);
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

 private:
  /// The output itself, or a name in it that no other trace has got.
  std::string path_for(const std::string& trace) {
    if (output_.ends_with(kSummaryEnding)) return output_;
    const std::string stem = stem_of(trace);
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
  std::size_t written_ = 0;
};

std::optional<Error> make_folder(const std::string& path) {
  std::error_code problem;
  fs::create_directories(path, problem);
  if (!problem) return std::nullopt;
  return Error{Error::Kind::Unreadable, "this folder cannot be made: " + problem.message()};
}

}  // namespace

int run_summarize(const SummarizeOptions& options) {
  std::vector<NamedTrace> traces;
  TraceProblems problems;
  for (const std::string& name : options.traces) {
    auto named = list_traces(name);
    if (!named.ok()) return complain(kUnusable, name, named.error().message);
    std::vector<NamedTrace> lost = lost_ranks(named.value(), options.output);
    std::erase_if(named.value().others, [&](const auto& other) {
      return std::ranges::find(lost, other.first.path, &NamedTrace::path) != lost.end();
    });
    problems.add_others(named.value());
    traces.insert(traces.end(), lost.begin(), lost.end());
    traces.insert(traces.end(), named.value().traces.begin(), named.value().traces.end());
  }
  const bool is_file = options.output.ends_with(kSummaryEnding);
  if (is_file && traces.size() > 1)
    return complain(kWrongUsage, options.output,
                    fmt::format("is one file for {} traces; name a folder", traces.size()));
  const std::string folder =
      is_file ? fs::path(options.output).parent_path().string() : options.output;
  if (!folder.empty()) {
    if (const auto problem = make_folder(folder))
      return complain(kUnusable, folder, problem->message);
  }
  Summaries summaries(options);
  for (const NamedTrace& trace : traces) {
    if (const auto problem = summaries.add(trace.path)) problems.add(trace, *problem);
  }
  return problems.finish(summaries.written());
}

}  // namespace lanescope
