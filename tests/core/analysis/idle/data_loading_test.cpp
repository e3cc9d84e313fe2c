#include "core/analysis/idle/data_loading.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string batch(const std::string& ts, const std::string& dur,
                  const std::string& iterator = "_SingleProcessDataLoaderIter") {
  return slice("user_annotation", "enumerate(DataLoader)#" + iterator + ".__next__", ts, dur);
}
std::string step(int number, const std::string& ts, const std::string& dur) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number), ts, dur);
}
std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& ts, const std::string& dur, const std::string& id) {
  return gpu_slice("kernel", "k", ts, dur, R"("correlation": )" + id);
}
std::string copy(const std::string& kind, const std::string& ts, const std::string& dur,
                 const std::string& id) {
  return gpu_slice("gpu_memcpy", "Memcpy HtoD (" + kind + " -> Device)", ts, dur,
                   R"("correlation": )" + id);
}

DataLoading loading_of(const std::vector<std::string>& events,
                       const AnalysisWindow& window = whole_window()) {
  return analyse_data_loading({*HandMadeTrace(events), window});
}

/// Two steps of 100 µs whose first 40 load a batch; the GPU works 20 µs into the second one's.
std::vector<std::string> two_steps(const std::string& iterator) {
  return {step(1, "0.5", "99.5"),       step(2, "100", "100"),   batch("0.5", "39.5", iterator),
          batch("100", "40", iterator), launch("50", "1"),       kernel("50", "70", "1"),
          launch("150", "2"),           kernel("160", "40", "2")};
}

}  // namespace

TEST_CASE("loading is hidden while the GPU works and costs what the GPU idles for it") {
  const DataLoading loading = loading_of(two_steps("_SingleProcessDataLoaderIter"));
  REQUIRE(loading.steps.size() == 2);
  CHECK(loading.steps[0].loader_ns == 39'500);
  CHECK(loading.steps[0].hidden_ns == 0);
  CHECK(loading.steps[0].idle_due_ns == 0);  // nothing ran before: no gap in the whole trace
  CHECK(loading.steps[1].loader_ns == 40'000);
  CHECK(loading.steps[1].hidden_ns == 20'000);
  CHECK(loading.steps[1].idle_due_ns == 20'000);
  CHECK(loading.total.loader_ns == 79'500);
  CHECK(loading.span_ns == 199'500);
  CHECK(loading.batches == 2);
}

TEST_CASE("the iterator tells whether there are workers, and so what to do") {
  CHECK(loading_of(two_steps("_SingleProcessDataLoaderIter")).verdict == LoaderVerdict::AddWorkers);
  CHECK(loading_of(two_steps("_MultiProcessingDataLoaderIter")).verdict ==
        LoaderVerdict::MoreWorkers);
  CHECK(loading_of(two_steps("_MyIter")).verdict == LoaderVerdict::Starving);
  CHECK(loading_of(two_steps("_MultiProcessingDataLoaderIter")).workers == LoaderWorkers::Some);
}

TEST_CASE("waiting for five per cent of the time or less is no problem") {
  const DataLoading loading =
      loading_of({step(1, "0.5", "999.5"), batch("100", "60"), launch("1", "1"),
                  kernel("2", "108", "1"), launch("170", "2"), kernel("170", "830", "2")});
  CHECK(loading.total.idle_due_ns == 50'000 - 0);
  CHECK(loading.verdict == LoaderVerdict::AddWorkers);
  const DataLoading less =
      loading_of({step(1, "0.5", "999.5"), batch("100", "50"), launch("1", "1"),
                  kernel("2", "108", "1"), launch("170", "2"), kernel("170", "830", "2")});
  CHECK(less.total.idle_due_ns == 40'000);
  CHECK(less.verdict == LoaderVerdict::Hidden);
}

TEST_CASE("with workers a batch of five times the median is the first of an epoch") {
  const auto batches = [](const std::string& iterator) {
    return loading_of({batch("0.5", "60", iterator), batch("100", "10", iterator),
                       batch("200", "10", iterator), kernel("0", "300", "1")});
  };
  CHECK(batches("_MultiProcessingDataLoaderIter").first_batches == 1);
  CHECK(batches("_MultiProcessingDataLoaderIter").first_batches_ns == 60'000);
  CHECK(batches("_SingleProcessDataLoaderIter").first_batches == 0);
  CHECK(batches("_MultiProcessingDataLoaderIter").longest_batch_ns == 60'000);
}

TEST_CASE("the largest copy after a batch tells whether memory is pinned") {
  const auto copies = [](const std::string& kind) {
    return loading_of({batch("0.5", "10"), launch("12", "1"), copy("Pinned", "13", "1", "1"),
                       launch("14", "2"), copy(kind, "15", "9", "2"), batch("50", "10"),
                       launch("65", "3"), kernel("66", "5", "3")});
  };
  CHECK(copies("Pageable").pageable_copies == 1);
  CHECK(copies("Pageable").pinned_copies == 0);
  CHECK(copies("Pinned").pinned_copies == 1);
  CHECK(copies("Pinned").pageable_copy == EventId::None);
}

TEST_CASE("a loader that only Python frames show is found, with all the idle time during it") {
  const DataLoading loading = loading_of(
      {slice("python_function", "torch/utils/data/dataloader.py(628): __next__", "20", "30"),
       slice("python_function", "torch/utils/data/dataloader.py(1132): _try_get_data", "25", "20"),
       kernel("0", "30", "1"), kernel("60", "10", "2")});
  CHECK(loading.by_frames);
  CHECK(loading.workers == LoaderWorkers::Some);
  CHECK(!loading.has_steps);
  REQUIRE(loading.steps.size() == 1);
  CHECK(loading.steps[0].range == TimeRange{0, 70'000});
  CHECK(loading.steps[0].hidden_ns == 10'000);
  CHECK(loading.steps[0].idle_due_ns == 20'000);
}

TEST_CASE("a batch inside another counts once") {
  const DataLoading loading =
      loading_of({batch("0.5", "60"), batch("10", "20"), kernel("0", "5", "1")});
  CHECK(loading.batches == 1);
  CHECK(loading.total.loader_ns == 60'000);
}

TEST_CASE("without a GPU the training loop waits for all of the loading") {
  const auto on_cpu = [](const std::string& batch_us) {
    return loading_of({batch("0", batch_us), slice("cpu_op", "aten::mm", batch_us, "1"),
                       slice("cpu_op", "aten::mm", "90", "10")});
  };
  CHECK(on_cpu("60").verdict == LoaderVerdict::AddWorkers);
  CHECK_FALSE(on_cpu("60").has_gpu_events);
  CHECK(on_cpu("4").verdict == LoaderVerdict::Hidden);
}

TEST_CASE("without a loader there is no verdict on it") {
  const DataLoading loading = loading_of({slice("cpu_op", "aten::add", "0", "1")});
  CHECK(loading.verdict == LoaderVerdict::NoLoader);
  CHECK(!loading.has_gpu_events);
  const DataLoading elsewhere =
      loading_of({batch("0.5", "10"), kernel("0", "50", "1")}, range_window({20'000, 40'000}));
  CHECK(elsewhere.verdict == LoaderVerdict::NoLoader);
}
