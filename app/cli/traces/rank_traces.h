// The traces of a run's ranks, each of which is to have a summary: also those that are damaged.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/traces/named_traces.h"

namespace lanescope {

/// Of one folder with traces.
struct RankTraceFolder {
  std::string prefix;  // what tells it from others of the run: "node000_worker0_"; empty: alone
  TraceList list;      // `traces` without `folder` where they stand for a rank but are damaged
};

/// Whether a trace that cannot be read has a summary, which then has to be made again; `prefix` is
/// that of its folder.
using IsKnownRank = std::function<bool(const std::string& trace, const std::string& prefix)>;

/// As list_traces(), but a folder without traces stands for its subfolders (see folders_of_run),
/// and files that are named like traces and are damaged count as traces: empty ones, those that
/// are no whole document and are called like the other traces, or *.json.gz, *.json.zst or
/// *.pt.trace.json, and those for which `is_known` is true. Errors: as list_traces(). Cost: as
/// that, and reads files that are no traces, up to 16 MiB each.
Result<std::vector<RankTraceFolder>> list_rank_traces(const std::string& path,
                                                      const IsKnownRank& is_known = {});

}  // namespace lanescope
