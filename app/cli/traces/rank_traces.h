// The traces of a run's ranks, each of which is to have a summary: also those that are damaged.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/traces/named_traces.h"
#include "core/base/result.h"

namespace lanescope {

/// Of one folder with traces.
struct RankTraceFolder {
  std::string path;
  std::string prefix;  // what tells it from others of the run: "node000_worker0_"; empty: alone
  TraceList list;      // `traces` without `folder` where they stand for a rank but are damaged
};

struct RankTraces {
  std::vector<RankTraceFolder> folders;
  /// Where traces of the run may lie, and why that cannot be looked into: see find_run_folders.
  std::vector<std::pair<std::string, Error>> lost;
};

/// Whether a trace that cannot be read has a summary, which then has to be made again; `prefix` is
/// that of its folder.
using IsKnownRank = std::function<bool(const std::string& trace, const std::string& prefix)>;

/// As list_traces(), but a folder without traces stands for its subfolders (see find_run_folders),
/// and files that are named like traces and are damaged count as traces: empty ones, those that
/// are no whole document and are called like the other traces, or *.json.gz, *.json.zst or
/// *.pt.trace.json, and those for which `is_known` is true. Errors: as list_traces(), unless
/// something else of the folder can be told. Cost: as that, and reads files that are no traces, up
/// to 16 MiB each.
Result<RankTraces> list_rank_traces(const std::string& path, const IsKnownRank& is_known = {});

/// Why a file is no trace of a rank, as list_rank_traces() decides it; nullopt if it is one, or a
/// damaged one. `alike`: it is called like the other traces. Cost: reads the beginning of a trace.
std::optional<Error> reason_against_rank(const std::string& path, bool alike);

/// How the summary of a trace is called, without ending, unless another one has that name:
/// "node000_rank0" for rank0.json.gz.
std::string summary_stem(const std::string& trace, const std::string& prefix);

}  // namespace lanescope
