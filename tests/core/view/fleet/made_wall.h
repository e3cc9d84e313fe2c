// The wall of a made-up training, and summaries of it on disk.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/ranks/summary/summary_file.h"
#include "core/view/fleet/fleet_contents.h"
#include "core/view/fleet/wall_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

namespace lanescope {

inline FleetContents made_contents(const FleetPlan& plan, const ChangeSummary& change = {}) {
  FleetFiles files;
  add_ranks(files.fleet, MadeFleet(plan), change);
  return make_fleet_contents(std::move(files), 1);
}

/// Writes rank0.rank and so on.
inline void write_summaries(const TempFolder& folder, const FleetPlan& plan,
                            const ChangeSummary& change = {}) {
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      if (change && !change(rank, summary)) return;
      const std::string path = folder.path() + "/rank" + std::to_string(rank) + ".rank";
      REQUIRE_FALSE(write_summary(path, summary));
    });
  }
}

/// What the mouse is told under that word; empty: nothing.
inline std::string fact_in(const WallHover& hover, std::string_view key) {
  const auto at = std::ranges::find(hover.facts, key, &std::pair<std::string, std::string>::first);
  return at == hover.facts.end() ? "" : at->second;
}

/// The place in the picture of the rank of that number.
inline std::size_t place_of(const FleetPicture& run, std::int64_t number) {
  const auto& traces = run.analysis.identity.traces;
  const auto at = std::ranges::find(traces, number, &RankIdentity::rank);
  REQUIRE(at != traces.end());
  return static_cast<std::size_t>(at - traces.begin());
}

}  // namespace lanescope
