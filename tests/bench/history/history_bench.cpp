// How well changes are found in made-up histories of 200 runs, and how often one is found where
// there is none.
//
//   history_bench [REPETITIONS]         prints the shares, over so many seeds (200)
//   history_bench --write FOLDER [SEED] writes one such history, and truth.tsv with what is planted
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/threads/parallel.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/history/made_history.h"

namespace {

using namespace lanescope;

int write(const std::string& folder, std::uint64_t seed) {
  HistoryPlan plan;
  plan.seed = seed;
  plan = with_three_changes(plan);
  std::filesystem::create_directories(folder);
  for (std::size_t run = 0; run < plan.runs; ++run) {
    const auto problem =
        write_summary(fmt::format("{}/run{:03}.rank", folder, run), made_run(plan, run));
    if (!problem) continue;
    fmt::print(stderr, "history_bench: {}\n", problem->message);
    return 3;
  }
  std::FILE* file = std::fopen((folder + "/truth.tsv").c_str(), "wb");
  if (file == nullptr) return 3;
  for (const PlantedChange& one : plan.changes)
    fmt::print(file, "{}\t{}\t{:.4f}\n", one.run, static_cast<int>(one.part), one.share);
  return std::fclose(file) == 0 ? 0 : 3;
}

struct Repetition {
  FoundChanges found;
  std::size_t false_in_any = 0, false_in_step = 0;  // of the history without changes
};

Repetition repeat(std::uint64_t seed) {
  HistoryPlan plan;
  plan.seed = seed;
  Repetition out;
  const History clean = make_history(made_runs(plan), 1);
  for (const HistoryChange& change : clean.series.front().changes) {
    ++out.false_in_any;
    if (change.metric == kStepTimeMetric) ++out.false_in_step;
  }
  const HistoryPlan planted = with_three_changes(plan);
  out.found = found_changes(planted, make_history(made_runs(planted), 1));
  return out;
}

int measure(std::size_t repetitions) {
  std::vector<Repetition> all(repetitions);
  parallel_for(repetitions, hardware_threads(),
               [&](std::size_t i, unsigned) { all[i] = repeat(i + 1); });
  std::size_t placed = 0, complete = 0, invented = 0, any = 0, step = 0;
  for (const Repetition& one : all) {
    placed += one.found.placed;
    complete += one.found.placed == 3 ? 1 : 0;
    invented += one.found.invented;
    any += one.false_in_any > 0 ? 1 : 0;
    step += one.false_in_step > 0 ? 1 : 0;
  }
  const auto share = [&](std::size_t part, std::size_t whole) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  fmt::print("planted changes found within two runs  {:5.1f} %\n", share(placed, 3 * repetitions));
  fmt::print("histories with all three found         {:5.1f} %\n", share(complete, repetitions));
  fmt::print("other changes of the step time         {:5.2f} per history\n",
             static_cast<double>(invented) / static_cast<double>(repetitions));
  fmt::print("without changes: alarm in any metric   {:5.1f} %\n", share(any, repetitions));
  fmt::print("without changes: alarm in step time    {:5.1f} %\n", share(step, repetitions));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t kRepetitions = 200;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() >= 2 && words[0] == "--write")
    return write(words[1], words.size() > 2 ? std::strtoull(words[2].c_str(), nullptr, 10) : 1);
  return measure(words.empty() ? kRepetitions : std::strtoull(words[0].c_str(), nullptr, 10));
}
