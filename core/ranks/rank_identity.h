// Determines which rank each trace belongs to, and which ranks are missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Where the rank is from, most reliable first.
enum class RankSource : std::uint8_t {
  DistributedInfo,  // distributedInfo in the file
  Collective,       // arguments of a collective
  FileName,         // a number in the file's name
  FileOrder,        // unknown: the next free number
};
/// "distributed_info", "collective", "file_name", "file_order".
std::string_view rank_source_name(RankSource source);

/// Larger numbers are not ranks.
inline constexpr std::int64_t kMostRank = 10'000'000;

/// What a trace states about its rank.
struct RankClaim {
  std::string file;  // path, including the folder
  std::optional<std::int64_t> rank, world_size;
  RankSource source = RankSource::DistributedInfo;  // source of `rank`
  std::string backend = {};                         // "nccl"; empty: not stated
  std::optional<TimeRange> unix_time = {};          // when it was recorded, if that is known
};
/// The rank from distributedInfo, or else from "Rank" of a record_param_comms operator, or of the
/// first communication kernels if all say the same. Cost: where distributedInfo does not tell it, a
/// pass over the events' names, and reading the arguments of a few.
RankClaim rank_claim(const Snapshot& snapshot, std::string file, const ReadEvent& read);

struct RankIdentity {
  std::int64_t rank = 0;
  RankSource source = RankSource::FileOrder;
};

struct RunRanks {
  std::vector<RankIdentity> traces;      // one per trace, in the given order
  std::vector<std::int64_t> duplicates;  // ranks with several traces, ascending
  std::vector<std::int64_t> missing;     // ascending, at most kMostMissingRanks
  std::size_t missing_count = 0;
  std::optional<std::int64_t> world_size;  // the largest that a trace states
  bool world_sizes_differ = false;         // traces state different ones
  bool backends_differ = false;            // the same
  /// Traces whose names differ in more than numbers were not recorded at the same time.
  bool recorded_apart = false;

  /// Whether nothing tells the trace's rank, or another trace has the same.
  [[nodiscard]] bool is_doubtful(std::size_t trace) const;
  /// Whether the traces look like ranks of one run: none is doubtful, and none contradicts another.
  [[nodiscard]] bool is_one_run() const;
};
inline constexpr std::size_t kMostMissingRanks = 64;

/// Whether a name says "rank" or "worker" with a number, or only has a number at its end, which may
/// be that of a job instead.
enum class NamedRank : std::uint8_t { None, ByWord, ByNumber };
NamedRank rank_naming(std::string_view path);

/// The number after "rank" or "worker" in the file's name, or else in its folder's; or else a
/// number at the end of the name, as in run_3.pt.trace.json. Process IDs are ignored: those in
/// <host>_<pid>.<time>.pt.trace.json and libkineto_activities_<pid>.json.
std::optional<std::int64_t> rank_in_file_name(std::string_view path);

/// "run_#" for "run_12.pt.trace.json.gz": what the names of a run's ranks have in common, in lower
/// case.
std::string name_without_numbers(const std::string& path);

/// A rank is missing if it is below the world size or the largest rank, and has no trace. Numbers
/// at the ends of names are ranks only if the names are otherwise alike: not those of resnet_1.json
/// and bert_2.json. Pure.
RunRanks identify_ranks(std::span<const RankClaim> claims);

/// "ranks 1, 3, 5 of the run have no trace; several traces belong to rank 0"; "" if there are no
/// problems.
std::string rank_problems(const RunRanks& ranks);

}  // namespace lanescope
