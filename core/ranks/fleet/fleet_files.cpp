#include "core/ranks/fleet/fleet_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/ranks/fleet/small_run.h"
#include "core/ranks/fleet/straggler_culprits.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// How many files each thread has read before they are added.
constexpr std::size_t kFilesPerThread = 16;

struct FleetSlot {
  std::optional<FleetRank> rank;
  std::string problem;
};

FleetSlot read_slot(const std::string& file, SummaryReuse& memory) {
  auto summary = read_summary(file, SummaryParts::Collectives, memory);
  if (!summary.ok()) return {std::nullopt, summary.error().message};
  FleetSlot slot{fleet_rank(std::move(summary.value()), file), ""};
  memory.steps = std::move(summary.value().steps);  // of which fleet_rank has taken the names only
  return slot;
}

/// All that is known is what the file's name says.
FleetRank damaged_rank(const std::string& file, const std::string& problem) {
  SummarySource source;
  source.file = file;
  return fleet_rank(unreadable_rank(std::move(source), problem), file);
}

}  // namespace

FleetFiles load_fleet(std::span<const std::string> files, unsigned threads,
                      FleetProgress* progress) {
  FleetFiles out;
  const std::size_t batch = kFilesPerThread * std::max(threads, 1U);
  std::vector<SummaryReuse> memories(std::max(threads, 1U));
  std::vector<FleetRank> damaged;
  for (std::size_t begin = 0; begin < files.size(); begin += batch) {
    if (progress != nullptr && progress->cancel) break;
    const std::size_t count = std::min(batch, files.size() - begin);
    std::vector<FleetSlot> slots(count);
    parallel_for(count, threads, [&](std::size_t i, unsigned worker) {
      slots[i] = read_slot(files[begin + i], memories[worker]);
    });
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& file = files[begin + i];
      if (slots[i].rank) {
        out.fleet.add(std::move(*slots[i].rank));
        continue;
      }
      if (rank_in_file_name(file)) damaged.push_back(damaged_rank(file, slots[i].problem));
      out.problems.push_back({file, std::move(slots[i].problem)});
    }
    if (progress != nullptr) progress->done += count;
  }
  // Of nothing else there is no run that they could be ranks of.
  if (out.fleet.ranks().empty()) return out;
  for (FleetRank& rank : damaged) out.fleet.add(std::move(rank));
  return out;
}

FleetAnalysis analyze_files(FleetFiles& files, const Thresholds& thresholds, unsigned threads) {
  FleetAnalysis out = files.fleet.analyze(thresholds, threads);
  if (is_small_run(out)) {
    for (auto& [rank, why] : compare_small_run(files.fleet, out, thresholds))
      files.problems.push_back({files.fleet.ranks()[rank].file, std::move(why)});
  }
  if (out.exact_summary.empty()) name_culprits(files.fleet, out, threads);
  return out;
}

std::vector<std::string> summaries_in_folder(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (name.ends_with(kSummaryEnding) && !name.starts_with('.'))
      out.push_back(at->path().string());
  }
  std::ranges::sort(out);
  return out;
}

FolderSummaries summaries_of_folders(const std::string& folder) {
  const auto has_any = [](const std::string& one) { return !summaries_in_folder(one).empty(); };
  RunFolders found = find_run_folders(folder, has_any);
  FolderSummaries out{{}, std::move(found.lost)};
  for (const std::string& one : found.folders)
    std::ranges::move(summaries_in_folder(one), std::back_inserter(out.files));
  return out;
}

}  // namespace lanescope
