#include "app/cli/traces/named_traces.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/output/exit_code.h"
#include "core/base/files/run_folders.h"
#include "core/base/files/system_file.h"
#include "core/base/files/trace_endings.h"
#include "core/base/time.h"
#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"
#include "core/readers/trace_loader.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::uintmax_t bytes_of(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : bytes;
}

std::string name_of(const NamedTrace& trace) {
  return std::filesystem::path(trace.path).filename().string();
}

}  // namespace

Result<TraceList> list_traces(const std::string& path) {
  TraceList list;
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    list.traces.push_back({path, "", std::nullopt});
    return list;
  }
  const FolderFiles files = files_in_folder(path);
  const auto leave_out = [&](const std::string& file, const std::string& oddity,
                             const std::string& why) {
    list.others.emplace_back(NamedTrace{file, path, std::nullopt, oddity},
                             Error{Error::Kind::WrongFormat, why});
  };
  for (const auto& [file, what] : files.no_files) leave_out(file, what, "is a " + what);
  for (const std::string& file : files.traces) {
    const auto head = read_trace_head(file);
    NamedTrace named{file, path, std::nullopt};
    if (!head.ok() && head.error().kind == Error::Kind::WrongFormat) {
      list.others.emplace_back(std::move(named), head.error());
      continue;
    }
    if (head.ok()) named.rank = head.value().rank;
    if (!named.rank) named.rank = rank_in_file_name(file);
    list.traces.push_back(std::move(named));
  }
  if (!list.traces.empty() || !list.others.empty()) {
    for (const std::string& file : files.others) leave_out(file, "", "is not named like a trace");
    return list;
  }
  if (!can_list(path)) {
    return Error{Error::Kind::Unreadable, "permission denied; you need read access"};
  }
  if (!summaries_in_folder(path).empty())
    return Error{Error::Kind::NotFound,
                 "no traces in this folder, but summaries of ranks: `lanescope ranks` compares "
                 "these, `lanescope compare` two such folders, and in the window `lanescope A "
                 "--compare B`"};
  const auto below =
      folders_of_run(path, [](const std::string& one) { return !traces_in_folder(one).empty(); });
  if (!below.empty())
    return Error{Error::Kind::NotFound,
                 fmt::format("no traces in this folder itself, but in {} below it, such as {}; "
                             "name these, or write summaries of all with `lanescope summarize`",
                             counted(below.size(), "folder"), below.front())};
  return Error{
      Error::Kind::NotFound,
      fmt::format("no traces in this folder; name one that contains {} or {} files",
                  fmt::join(std::span(kTraceEndings).first(kTraceEndings.size() - 1), ", "),
                  kTraceEndings.back())};
}

Result<std::string> single_trace(const TraceList& list) {
  const std::vector<NamedTrace>& found = list.traces;
  if (found.size() == 1) return found.front().path;
  if (found.empty()) {
    const auto& [other, error] = list.others.front();
    return Error{Error::Kind::NotFound,
                 fmt::format("no traces in this folder; {} {}", name_of(other), error.message)};
  }
  const auto largest =
      std::ranges::max_element(found, {}, [](const NamedTrace& one) { return bytes_of(one.path); });
  return Error{Error::Kind::Unsupported,
               fmt::format("is a folder with {} traces; name one of them, such as {}", found.size(),
                           largest->path)};
}

Result<std::string> single_trace(const std::string& path) {
  const auto list = list_traces(path);
  if (!list.ok()) return list.error();
  auto one = single_trace(list.value());
  if (one.ok()) tell_left_out(list.value());
  return one;
}

void tell_left_out(const TraceList& list) {
  TraceProblems problems;
  problems.add_others(list);
  (void)problems.finish(1);
}

void TraceProblems::add(const NamedTrace& trace, const Error& error) {
  const bool can_wait =
      error.kind == Error::Kind::WrongFormat || error.kind == Error::Kind::Unsupported;
  if (trace.folder.empty() || !can_wait) {
    complain(kUnusable, trace.path, error.message);
    any_failed_ = true;
    return;
  }
  LeftOut& left_out = left_out_[{trace.folder, error.kind}];
  if (left_out.files.empty()) left_out.message = error.message;
  left_out.files.push_back(trace);
}

void TraceProblems::add_others(const TraceList& list) {
  for (const auto& [other, error] : list.others) add(other, error);
}

/// Names all entries that are not files, but only a few of the others.
std::string TraceProblems::names_of(const LeftOut& left_out) {
  constexpr std::size_t kMostNames = 3, kMostOdd = 20;
  std::string names;
  std::size_t named = 0;
  for (const NamedTrace& file : left_out.files) {
    if (named >= (file.oddity.empty() ? kMostNames : kMostOdd)) break;
    names += (named++ == 0 ? "" : ", ") + name_of(file);
    if (!file.oddity.empty()) names += " (" + file.oddity + ")";
  }
  const std::size_t more = left_out.files.size() - named;
  return more > 0 ? names + fmt::format(" and {} more", more) : names;
}

int TraceProblems::finish(std::size_t used) const {
  for (const auto& [key, left_out] : left_out_) {
    const std::size_t files = left_out.files.size();
    const bool no_traces = key.second == Error::Kind::WrongFormat;
    if (!no_traces || used == 0) {
      const std::string others = files == 1 ? ""
                                            : "; " + format_count(Ns(files) - 1) + " more " +
                                                  (!no_traces   ? "like it"
                                                   : files == 2 ? "is not a trace"
                                                                : "are not traces");
      complain(kUnusable, key.first,
               fmt::format("skipped {}: {}{}", name_of(left_out.files.front()), left_out.message,
                           others));
      continue;
    }
    complain(kUnusable, key.first,
             fmt::format("skipped {} that {}: {}",
                         files == 1 ? "a file" : fmt::format("{} files", files),
                         files == 1 ? "is not a trace" : "are not traces", names_of(left_out)));
  }
  return any_failed_ || used == 0 ? kUnusable : kDone;
}

}  // namespace lanescope
