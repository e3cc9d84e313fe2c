// The rule about waiting for data (F04), of training loops without a GPU. Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

/// Of 100, `us` load a batch on the thread of the loop; 10 later come operators.
std::vector<std::string> loop_on_cpu(const std::string& us) {
  return {
      slice("python_function", "train.py(22): main", "0", "100"),
      slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "0",
            us),
      slice("python_function", "data.py(6): __getitem__", "1", std::to_string(std::stoi(us) - 1)),
      slice("cpu_op", "aten::tanh", "0", "2"), slice("cpu_op", "aten::mm", "90", "10")};
}

}  // namespace

TEST_CASE("a loop without a GPU that loads its data itself is told so, and where") {
  const HandMadeTrace trace(loop_on_cpu("70"));
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F04");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The training loop loads its data itself");
  CHECK(finding->high_pct == doctest::Approx(70));
  CHECK(finding->low_pct == 0);  // workers need CPUs too
  CHECK_FALSE(finding->informational);
  CHECK(finding->fix.find("num_workers") != std::string::npos);
  CHECK(finding->fix.find("GPU") == std::string::npos);
  CHECK(trace->text(finding->where.source) == "train.py(22): main");
  CHECK(trace->text(finding->evidence.back().text.name) == "data.py(6): __getitem__");
  CHECK(why_not_judged(table, "F04").empty());
}

TEST_CASE("a loop without a GPU that hardly loads, or on another thread, is not blamed for it") {
  const HandMadeTrace little(loop_on_cpu("5"));
  CHECK_FALSE(finds(little, "F04"));
  CHECK(why_not_judged(findings_of(little), "F04").empty());
  CHECK(finds(little, "F04", "data_loading=4%"));
  // Another thread computes meanwhile: the loader works ahead of it.
  std::vector<std::string> ahead = loop_on_cpu("70");
  ahead.push_back(slice("cpu_op", "aten::mm", "0", "68", "", "1", "2"));
  CHECK_FALSE(finds(HandMadeTrace(ahead), "F04"));
}

TEST_CASE("a loop that waits for workers is told to have more of them") {
  const HandMadeTrace trace(
      {slice("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
             "0", "60"),
       slice("cpu_op", "aten::mm", "60", "40")});
  const FindingTable table = findings_of(trace);
  const Finding* finding = finding_of(table, "F04");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The training loop waits for the data loader");
  CHECK(finding->high_pct == doctest::Approx(60));
}

TEST_CASE("samples show a loop that loads its data itself, and one that waits for workers not") {
  const auto sampled = [](const std::string& iterator) {
    return HandMadeTrace(
        {slice("python_sample", "train.py(22): main", "0", "1000000"),
         slice("python_sample", "torch/utils/data/dataloader.py(720): _BaseDataLoaderIter.__next__",
               "0", "300000"),
         slice("python_sample", "torch/utils/data/dataloader.py(783): " + iterator + "._next_data",
               "0", "300000"),
         slice("python_sample", "data.py(6): Images.__getitem__", "0", "300000"),
         slice("thread_state", "running", "0", "1000000")});
  };
  const HandMadeTrace alone = sampled("_SingleProcessDataLoaderIter");
  const FindingTable table = findings_of(alone);
  const Finding* finding = finding_of(table, "F04");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(30));
  CHECK(alone->text(finding->where.name) == "data.py(6): Images.__getitem__");
  CHECK_FALSE(finds(sampled("_MultiProcessingDataLoaderIter"), "F04"));
}
