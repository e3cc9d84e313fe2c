// Which rank of a run a trace is of, and which ranks are missing.
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

/// What says which rank it is, the most trustworthy first.
enum class RankSource : std::uint8_t {
  DistributedInfo,  // the file says so
  Collective,       // one of its collectives does
  FileName,         // a number in its name
  FileOrder,        // nothing does: the next one that is free
};
/// "distributed_info", "collective", "file_name", "file_order".
std::string_view rank_source_name(RankSource source);

/// What a trace says of itself.
struct RankClaim {
  std::string file;  // with its folder
  std::optional<std::int64_t> rank, world_size;
  RankSource source = RankSource::DistributedInfo;  // of the rank
};
/// Of distributedInfo; without a rank there, of "Rank" at a record_param_comms operator. Cost: a
/// pass over the names in the second case, and the text of a few events.
RankClaim rank_claim(const Snapshot& snapshot, std::string file, const ReadEvent& read);

struct RankIdentity {
  std::int64_t rank = 0;
  RankSource source = RankSource::FileOrder;
};

struct RunRanks {
  std::vector<RankIdentity> traces;      // one each, in the order given
  std::vector<std::int64_t> duplicates;  // ranks that several traces are of, rising
  std::vector<std::int64_t> missing;     // rising, kMostMissingRanks at most
  std::size_t missing_count = 0;
  std::optional<std::int64_t> world_size;  // the largest that a trace claims
};
inline constexpr std::size_t kMostMissingRanks = 64;

/// A number behind "rank" or "worker" in the file's name or, without one, in its folder's; else one
/// at the end, as in run_3.pt.trace.json. The number in <host>_<pid>.<time>.pt.trace.json and in
/// libkineto_activities_<pid>.json is none: that is a process.
std::optional<std::int64_t> rank_in_file_name(std::string_view path);

/// Missing are the ranks below the world size, without one those below the largest rank, that no
/// trace is of. Pure.
RunRanks identify_ranks(std::span<const RankClaim> claims);

/// "ranks 1, 3 and 5 have no trace; of rank 0 there are several": "" when all is well.
std::string rank_problems(const RunRanks& ranks);

}  // namespace lanescope
