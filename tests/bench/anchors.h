// What costs are compared with, each in a process of its own, of one file.
#pragma once

#include <filesystem>
#include <optional>

#include "tests/bench/child_process.h"
#include "tests/bench/paired_runs.h"

namespace lanescope::bench {

/// How long the process took.
std::optional<double> seconds(const std::optional<ChildRun>& run);

/// load_once, which prints what came out of it.
std::optional<ChildRun> load(const std::filesystem::path& file, unsigned threads = 2);
Measure loading(const std::filesystem::path& file, unsigned threads = 2);
/// The least that any load has to do.
Measure walking(const std::filesystem::path& file);
/// The least that any load of Perfetto's packets has to do, on one thread.
Measure walking_packets(const std::filesystem::path& file);
/// `select *` of all events of an export of Nsight Systems.
Measure selecting(const std::filesystem::path& database);
Measure inflating(const std::filesystem::path& gzip_file);
/// Python's json, which needs memory for objects: up to 300 MB.
Measure parsing_in_python(const std::filesystem::path& file);
bool fits_python(const std::filesystem::path& file);

}  // namespace lanescope::bench
