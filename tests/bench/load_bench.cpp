// How long a load takes, against anchors that run on the same machine at the same time, and what
// memory it needs. Prints tab-separated rows; see README.md for the goals.
//
//   load_bench [--pairs N] [--only P1,P5] FILE...
//
// Of each plain file: P1 against the floor walk, P3 against Python's json (files up to 300 MB),
// P5 memory, P12 two threads against one. Of each .gz: P2 against gzip -dc, P5. Of each .pftrace:
// P13 against the packet walk, P12. Of two plain files, a small one and then one at least five
// times as large: P4.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/anchors.h"
#include "tests/bench/paired_runs.h"
#include "tests/bench/plan.h"

namespace {

using namespace lanescope::bench;
namespace fs = std::filesystem;

class Bench {
 public:
  explicit Bench(Plan plan) : rows_(std::move(plan), "load_bench") {}

  bool run() {
    print_header();
    for (const fs::path& file : rows_.plan().files) {
      if (is_gzip(file)) {
        against_gzip(file);
      } else if (is_perfetto(file)) {
        against_packets(file);
        against_one_thread(file);
        continue;
      } else {
        against_floor(file);
        against_python(file);
        against_one_thread(file);
      }
      memory(file);
    }
    against_smaller();
    return rows_.all_measured();
  }

 private:
  void against_floor(const fs::path& file) {
    rows_.ratio("P1", "load / floor walk, 2 threads", file, 5.0, loading(file), walking(file));
  }

  void against_gzip(const fs::path& file) {
    rows_.ratio("P2", "load / gzip -dc", file, 0.5, loading(file), inflating(file));
  }

  void against_packets(const fs::path& file) {
    rows_.ratio("P13", "load, 2 threads / packet walk", file, 4.0, loading(file),
                walking_packets(file));
  }

  void against_python(const fs::path& file) {
    if (!fits_python(file)) return;
    rows_.ratio("P3", "load / python json.load", file, 1.0 / 20, loading(file),
                parsing_in_python(file));
  }

  void against_one_thread(const fs::path& file) {
    rows_.ratio("P12", "load, 2 threads / 1 thread", file, 0.7, loading(file, 2), loading(file, 1));
  }

  void against_smaller() {
    const fs::path* small = nullptr;
    for (const fs::path& file : rows_.plan().files) {
      if (is_gzip(file) || is_perfetto(file)) continue;
      if (small != nullptr && fs::file_size(file) >= 5 * fs::file_size(*small)) {
        const double times =
            static_cast<double>(fs::file_size(file)) / static_cast<double>(fs::file_size(*small));
        rows_.ratio("P4", fmt::format("load / load of a file {:.2f} times smaller", times), file,
                    11, loading(file), loading(*small));
        return;
      }
      small = &file;
    }
  }

  /// Bytes and counts, no clock: one run says it.
  void memory(const fs::path& file) {
    if (!rows_.plan().wants("P5")) return;
    const auto run = load(file);
    if (!run) return rows_.failed("P5", file);
    auto numbers = run->numbers();
    const double events = std::max(1.0, numbers["events"]);
    const std::string name = file.filename().string();
    print_row("P5", "peak resident bytes / event", name,
              static_cast<double>(run->peak_bytes) / events, 110,
              fmt::format("{:.0f} events, {} page faults", events, run->page_faults));
    print_row("P5", "resident bytes after the load / event", name,
              numbers["resident_bytes"] / events, 64,
              fmt::format("{:.1f} in the store", numbers["snapshot_bytes"] / events));
    print_row("P5", "level of detail bytes / slice", name,
              numbers["lod_bytes"] / std::max(1.0, numbers["slices"]), 4, "");
  }

  Rows rows_;
};

}  // namespace

int main(int argc, char** argv) {
  const auto plan = Plan::parse(argc, argv);
  if (!plan) {
    fmt::print(stderr, "usage: load_bench [--pairs N] [--only P1,P5] FILE...\n");
    return 2;
  }
  return Bench(*plan).run() ? 0 : 3;
}
