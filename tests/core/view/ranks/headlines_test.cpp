// The headline of a run loses what matters least first.
#include "core/view/ranks/headlines.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/late_rank.h"

namespace lanescope {

TEST_CASE("a headline loses the operator, then the cause, and begins with its value at last") {
  const HandMadeTrace usual = late_rank_trace(270);
  const HandMadeTrace late = late_rank_trace(
      310, {slice("cpu_op", "aten::topk", "190", "20"),
            slice("cuda_runtime", "cudaLaunchKernel", "195", "5", R"("correlation": 1)"),
            gpu_slice("kernel", "topk", "240", "60", R"("correlation": 1)")});
  const auto lines = ranks_headlines(compare_ranks(facts_of({&usual, &late, &usual})));
  REQUIRE(lines.size() == 4);
  const std::string first =
      "Rank 1 arrived last at 1 of 5 collectives, costing the others 80.00 µs summed over ranks.";
  CHECK(lines[0] == first + " Likely cause: more compute in aten::topk");
  CHECK(lines[1] == first + " Likely cause: more compute");
  CHECK(lines[2] == first);
  CHECK(lines[3] == "80.00 µs lost waiting for rank 1");
}

TEST_CASE("a shorter cause that is not sure still says so") {
  const HandMadeTrace usual = late_rank_trace(270, {gpu_slice("kernel", "relu", "270", "25")});
  const HandMadeTrace late = late_rank_trace(310, {gpu_slice("kernel", "relu", "240", "40")});
  const auto lines = ranks_headlines(compare_ranks(facts_of({&usual, &late, &usual})));
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].ends_with("Likely cause: more compute in relu (low confidence)"));
  CHECK(lines[1].ends_with("Likely cause: more compute (low confidence)"));
}

TEST_CASE("traces without a common clock are called by their files, others by what they say") {
  const auto named = [](const std::vector<std::string>& files, ClockState second) {
    RanksPicture run;
    run.ranks.resize(files.size());
    run.analysis.clocks.resize(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) run.ranks[i].file = files[i];
    run.analysis.clocks[0].state = ClockState::Reference;
    run.analysis.clocks[1].state = second;
    return unaligned_title(run);
  };
  const auto few = ClockState::TooFewShared;
  CHECK(named({"/t/old.json", "/t/new.json"}, few) == "old.json and new.json");
  CHECK(named({"/t/old/a.json", "/t/new/a.json"}, few) == "old/a.json and new/a.json");
  CHECK(named({"/t/a.json", "/t/b.json", "/t/c.json"}, few) == "t");
  CHECK(named({"/t/old.json", "/t/new.json"}, ClockState::Aligned).empty());
}

TEST_CASE("a headline without a late rank has one form") {
  const HandMadeTrace usual = late_rank_trace(270);
  const auto lines = ranks_headlines(compare_ranks(facts_of({&usual, &usual})));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "No rank delayed the others in 5 collectives");
}

}  // namespace lanescope
