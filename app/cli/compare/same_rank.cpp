#include "app/cli/compare/same_rank.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/rank_identity.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

std::optional<std::int64_t> rank_of(const RankSummary& summary) {
  const RankIdentity rank = identify_ranks(std::span(&summary.claim, 1)).traces.front();
  return rank.source == RankSource::FileOrder ? std::nullopt : std::optional(rank.rank);
}

/// Of a trace alone, "after_3.json" may be the third run.
bool is_surely_a_rank(const RankSummary& summary) {
  return summary.claim.rank || rank_naming(summary.claim.file) != NamedRank::ByNumber;
}

}  // namespace

Result<SameRank> find_same_rank(const RankSummary& of, const std::string& folder) {
  const auto rank = rank_of(of);
  if (!rank || !is_surely_a_rank(of))
    return Error{
        Error::Kind::Unsupported,
        fmt::format("names all ranks of a run, {}, and nothing tells the rank of the other "
                    "trace; name the summary of one rank, or compare a folder with the "
                    "summaries of all, as `lanescope summarize RUN -o FOLDER` writes them",
                    folder)};
  std::vector<std::string> files = summaries_in_folder(folder);
  // Most are called by their ranks: then no other has to be read.
  std::ranges::stable_partition(files,
                                [&](const auto& file) { return rank_in_file_name(file) == rank; });
  std::string unreadable;
  for (const std::string& file : files) {
    const auto summary = read_summary(file, SummaryParts::Collectives);
    if (!summary.ok() || rank_of(summary.value()) != rank) continue;
    if (summary.value().failure.empty()) return SameRank{*rank, file};
    unreadable = " but one of a trace that could not be read, " + file;
  }
  return Error{
      Error::Kind::NotFound,
      fmt::format("names all ranks of a run, {}, which has no summary of rank {}{}; name the "
                  "summary to compare with",
                  folder, *rank, unreadable)};
}

}  // namespace lanescope
