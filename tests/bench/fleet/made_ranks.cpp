// Writes the summaries of a made-up training on thousands of GPUs, and beside them what was planted
// in it. The same arguments give the same bytes.
//
//   made_ranks FOLDER TENSOR PIPELINE DATA [STEPS [MICROBATCHES [LAYERS]]] [--clean] [--seed N]
//
// Without --clean, a GPU is slow, a link is slow, a data loader is late once, and garbage is
// collected once. truth.tsv has a row for each, and what each rank's clock shows at three moments.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/threads/parallel.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/ranks/fleet/made_fleet.h"

namespace {

using namespace lanescope;

std::string truth_text(const MadeFleet& made) {
  const FleetPlan& plan = made.plan();
  std::string text;
  for (const PlantedSlowGpu& one : plan.slow_gpus) text += fmt::format("slow_gpu\t{}\n", one.rank);
  for (const PlantedPause& one : plan.pauses)
    text += fmt::format("{}\t{}\tProfilerStep#{}\n", one.is_loader ? "loader" : "collection",
                        one.rank, 100 + one.step);
  for (const PlantedSlowLink& one : plan.slow_links)
    text +=
        fmt::format("slow_link\t{}\t{}\n", plan.host_of(plan.rank_of(one.stage, one.replica, 0)),
                    plan.host_of(plan.rank_of(one.stage + 1, one.replica, 0)));
  for (int rank = 0; rank < plan.ranks(); ++rank)
    text += fmt::format("clock\t{}\t{}\t{}\t{}\n", rank, made.host_ns(rank, 0),
                        made.host_ns(rank, made.end_ns() / 2), made.host_ns(rank, made.end_ns()));
  return text;
}

/// False for what is no plan.
bool read_plan(const std::vector<std::string>& words, FleetPlan& plan) {
  constexpr std::size_t kLeastNumbers = 3;
  std::vector<int> numbers;
  bool clean = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--clean") {
      clean = true;
      continue;
    }
    const bool is_seed = words[i] == "--seed" && i + 1 < words.size();
    const std::string& word = is_seed ? words[++i] : words[i];
    int number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec != std::errc() || number < 1) return false;
    if (is_seed)
      plan.seed = static_cast<std::uint64_t>(number);
    else
      numbers.push_back(number);
  }
  int* const targets[] = {&plan.tensor, &plan.pipeline,     &plan.data,
                          &plan.steps,  &plan.microbatches, &plan.layers};
  if (numbers.size() < kLeastNumbers || numbers.size() > std::size(targets)) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) *targets[i] = numbers[i];
  if (!clean) plan = with_faults(plan);
  // A fault is planted in each of the first four replicas, one in the second tensor-parallel rank.
  return clean || (plan.data >= 4 && plan.tensor >= 2 && plan.steps >= 4);
}

}  // namespace

int main(int argc, char** argv) {
  FleetPlan plan;
  const std::vector<std::string> words(argv + std::min(argc, 2), argv + argc);
  if (argc < 2 || !read_plan(words, plan)) {
    fmt::print(stderr,
               "usage: made_ranks FOLDER TENSOR PIPELINE DATA [STEPS [MICROBATCHES [LAYERS]]] "
               "[--clean] [--seed N]\n");
    return 2;
  }
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder);
  const MadeFleet made(plan);
  parallel_for(
      static_cast<std::size_t>(plan.data), hardware_threads(), [&](std::size_t replica, unsigned) {
        made.summarize(static_cast<int>(replica), [&](int rank, RankSummary&& summary) {
          const auto problem = write_summary(fmt::format("{}/rank{}.rank", folder, rank), summary);
          if (problem) fmt::print(stderr, "made_ranks: {}\n", problem->message);
        });
      });
  std::FILE* file = std::fopen((folder + "/truth.tsv").c_str(), "wb");
  if (file == nullptr) return 3;
  const std::string text = truth_text(made);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written ? 0 : 3;
}
