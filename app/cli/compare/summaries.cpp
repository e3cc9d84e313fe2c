#include "app/cli/compare/summaries.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/cli/compare/rank_folders.h"
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

Result<NamedSummary> named_summary(const CompareOptions& options, const std::string& name,
                                   const std::string& other) {
  std::string file = name;
  if (is_baseline(name)) {
    auto found = find_named_run(name, other, options.baselines);
    if (!found.ok()) return found.error();
    file = std::move(found).value();
    std::error_code unknown;
    if (std::filesystem::is_directory(file, unknown))
      return Error{Error::Kind::Unsupported,
                   fmt::format("names all ranks of a run, {}; compare a folder with the summaries "
                               "of all ranks with it, as `lanescope summarize RUN -o FOLDER` "
                               "writes them",
                               file)};
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
  const auto a = named_summary(options, options.a, options.b);
  if (!a.ok()) return complain(kUnusable, options.a, a.error().message);
  const auto b = named_summary(options, options.b, options.a);
  if (!b.ok()) return complain(kUnusable, options.b, b.error().message);
  PrintedSummaries printed{a.value().file,
                           b.value().file,
                           diff_summaries(a.value().summary, b.value().summary, kernel_kind_of),
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
