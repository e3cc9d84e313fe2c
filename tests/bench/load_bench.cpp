// How long a load takes, against anchors that run on the same machine at the same time, and what
// memory it needs. Prints tab-separated rows; see README.md for the goals.
//
//   load_bench [--pairs N] [--only P1,P5] FILE...
//
// Of each plain file: P1 against the floor walk, P3 against Python's json (files up to 300 MB),
// P5 memory, P12 two threads against one. Of each .gz: P2 against gzip -dc, P5. Of two plain files,
// a small one and then one at least five times as large: P4.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/child_process.h"
#include "tests/bench/paired_runs.h"

namespace {

using namespace lanescope::bench;
namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestForPython = 300'000'000;

struct Plan {
  std::size_t pairs = 9;
  std::string only;  // goals separated by commas; empty: all
  std::vector<fs::path> files;

  [[nodiscard]] bool wants(std::string_view goal) const {
    return only.empty() || ("," + only + ",").find(fmt::format(",{},", goal)) != std::string::npos;
  }
};

std::optional<ChildRun> load(const fs::path& file, unsigned threads = 2) {
  return run_child({sibling_program("load_once"), file.string(), std::to_string(threads)});
}

std::optional<double> seconds(const std::optional<ChildRun>& run) {
  return run ? std::optional(run->seconds) : std::nullopt;
}

Measure loading(const fs::path& file, unsigned threads = 2) {
  return [=] { return seconds(load(file, threads)); };
}

class Bench {
 public:
  explicit Bench(Plan plan) : plan_(std::move(plan)) {}

  bool run() {
    print_header();
    for (const fs::path& file : plan_.files) {
      if (is_gzip(file)) {
        against_gzip(file);
      } else {
        against_floor(file);
        against_python(file);
        against_one_thread(file);
      }
      memory(file);
    }
    against_smaller();
    return !failed_;
  }

 private:
  static bool is_gzip(const fs::path& file) { return file.extension() == ".gz"; }

  void ratio(std::string_view goal, std::string_view what, const fs::path& file, double limit,
             const Measure& a, const Measure& b) {
    if (!plan_.wants(goal)) return;
    const auto runs = run_in_turn(plan_.pairs, a, b);
    if (runs) {
      print_ratio(goal, what, file.filename().string(), *runs, limit);
    } else {
      failed(goal, file);
    }
  }

  void failed(std::string_view goal, const fs::path& file) {
    fmt::print(stderr, "load_bench: {} could not be measured on {}\n", goal, file.string());
    failed_ = true;
  }

  void against_floor(const fs::path& file) {
    ratio("P1", "load / floor walk, 2 threads", file, 5.0, loading(file), [&] {
      return seconds(run_child({sibling_program("floor_walk"), file.string(), "2"}));
    });
  }

  void against_gzip(const fs::path& file) {
    ratio("P2", "load / gzip -dc", file, 0.5, loading(file), [&] {
      return seconds(run_child({"gzip", "-dc", file.string()}, Output::Drop));
    });
  }

  void against_python(const fs::path& file) {
    if (fs::file_size(file) > kLargestForPython) return;
    ratio("P3", "load / python json.load", file, 1.0 / 20, loading(file), [&] {
      return seconds(run_child(
          {"python3", "-c", "import json, sys; json.load(open(sys.argv[1]))", file.string()}));
    });
  }

  void against_one_thread(const fs::path& file) {
    ratio("P12", "load, 2 threads / 1 thread", file, 0.7, loading(file, 2), loading(file, 1));
  }

  void against_smaller() {
    const fs::path* small = nullptr;
    for (const fs::path& file : plan_.files) {
      if (is_gzip(file)) continue;
      if (small != nullptr && fs::file_size(file) >= 5 * fs::file_size(*small)) {
        const double times =
            static_cast<double>(fs::file_size(file)) / static_cast<double>(fs::file_size(*small));
        ratio("P4", fmt::format("load / load of a file {:.2f} times smaller", times), file, 11,
              loading(file), loading(*small));
        return;
      }
      small = &file;
    }
  }

  /// Bytes and counts, no clock: one run says it.
  void memory(const fs::path& file) {
    if (!plan_.wants("P5")) return;
    const auto run = load(file);
    if (!run) return failed("P5", file);
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

  Plan plan_;
  bool failed_ = false;
};

std::optional<Plan> plan_of(int argc, char** argv) {
  Plan plan;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if ((argument == "--pairs" || argument == "--only") && i + 1 < argc) {
      const std::string_view value = argv[++i];
      if (argument == "--only") plan.only = value;
      if (argument == "--pairs") {
        std::from_chars(value.data(), value.data() + value.size(), plan.pairs);
      }
    } else if (fs::is_regular_file(argument)) {
      plan.files.emplace_back(argument);
    } else {
      return std::nullopt;
    }
  }
  if (plan.files.empty() || plan.pairs == 0) return std::nullopt;
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  const auto plan = plan_of(argc, argv);
  if (!plan) {
    fmt::print(stderr, "usage: load_bench [--pairs N] [--only P1,P5] FILE...\n");
    return 2;
  }
  return Bench(*plan).run() ? 0 : 3;
}
