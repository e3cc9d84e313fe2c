// Named baselines: baselines.json beside summaries, an object with the file of each name, or with
// the folder of the summaries of all ranks of a run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/files/trace_endings.h"
#include "core/base/result.h"

namespace lanescope {

/// How a run that is a baseline is written on the command line: "baseline:main".
inline constexpr std::string_view kBaselinePrefix = "baseline:";

/// The names of the files and folders, by name; they lie in the same folder. Errors: NotFound
/// without such a file, Unreadable, WrongFormat. Cost: reads a small file.
Result<std::map<std::string, std::string>> read_baselines(const std::string& folder);

/// Adds or replaces a name in the folder that the summary, or the folder of summaries, lies in.
/// Errors: Invalid for a name that is empty,
/// longer than 100 bytes or has control characters; those of reading and replacing the file, and of
/// waiting 10 s for other processes that do so. Leaves "baselines.json.lock" beside it.
std::optional<Error> set_baseline(const std::string& name, const std::string& summary);

/// The path of a baseline's summary or folder. Errors: those of read_baselines; NotFound for an
/// unknown name, with those that are there.
Result<std::string> find_baseline(const std::string& name, const std::string& folder);

/// Whether the command line names a baseline.
bool is_baseline(std::string_view run);
/// find_baseline() of a run that is_baseline(). With an empty `folder`, beside the `other` run if
/// there are baselines, else in the current folder.
Result<std::string> find_named_run(const std::string& run, const std::string& other,
                                   const std::string& folder);

/// The folder that a file or folder lies in; empty: the current one.
std::string folder_beside(const std::string& path);

}  // namespace lanescope
