#include "app/cli/compare/summaries.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/cli/compare/rank_folders.h"
#include "app/cli/compare/same_rank.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/traces/baselines.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/traces/summarized_trace.h"
#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/summary/summary_file.h"
#include "core/readers/trace_folder.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

struct NamedSummary {
  std::string file;
  RankSummary summary;
};

/// A trace is loaded and reduced, so that both are measured alike.
Result<NamedSummary> summary_of_trace(const std::string& name, const std::string& steps) {
  if (traces_in_folder(name).empty() && !summaries_in_folder(name).empty())
    return Error{Error::Kind::Unsupported,
                 "has the summaries of all ranks, and the other run is a single rank; name the "
                 "summary of one, or two such folders"};
  const auto file = single_trace(name);
  if (!file.ok()) return file.error();
  auto made = summarized_trace(file.value(), {}, steps);
  if (!made.ok()) return made.error();
  if (made.value().problem) return *made.value().problem;
  if (made.value().truncated)
    complain(kDone, file.value(), incomplete_words(made.value().summary.report));
  return NamedSummary{file.value(), std::move(made.value().summary)};
}

bool names_folder(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

void tell_rank(const SameRank& same, const std::string& other) {
  complain(kDone, "compare",
           fmt::format("rank {} alone: {} and {}; to compare all ranks, name a folder with their "
                       "summaries, as `lanescope summarize RUN -o FOLDER` writes them",
                       same.rank, same.file, other));
}

/// Whether a run is a baseline that names the ranks of a run, so that the other has to be known
/// first.
bool is_of_all_ranks(const CompareOptions& options, const std::string& run,
                     const std::string& other) {
  if (!is_baseline(run)) return false;
  const auto found = find_named_run(run, other, options.baselines);
  return found.ok() && names_folder(found.value());
}

/// A baseline that names a folder stands for the rank that the other run is.
Result<NamedSummary> named_summary(const CompareOptions& options, const std::string& name,
                                   const std::string& other, const NamedSummary* compared) {
  std::string file = name;
  if (is_baseline(name)) {
    auto found = find_named_run(name, other, options.baselines);
    if (!found.ok()) return found.error();
    file = std::move(found).value();
    if (names_folder(file)) {
      if (compared == nullptr)
        return Error{
            Error::Kind::Unsupported,
            fmt::format("names all ranks of a run, {}, and so does the other, which has no "
                        "summaries; write them with `lanescope summarize RUN -o FOLDER`",
                        file)};
      auto same = find_same_rank(compared->summary, file);
      if (!same.ok()) return same.error();
      file = same.value().file;
      tell_rank(same.value(), compared->file);
    }
  } else if (!is_summary(name)) {
    return summary_of_trace(name, options.steps);
  }
  auto read = read_summary(file);
  if (!read.ok())
    return Error{read.error().kind,
                 is_baseline(name) ? file + ": " + read.error().message : read.error().message};
  if (!read.value().failure.empty())
    return Error{Error::Kind::Unreadable, "is of a trace that could not be read"};
  return NamedSummary{file, std::move(read).value()};
}

/// What only traces can answer.
std::optional<std::string> asks_too_much(const CompareOptions& options) {
  if (!options.align.annotation.empty()) return "--align";
  if (options.align.step) return "--step";
  if (options.by == PartLevel::Module) return "--by module";
  if (!options.capture_trace.empty()) return "--capture-trace";
  const auto fixed = [](const std::string& name) { return is_baseline(name) || is_summary(name); };
  if (!options.steps.empty() && fixed(options.a) && fixed(options.b)) return "--steps";
  return std::nullopt;
}

}  // namespace

bool compares_summaries(const CompareOptions& options) {
  for (const std::string* name : {&options.a, &options.b})
    if (is_baseline(*name) || is_summary(*name)) return true;
  return compared_folders(options).has_value();
}

int run_summary_compare(const CompareOptions& options) {
  if (const auto option = asks_too_much(options))
    return complain(kUnusable, *option, "cannot be answered by a summary; name two traces");
  const bool a_is_last = is_of_all_ranks(options, options.a, options.b);
  const auto [first, second] =
      a_is_last ? std::pair(&options.b, &options.a) : std::pair(&options.a, &options.b);
  const auto one = named_summary(options, *first, *second, nullptr);
  if (!one.ok()) return complain(kUnusable, *first, one.error().message);
  const auto other = named_summary(options, *second, *first, &one.value());
  if (!other.ok()) return complain(kUnusable, *second, other.error().message);
  const NamedSummary& a = a_is_last ? other.value() : one.value();
  const NamedSummary& b = a_is_last ? one.value() : other.value();
  PrintedSummaries printed{a.file,
                           b.file,
                           diff_summaries(a.summary, b.summary, kernel_kind_of),
                           options.by == PartLevel::Op,
                           {}};
  for (const Gate& gate : options.gates) printed.gates.push_back(judge_gate(gate, printed.diff));
  if (options.json) {
    print_document(summaries_json(printed));
  } else {
    print_lines(options.markdown ? summaries_markdown(printed) : summaries_text(printed));
  }
  return judge(printed.gates);
}

}  // namespace lanescope
