// What traces are called whose ranks are in doubt, and why they are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/ranks/rank_identity.h"

namespace lanescope {

/// "trace.json", or with its folder "a/trace.json" where another trace's file has that name.
std::string doubtful_rank_title(const std::string& path, bool name_is_shared);

/// What the trace is called that has this number only because of its place; empty: a rank with that
/// number is known. `files` are those of the traces.
std::string unknown_rank_title(const RunRanks& ranks, std::span<const std::string> files,
                               std::int64_t rank);

/// "Nothing tells the ranks of 3 traces, so they are called by their files."; empty if all are
/// known.
std::string unknown_ranks_sentence(const RunRanks& ranks);

/// Why traces do not look like ranks of one run, in one sentence; empty if they do.
/// `recorded_far_apart`: by their times, whatever else is known.
std::string unrelated_sentence(const RunRanks& ranks, bool recorded_far_apart);

/// What a rank is called instead of by its number; empty, or none: by its number.
using RankTitle = std::function<std::string(std::int64_t rank)>;
/// "rank 3", or its title.
std::string rank_name(std::int64_t rank, const RankTitle& title_of);
/// The same where a sentence begins: "Rank 3"; a title stays as it is.
std::string first_rank_name(std::int64_t rank, const RankTitle& title_of);
/// "ranks 0, 3 and 5", or "ranks 0, 3 and 8 more"; their titles if all that are named have one.
std::string rank_names(std::span<const std::int64_t> ranks, const RankTitle& title_of);

/// As a sentence begins, but for a file's name, which stays as it is.
std::string as_sentence(const std::string& text);

}  // namespace lanescope
