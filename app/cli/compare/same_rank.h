// Which of the summaries of all ranks of a run a single rank is compared with.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

struct SameRank {
  std::int64_t rank = 0;
  std::string file;  // of the summary in the folder
};

/// Of `folder`, the first summary that is of the same rank as `of` and whose trace could be read.
/// Errors: NotFound without one; Unsupported where nothing but a number at the end of its file's
/// name tells the rank of `of`, which may be that of a run instead. Cost: reads that summary, and
/// if files are not called by their ranks, others too.
Result<SameRank> find_same_rank(const RankSummary& of, const std::string& folder);

}  // namespace lanescope
