// How long does it take to compare thousands of ranks, with how much memory, and is it right?
//
//   fleet_bench FOLDER
//
// FOLDER is from made_ranks. Prints a row for each part: reading the summaries, comparing them,
// naming culprits, and what the process holds then; the peak memory, and how what was found differs
// from what was planted: exit code 1 if it does.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/process_memory.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/fleet/straggler_culprits.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// What was planted, as the analysis should have it.
struct FleetTruth {
  std::map<std::int64_t, std::string> stragglers;  // by rank, the name of the term
  std::set<std::vector<std::string>> links;
  std::map<std::int64_t, std::vector<Ns>> clocks;  // by rank
};

FleetTruth read_truth(const std::string& file) {
  FleetTruth truth;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "slow_link") {
      std::vector<std::string> hosts(2);
      words >> hosts[0] >> hosts[1];
      std::ranges::sort(hosts);
      truth.links.insert(hosts);
      continue;
    }
    std::int64_t rank = 0;
    words >> rank;
    if (what == "slow_gpu") truth.stragglers[rank] = "compute";
    if (what == "loader") truth.stragglers[rank] = "data_loading";
    if (what == "collection") truth.stragglers[rank] = "python";
    for (Ns moment = 0; what == "clock" && words >> moment;) truth.clocks[rank].push_back(moment);
  }
  return truth;
}

int wrong_findings(const FleetAnalysis& found, const FleetTruth& truth) {
  std::map<std::int64_t, std::string> stragglers;
  for (const FleetStraggler& one : found.stragglers)
    stragglers[found.identity.traces[one.rank].rank] =
        one.cause.term ? lateness_term_name(*one.cause.term) : "";
  std::set<std::vector<std::string>> links;
  for (const FleetLink& one : found.links) links.insert(one.link.hosts);
  fmt::print("stragglers\t{} of {} planted{}\n", stragglers.size(), truth.stragglers.size(),
             stragglers == truth.stragglers ? "" : "\tWRONG");
  fmt::print("slow links\t{} of {} planted{}\n", links.size(), truth.links.size(),
             links == truth.links ? "" : "\tWRONG");
  return (stragglers == truth.stragglers ? 0 : 1) + (links == truth.links ? 0 : 1);
}

int wrong_clocks(const FleetAnalysis& found, const FleetTruth& truth) {
  const auto at = std::ranges::find(found.clocks, ClockState::Reference, &RankClock::state);
  if (at == found.clocks.end() || truth.clocks.empty()) return 1;
  const auto reference = static_cast<std::size_t>(at - found.clocks.begin());
  const auto common = [&](std::size_t r, std::size_t moment) {
    const RankClock& clock = found.clocks[r];
    return clock.common(truth.clocks.at(found.identity.traces[r].rank)[moment] - clock.base_ns);
  };
  double worst = 0, tightest = 0;
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < found.clocks.size(); ++r) {
    double off = 0;
    for (std::size_t moment = 0; moment < 3; ++moment)
      off = std::max(off,
                     std::abs(static_cast<double>(common(r, moment) - common(reference, moment))));
    worst = std::max(worst, off);
    if (found.clocks[r].error_ns > 0) tightest = std::max(tightest, off / found.clocks[r].error_ns);
    wrong += !found.clocks[r].aligned() || off > found.clocks[r].error_ns ? 1 : 0;
  }
  fmt::print(
      "clocks\tworst error {:.0f} ns, largest bound {:.0f} ns, largest share {:.2f}, {} wrong\n",
      worst, found.most_error_ns(), tightest, wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: fleet_bench FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  const unsigned threads = hardware_threads();
  auto start = Clock::now();
  FleetFiles loaded = load_fleet(summaries_in_folder(folder), threads);
  std::size_t parts = 0;
  for (const FleetRank& rank : loaded.fleet.ranks()) parts += rank.parts.size();
  fmt::print("part\tranks\tcollectives\tms\tresident\n");
  const auto row = [&](const char* part) {
    fmt::print("{}\t{}\t{}\t{:.0f}\t{}\n", part, loaded.fleet.ranks().size(), parts,
               ms_since(start), format_bytes(resident_bytes()));
    start = Clock::now();
  };
  row("read");
  FleetAnalysis found = loaded.fleet.analyze({}, threads);
  row("compare");
  name_culprits(loaded.fleet, found, threads);
  row("culprits");
  fmt::print("peak\t{}\n", format_bytes(peak_resident_bytes()));
  fmt::print("# {}\n", fleet_sentence(loaded.fleet, found));
  const FleetTruth truth = read_truth(folder + "/truth.tsv");
  return wrong_findings(found, truth) + wrong_clocks(found, truth) == 0 ? 0 : 1;
}
