#include "core/analysis/steps/steps.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number, const std::string& ts, const std::string& dur) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, dur);
}
std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id, const std::string& stream = "7") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, stream);
}

struct Steps {
  HandMadeTrace trace;
  StepTable table;

  explicit Steps(const std::vector<std::string>& events)
      : trace(events), table(analyse_steps({*trace, whole_window()})) {}

  [[nodiscard]] Ns of(std::size_t row, StepClass one) const {
    return table.rows[row].classes_ns[static_cast<std::size_t>(one)];
  }
};

}  // namespace

TEST_CASE("each instant of a step has the first class that goes on then") {
  const Steps steps({
      step(1, "0.5", "99.5"),
      kernel("gemm", "10", "10", "1"),
      kernel("ncclKernel", "15", "10", "2", "8"),
      gpu_slice("gpu_memcpy", "Memcpy DtoH", "24", "4", "", "9"),
      gpu_slice("gpu_memset", "Memset", "30", "2", "", "9"),
      slice("cpu_op", "aten::mm", "5", "35"),
      slice("cuda_runtime", "cudaLaunchKernel", "31", "4"),
      slice("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "50", "20"),
      slice("cpu_op", "aten::empty", "55", "20"),
      slice("user_annotation", "## my range ##", "80", "10"),
  });
  REQUIRE(steps.table.rows.size() == 1);
  CHECK(steps.of(0, StepClass::Kernel) == 10'000);
  CHECK(steps.of(0, StepClass::Communication) == 5'000);
  CHECK(steps.of(0, StepClass::Memcpy) == 3'000);
  CHECK(steps.of(0, StepClass::Memset) == 2'000);
  CHECK(steps.of(0, StepClass::Runtime) == 3'000);
  CHECK(steps.of(0, StepClass::DataLoader) == 20'000);
  CHECK(steps.of(0, StepClass::CpuExec) == 5'000 + 2'000 + 5'000 + 5'000);
  CHECK(steps.of(0, StepClass::Other) == 99'500 - 60'000);
}

TEST_CASE("a step goes on to the start of the next, the last to the end of its GPU work") {
  const Steps steps({step(1, "0.5", "40"), step(2, "50", "40"), launch("20", "1"),
                     launch("60", "2"), launch("95", "3"), kernel("a", "45", "20", "1"),
                     kernel("b", "80", "30", "2"), kernel("c", "120", "10", "3")});
  REQUIRE(steps.table.rows.size() == 2);
  CHECK(steps.table.rows[0].step.range == TimeRange{500, 50'000});
  CHECK(steps.table.rows[1].step.range == TimeRange{50'000, 110'000});
  CHECK(steps.of(0, StepClass::Kernel) == 5'000);
  CHECK(steps.of(1, StepClass::Kernel) == 15'000 + 30'000);
  CHECK(steps.table.spread_ns.mean == 54'750);
  CHECK(steps.table.spread_ns.min == 49'500);
  // On the host the second takes 40; the first goes on to the second, not to its GPU work.
  CHECK(host_length_ns(*steps.trace, steps.table.rows[1].step) == 40'000);
  CHECK(!host_length_ns(*steps.trace, steps.table.rows[0].step));
}

TEST_CASE("a chosen range has the time of the steps that lie in it") {
  const HandMadeTrace trace({step(1, "0.5", "40"), step(2, "50", "40"), step(3, "100", "50")});
  const auto table_of = [&](TimeRange range) {
    return analyse_steps({*trace, range_window(range)});
  };
  // The second ends at 90 on the host, the third starts at 100.
  const StepTable both = table_of({0, 90'000});
  CHECK(both.rows.size() == 2);
  CHECK(both.rows[1].whole);
  CHECK(both.spread_ns.max == 50'000);
  const StepTable cut = table_of({0, 80'000});
  REQUIRE(cut.rows.size() == 2);
  CHECK(!cut.rows[1].whole);
  CHECK(cut.spread_ns.max == 49'500);  // of the first alone
  CHECK(!cut.cuts_all_steps());
  const StepTable border = table_of({45'000, 80'000});
  CHECK(border.rows.size() == 1);
  CHECK(border.cuts_all_steps());
  CHECK(!border.has_steady());
  CHECK(table_of({60'000, 80'000}).cuts_all_steps());
  CHECK(!analyse_steps({*trace, whole_window()}).cuts_all_steps());
  const HandMadeTrace without({slice("cpu_op", "aten::mm", "0", "5")});
  CHECK(!analyse_steps({*without, range_window({0, 2'000})}).cuts_all_steps());
}

TEST_CASE("steps of a host that runs far ahead are timed on the GPU") {
  // Launched within 30 µs, but the GPU takes 100 for each step; a copy begins before its kernel.
  const std::vector<std::string> events = {
      step(1, "0.5", "9"),
      step(2, "10", "9"),
      step(3, "20", "9"),
      launch("2", "1"),
      launch("12", "2"),
      launch("14", "3"),
      launch("22", "4"),
      kernel("a", "10", "90", "1"),
      gpu_slice("gpu_memcpy", "Memcpy HtoD", "105", "1", R"("correlation": 2)", "8"),
      kernel("a", "110", "90", "3"),
      kernel("a", "210", "90", "4")};
  const Steps steps(events);
  REQUIRE(steps.table.rows.size() == 3);
  CHECK(steps.table.timed_on_gpu());
  CHECK(steps.table.rows[0].time() == TimeRange{10'000, 110'000});
  CHECK(steps.table.rows[1].time() == TimeRange{110'000, 210'000});
  CHECK(steps.table.rows[2].time() == TimeRange{210'000, 300'000});
  CHECK(steps.table.rows[0].step.range == TimeRange{500, 10'000});
  CHECK(steps.table.spread_ns.median == 100'000);
  CHECK(steps.of(0, StepClass::Kernel) == 90'000);
  CHECK(steps.of(0, StepClass::Memcpy) == 1'000);
}

TEST_CASE("steps are timed on the host if the GPU follows soon, or some have no kernels") {
  const auto timed_on_gpu = [](const std::string& first_kernel, const std::string& second_kernel) {
    return Steps({step(1, "0.5", "49"), step(2, "50", "49"), launch("2", "1"), launch("52", "2"),
                  first_kernel, second_kernel})
        .table.timed_on_gpu();
  };
  // Periods of 80, and the second begins 40 after the host; then of 81, and 41.
  CHECK(!timed_on_gpu(kernel("a", "10", "80", "1"), kernel("a", "90", "80", "2")));
  CHECK(timed_on_gpu(kernel("a", "10", "81", "1"), kernel("a", "91", "81", "2")));
  // The second begins beside the first, or late without any work of the first.
  CHECK(!timed_on_gpu(kernel("a", "10", "190", "1"), kernel("a", "60", "80", "2", "8")));
  CHECK(!timed_on_gpu(kernel("a", "10", "30", "1"), kernel("a", "99", "20", "2")));
  // The second has no kernel; then it begins before the first.
  CHECK(!timed_on_gpu(kernel("a", "10", "90", "1"), kernel("a", "15", "5", "9")));
  CHECK(!timed_on_gpu(kernel("a", "70", "90", "1"), kernel("a", "60", "5", "2", "8")));
}

TEST_CASE("steps that allocate from the driver or run new kernels warm up") {
  const Steps steps(
      {step(1, "0.5", "9.5"), step(2, "10", "10"), step(3, "20", "10"), step(4, "30", "10"),
       step(5, "40", "10"), step(6, "50", "10"), slice("cuda_runtime", "cudaMalloc", "2", "1"),
       launch("4", "1"), kernel("first", "5", "1", "1"), launch("14", "2"),
       kernel("second", "15", "1", "2"), launch("24", "3"), kernel("first", "25", "1", "3")});
  REQUIRE(steps.table.rows.size() == 6);
  CHECK(steps.table.rows[0].warm_up);
  CHECK(steps.table.rows[1].warm_up);
  CHECK(!steps.table.rows[2].warm_up);
}

TEST_CASE("steps that take much longer at the start warm up too") {
  const Steps steps({step(1, "0.5", "90"), step(2, "100", "10"), step(3, "110", "11"),
                     step(4, "121", "12"), step(5, "133", "11"), step(6, "144", "10")});
  CHECK(steps.table.rows[0].warm_up);
  CHECK(!steps.table.rows[1].warm_up);
  CHECK(steps.table.spread_ns.max == 12'000);
}

TEST_CASE("a longer step later on does not turn those before it into a warm-up") {
  const Steps steps({step(1, "0.5", "345.5"), step(2, "346", "365"), step(3, "711", "346"),
                     step(4, "1057", "344"), step(5, "1401", "336")});
  for (const StepRow& row : steps.table.rows) CHECK(!row.warm_up);
}

TEST_CASE("a stall in the first half does not turn the normal steps before it into a warm-up") {
  const std::vector<std::string> stalled{
      step(4, "130", "10"), step(5, "140", "70"), step(6, "210", "10"),  step(7, "220", "10"),
      step(8, "230", "10"), step(9, "240", "10"), step(10, "250", "10"), step(11, "260", "10")};
  std::vector<std::string> normal{step(2, "110", "10"), step(3, "120", "10")};
  normal.insert(normal.end(), stalled.begin(), stalled.end());
  const Steps steps(normal);
  for (const StepRow& row : steps.table.rows) CHECK(!row.warm_up);
  CHECK(steps.table.rows[3].outlier);

  std::vector<std::string> cold{step(1, "10.5", "99.5")};
  cold.insert(cold.end(), normal.begin(), normal.end());
  const Steps begun(cold);
  CHECK(begun.table.rows[0].warm_up);
  for (std::size_t i = 1; i < begun.table.rows.size(); ++i) CHECK(!begun.table.rows[i].warm_up);
}

TEST_CASE("signs that go on to the end are no warm-up") {
  const Steps steps({step(1, "0.5", "9.5"), step(2, "10", "10"),
                     slice("cuda_runtime", "cudaMalloc", "2", "1"),
                     slice("cuda_runtime", "cudaMalloc", "12", "1")});
  CHECK(!steps.table.rows[0].warm_up);
  CHECK(!steps.table.rows[1].warm_up);
}

TEST_CASE("a step far above the median is an outlier") {
  const Steps steps({step(1, "0.5", "9.5"), step(2, "10", "11"), step(3, "21", "10"),
                     step(4, "31", "90"), step(5, "121", "11"), step(6, "132", "10")});
  CHECK(steps.table.rows[3].outlier);
  CHECK(!steps.table.rows[1].outlier);
}

TEST_CASE("among steps that all but agree, a step a few percent longer is no outlier") {
  const Steps steps({step(1, "0", "100"), step(2, "100", "101"), step(3, "201", "100"),
                     step(4, "301", "100"), step(5, "401", "104"), step(6, "505", "100"),
                     step(7, "605", "106"), step(8, "711", "100")});
  for (std::size_t i = 0; i < steps.table.rows.size(); ++i) {
    CAPTURE(i);
    CHECK(steps.table.rows[i].outlier == (i == 6));
  }
}

TEST_CASE("TensorBoard's steps begin where the one before ended and may lose the last") {
  const HandMadeTrace trace({step(1, "0.5", "40"), step(2, "50", "40"), step(3, "100", "40"),
                             launch("10", "1"), launch("12", "2"), launch("60", "3"),
                             launch("62", "4"), launch("110", "5"), kernel("a", "20", "5", "1"),
                             kernel("a", "50", "5", "2"), kernel("a", "70", "5", "3"),
                             kernel("a", "80", "15", "4"), kernel("a", "115", "5", "5")});
  const auto window = tensorboard_window(*trace);
  REQUIRE(window);
  CHECK(window->range == TimeRange{500, 95'000});
  const StepTable table = analyse_steps({*trace, *window});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].step.range == TimeRange{500, 55'000});
  CHECK(table.rows[1].step.range == TimeRange{55'000, 95'000});
}

TEST_CASE("TensorBoard's steps have no work whose launch goes on beyond them") {
  const HandMadeTrace trace({step(1, "0.5", "40"), step(2, "50", "40"), launch("10", "1"),
                             launch("60", "2"), launch("89.5", "3"), kernel("a", "20", "5", "1"),
                             kernel("a", "70", "5", "2"), kernel("late", "95", "20", "3")});
  const auto window = tensorboard_window(*trace);
  REQUIRE(window);
  CHECK(window->range == TimeRange{500, 90'000});
}

TEST_CASE("a window has the steps that start in it, a trace without steps none") {
  const HandMadeTrace trace({step(1, "0.5", "9.5"), step(2, "10", "10"), step(3, "20", "10")});
  CHECK(analyse_steps({*trace, range_window({5'000, 20'000})}).rows.size() == 1);
  CHECK(analyse_steps({*trace, hta_window(*trace)}).rows.size() == 2);
  const Steps none({slice("cpu_op", "aten::add", "0", "1.5")});
  CHECK(none.table.rows.empty());
  CHECK(!tensorboard_window(*none.trace));
}

TEST_CASE("steps at the ends of what can be told end") {
  const Steps steps({step(1, "-4611686018427387", "4611686018427387"),
                     step(2, "1", "4611686018427385"),
                     slice("cpu_op", "aten::add", "-4611686018427387", "4611686018427387")});
  REQUIRE(steps.table.rows.size() == 2);
  CHECK(steps.of(1, StepClass::Other) > 0);
}

TEST_CASE("collectives of the host are communication where no GPU works") {
  const std::vector<std::string> host = {
      step(1, "0.5", "99.5"),
      slice("cpu_op", "aten::mm", "10", "10"),
      slice("user_annotation", "## backward ##", "20", "70"),
      slice("user_annotation", "gloo:all_reduce", "15", "40", "", "1", "2"),
      slice("user_annotation", "mpi:broadcast", "70", "10", "", "1", "3"),
  };
  // 40 and 10; of the operator's 10 the 5 before the collective began.
  const Steps alone(host);
  CHECK(alone.of(0, StepClass::Communication) == 50'000);
  CHECK(alone.of(0, StepClass::CpuExec) == 5'000);
  CHECK(alone.of(0, StepClass::Other) == 99'500 - 55'000);
  // Beside a GPU such a range only says when the collective was launched.
  std::vector<std::string> beside = host;
  beside.push_back(kernel("gemm", "30", "5", "1"));
  CHECK(Steps(beside).of(0, StepClass::Communication) == 0);
}
