#include "core/session/rank_files.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/files/run_folders.h"
#include "core/base/files/trace_endings.h"
#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/host_in_file_name.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/summary/summary_file.h"
#include "core/readers/trace_folder.h"
#include "core/readers/trace_loader.h"
#include "core/view/ranks/rank_picture.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// What distinguishes a rank's file from the others; empty if the name does not indicate a rank.
std::string rank_mark(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  if (const auto rank = rank_in_file_name(name)) return "rank " + std::to_string(*rank);
  return host_in_file_name(name).empty() ? "" : name.substr(0, name.find('.'));
}

/// Those whose names indicate a rank; none unless there are at least two different ones.
std::vector<std::string> named_as_ranks(const std::vector<std::string>& traces) {
  std::vector<std::string> files;
  std::set<std::string> marks;
  for (const std::string& file : traces) {
    const std::string mark = rank_mark(file);
    if (mark.empty()) continue;
    marks.insert(mark);
    files.push_back(file);
  }
  if (marks.size() < 2) files.clear();
  return files;
}

/// The folders of hosts are alike.
std::span<const std::string> first_few(std::span<const std::string> subfolders) {
  constexpr std::size_t kFew = 8;
  return subfolders.first(std::min(subfolders.size(), kFew));
}

bool has_rank_traces(const std::string& folder) {
  return std::ranges::any_of(traces_in_folder(folder),
                             [](const std::string& file) { return !rank_mark(file).empty(); });
}

/// Whether each says what rank it is of, and no other says the same.
bool say_other_ranks(const std::vector<std::string>& files) {
  std::set<std::int64_t> ranks;
  return std::ranges::all_of(files, [&](const std::string& file) {
    const auto head = read_trace_head(file);
    return head.ok() && head.value().rank && ranks.insert(*head.value().rank).second;
  });
}

/// Those of the folder of each host; none if these are of separate runs.
std::vector<std::string> ranks_of_hosts(const std::vector<std::string>& folders) {
  std::vector<std::string> files;
  std::set<std::string> marks, hosts;
  bool unlike = true;  // no two have the same name or host
  for (const std::string& folder : folders) {
    std::set<std::string> own;
    for (std::string& file : traces_in_folder(folder)) {
      const std::string mark = rank_mark(file);
      if (mark.empty()) continue;
      unlike = marks.insert(mark).second && unlike;
      own.insert(host_in_file_name(fs::path(file).filename().string()));
      files.push_back(std::move(file));
    }
    own.erase("");
    for (const std::string& host : own) unlike = hosts.insert(host).second && unlike;
  }
  if (marks.empty() || files.size() < 2 || !(unlike || say_other_ranks(files))) files.clear();
  return files;
}

bool is_no_trace(const std::string& file) {
  const auto head = read_trace_head(file);
  return !head.ok() && head.error().kind == Error::Kind::WrongFormat;
}

/// Nullopt if nothing but a number at the end of a name may tell it, which each host may have.
std::optional<std::int64_t> rank_of_summary(const std::string& file) {
  const auto summary = read_summary(file, SummaryParts::Collectives);
  const std::string& named = summary.ok() ? summary.value().claim.file : file;
  if (summary.ok() && summary.value().claim.rank) return summary.value().claim.rank;
  return rank_naming(named) == NamedRank::ByWord ? rank_in_file_name(named) : std::nullopt;
}

/// A rank has one host. Of a single rank, summaries of many runs are its history.
bool are_separate_runs(const std::string& a, const std::string& b) {
  const auto of_a = summaries_in_folder(a), of_b = summaries_in_folder(b);
  if (of_a.empty() || of_b.empty()) return false;  // removed meanwhile
  if (of_a.size() == 1 && of_b.size() == 1) return false;
  const auto rank = rank_of_summary(of_a.front());
  return rank && rank == rank_of_summary(of_b.front());
}

std::vector<std::string> summaries_below(const std::string& folder) {
  if (!traces_in_folder(folder).empty()) return {};
  const auto has_any = [](const std::string& one) { return !summaries_in_folder(one).empty(); };
  const std::vector<std::string> folders = folders_of_run(folder, has_any);
  if (folders.size() > 1 && are_separate_runs(folders[0], folders[1])) return {};
  std::vector<std::string> files;
  for (const std::string& one : folders)
    std::ranges::move(summaries_in_folder(one), std::back_inserter(files));
  return files;
}

}  // namespace

std::vector<std::string> rank_traces_in_folder(const std::string& folder) {
  return named_as_ranks(traces_in_folder(folder));
}

std::vector<std::string> rank_traces_of_run(const std::string& folder) {
  if (!traces_in_folder(folder).empty()) return rank_traces_in_folder(folder);
  return ranks_of_hosts(folders_of_run(folder, has_rank_traces));
}

RankFolder ranks_by_content(const std::string& folder) {
  constexpr std::size_t kMostOpened = 64;
  const std::vector<std::string> traces = traces_in_folder(folder);
  RankFolder out{named_as_ranks(traces), 0};
  std::size_t opened = 0;
  std::erase_if(out.ranks, [&](const std::string& file) {
    return opened++ < kMostOpened && is_no_trace(file);
  });
  out.ranks = named_as_ranks(out.ranks);
  out.others = out.ranks.empty() ? 0 : traces.size() - out.ranks.size();
  return out;
}

RankFolder ranks_below(const std::string& folder) {
  if (!traces_in_folder(folder).empty()) return ranks_by_content(folder);
  return {rank_traces_of_run(folder), 0};
}

RankFolder ranks_to_offer(const std::string& folder, std::span<const std::string> subfolders) {
  const bool below = std::ranges::any_of(first_few(subfolders), has_rank_traces);
  return below ? ranks_below(folder) : ranks_by_content(folder);
}

std::vector<std::string> summaries_of_run(const std::vector<std::string>& paths) {
  constexpr std::size_t kFewTraces = 16;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (path.ends_with(kSummaryEnding)) {
      files.push_back(path);
      continue;
    }
    if (!fs::is_directory(path, ignored)) return {};
    std::vector<std::string> summaries = summaries_in_folder(path);
    if (summaries.empty()) summaries = summaries_below(path);
    const std::size_t traces = rank_traces_in_folder(path).size();
    if (summaries.empty() || (traces > 0 && traces <= kFewTraces)) return {};
    files.insert(files.end(), summaries.begin(), summaries.end());
  }
  // The same rank twice would only be called repeated.
  std::ranges::sort(files);
  const auto same = std::ranges::unique(files);
  files.erase(same.begin(), same.end());
  return files;
}

std::vector<std::string> summaries_to_offer(const std::string& folder,
                                            std::span<const std::string> subfolders) {
  const auto has_any = [](const std::string& one) { return !summaries_in_folder(one).empty(); };
  if (!has_any(folder) && std::ranges::none_of(first_few(subfolders), has_any)) return {};
  return summaries_of_run({folder});
}

bool are_summaries(std::span<const std::string> files) {
  const auto is_one = [](const std::string& file) { return file.ends_with(kSummaryEnding); };
  return !files.empty() && std::ranges::all_of(files, is_one);
}

std::vector<std::string> files_of_run(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  const auto add = [&](std::string file) {
    if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
  };
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      add(path);
      continue;
    }
    for (std::string& file : traces_in_folder(path)) add(std::move(file));
  }
  return files;
}

}  // namespace lanescope
