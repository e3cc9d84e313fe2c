// What a fleet's analysis says, in sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// "1 rank", "2,048 ranks".
std::string many(std::size_t count, const char* one);

/// "rank 15 (node0001) is late in 10 of 10 steps, and the others wait 969.2 ms for it, summed over
/// ranks. Likely cause: more compute in aten::mm. Also: 2 other stragglers, 1 slow link". States it
/// if nobody is late, or why the ranks cannot be compared.
std::string fleet_sentence(const Fleet& fleet, const FleetAnalysis& analysis);

/// "node0384 and node0448", or the name of the communicator where hosts are not known.
std::string link_title(const FleetAnalysis& analysis, const FleetLink& link);

/// Whether the trace or its file's name tells the rank.
bool tells_rank(const FleetAnalysis& analysis, std::uint32_t rank);

/// "rank 15"; the name of the trace's file where nothing tells the rank, or of the summary's where
/// that is another one, such as of traces in folders that have the same name.
std::string rank_or_file(const Fleet& fleet, const FleetAnalysis& analysis, std::uint32_t rank);

/// Why a rank of that state is not compared with the others: "belongs to another run"; empty if it
/// is.
std::string_view fleet_rank_state_text(FleetRankState state);

/// "rank 5, rank 6, rank 9 and 3 more": the first three.
std::string listed_items(const std::vector<std::string>& items);

/// rank_or_file() with the host: "rank 15 (node0001)".
std::string fleet_rank_title(const Fleet& fleet, const FleetAnalysis& analysis, std::uint32_t rank);

/// In how many steps a straggler is late, or the only one: "10 of 10 steps", "ProfilerStep#105".
std::string late_steps_text(const FleetAnalysis& analysis, const FleetStraggler& straggler);

/// What else there is to say about the ranks, a sentence each: unknown, missing, repeated, of
/// another run, not aligned, unreadable, without steps, truncated.
std::vector<std::string> fleet_notes(const Fleet& fleet, const FleetAnalysis& analysis);

}  // namespace lanescope
