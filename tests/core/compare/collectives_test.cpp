// Collectives are all called record_param_comms on the host: their rows are told apart by what they
// do, and among whom.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/results/diff_text.h"
#include "tests/core/compare/two_runs.h"

using namespace lanescope;

namespace {

struct Comms {
  std::string collective, group = "0";
  int kernel_us = 10;
};

std::string comms_args(const Comms& comms) {
  return R"("Collective name": ")" + comms.collective + R"(", "Process Group Name": ")" +
         comms.group + R"(", "Process Group Description": "default_pg", "Input Dims": [[64]])";
}

/// One step in which each of them launches a kernel; `on_gpu`: else there are only the operators.
std::vector<std::string> step_of(const std::vector<Comms>& all, bool on_gpu = true) {
  std::vector<std::string> events{slice("user_annotation", "ProfilerStep#1", "0", "1000")};
  int at_us = 10;
  for (const Comms& comms : all) {
    const std::string id = R"("correlation": )" + std::to_string(at_us);
    const auto after = [&](int us) { return std::to_string(at_us + us); };
    events.push_back(slice("cpu_op", "record_param_comms", after(0), "8", comms_args(comms)));
    if (on_gpu) {
      events.push_back(slice("cuda_runtime", "cudaLaunchKernel", after(2), "1", id));
      events.push_back(gpu_slice("kernel", "ncclDevKernel_Generic", after(10),
                                 std::to_string(comms.kernel_us), id));
    }
    at_us += 20 + comms.kernel_us;
  }
  return events;
}

std::vector<std::string> titles(const RunDiff& diff) {
  std::vector<std::string> all = row_titles(diff);
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("two collectives of equal shapes have a row each, and only equal ones are paired") {
  const TwoRuns runs(step_of({{"allreduce"}, {"_allgather_base"}}),
                     step_of({{"_allgather_base"}, {"allreduce", "0", 30}}));
  CHECK(titles(runs.diff) ==
        std::vector<std::string>{"_allgather_base [[64]] (group 0 · default_pg)",
                                 "allreduce [[64]] (group 0 · default_pg)"});
  for (const DiffRow& row : runs.diff.rows) {
    REQUIRE(row.pair.a);
    REQUIRE(row.pair.b);
    CHECK(runs.diff.part_a(row)->collective == runs.diff.part_b(row)->collective);
    CHECK(row.delta_ns() == (runs.diff.part(row).collective == "allreduce" ? 20'000 : 0));
  }
}

TEST_CASE("a collective that only one run has is added or removed, not another one's change") {
  const TwoRuns runs(step_of({{"allreduce"}}), step_of({{"reduce_scatter"}}));
  REQUIRE(runs.diff.rows.size() == 2);
  for (const DiffRow& row : runs.diff.rows)
    CHECK(row.status == (row.pair.a ? DiffStatus::Removed : DiffStatus::Added));
}

TEST_CASE("one collective in two groups has a row for each, also if their numbers changed") {
  const TwoRuns runs(step_of({{"allreduce", "1"}, {"allreduce", "2", 20}}),
                     step_of({{"allreduce", "1"}, {"allreduce", "3", 20}}));
  REQUIRE(runs.diff.rows.size() == 2);
  for (const DiffRow& row : runs.diff.rows) {
    CHECK(row.status == DiffStatus::Same);
    CHECK(row.pair.by ==
          (runs.diff.part(row).group.starts_with('1') ? MatchedBy::Exact : MatchedBy::NormalName));
  }
}

TEST_CASE("collectives are told apart on the host too, where there is no GPU work") {
  for (const PartLevel level : {PartLevel::Op, PartLevel::Kernel}) {
    const TwoRuns runs(step_of({{"allreduce"}, {"broadcast"}}, false),
                       step_of({{"allreduce"}, {"broadcast"}}, false), level);
    CHECK_FALSE(runs.diff.a.of_gpu);
    CHECK(runs.diff.rows.size() == 2);
    CHECK(titles(runs.diff).front().starts_with("allreduce "));
    CHECK(titles(runs.diff).front().ends_with("(group 0 · default_pg)"));
  }
}

TEST_CASE("a collective's title has its tensor, without the arguments that are none") {
  RunPart part;
  part.kind = PartKind::Op;
  part.name = "record_param_comms";
  part.collective = "all_to_allv";
  part.group = "0 · default_pg";
  part.shapes = "[[8192, 7168], [], [], [], []]";
  CHECK(part_title(part) == "all_to_allv [[8192, 7168]] (group 0 · default_pg)");
  CHECK(part_name(part) == "all_to_allv (group 0 · default_pg)");
  part.shapes = "[[], []]";
  CHECK(part_title(part) == "all_to_allv (group 0 · default_pg)");
  // Without its arguments, the operator is all that is known.
  part.collective.clear();
  part.group.clear();
  part.shapes = "[[64], []]";
  CHECK(part_title(part) == "record_param_comms [[64], []]");
}
