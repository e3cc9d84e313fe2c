// How long a load of an export of Nsight Systems takes, against SQLite's `select *` of the same
// tables, in turn, and what memory it needs. Prints tab-separated rows; see README.md for the
// goals.
//
//   nsys_bench [--pairs N] [--only N1,N2] FILE...
//
// N1: time against sqlite_walk; N2: peak memory. grow_nsys.py makes files of any size.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tests/bench/anchors.h"
#include "tests/bench/paired_runs.h"
#include "tests/bench/plan.h"

namespace {

using namespace lanescope::bench;
namespace fs = std::filesystem;

constexpr double kMostOfWalk = 1.5, kMostBytes = 120;

/// Bytes and counts, no clock: one run says it. The whole process counts.
void memory(Rows& rows, const fs::path& file) {
  if (!rows.plan().wants("N2")) return;
  const auto run = load(file);
  if (!run) return rows.failed("N2", file);
  auto numbers = run->numbers();
  const double events = std::max(1.0, numbers["events"]);
  print_row("N2", "peak resident bytes / event", file.filename().string(),
            static_cast<double>(run->peak_bytes) / events, kMostBytes,
            fmt::format("{:.0f} events, {:.1f} bytes in the store", events,
                        numbers["snapshot_bytes"] / events));
}

}  // namespace

int main(int argc, char** argv) {
  const auto plan = Plan::parse(argc, argv);
  if (!plan) {
    fmt::print(stderr, "usage: nsys_bench [--pairs N] [--only N1,N2] FILE...\n");
    return 2;
  }
  Rows rows(*plan, "nsys_bench");
  print_header();
  for (const fs::path& file : plan->files) {
    rows.ratio("N1", "load / select *", file, kMostOfWalk, loading(file), selecting(file));
    memory(rows, file);
  }
  return rows.all_measured() ? 0 : 3;
}
