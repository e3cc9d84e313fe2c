#include "core/analysis/patterns/patterns.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

PatternTable patterns_of(const TraceText& text) {
  const LoadedText loaded = load_with_source(text);
  return analyse_patterns(
      {*loaded.snapshot, whole_window(), [&](EventId event) { return loaded.json(event); }});
}

const PatternRow* row_of(const PatternTable& table, Pattern pattern) {
  const auto at = std::find_if(table.rows.begin(), table.rows.end(),
                               [&](const PatternRow& row) { return row.pattern == pattern; });
  return at == table.rows.end() ? nullptr : &*at;
}

std::uint64_t count_of(const PatternTable& table, Pattern pattern) {
  const PatternRow* row = row_of(table, pattern);
  return row == nullptr ? 0 : row->count;
}

std::string shapes(const std::string& dims, const std::string& types,
                   const std::string& values = "[]") {
  return R"("Input Dims":)" + dims + R"(,"Input type":)" + types + R"(,"Concrete Inputs":)" +
         values;
}

/// A launch at `ts` and its GPU event.
void launch(TraceText& trace, const std::string& ts, const std::string& id,
            const std::string& kernel, const std::string& category = "kernel") {
  trace.cpu("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation":)" + id);
  trace.slice(category, kernel, "0", "7", std::to_string(10'000 + std::stoi(ts)), "2",
              R"("device":0,"stream":7,"bytes":64,"correlation":)" + id);
}

}  // namespace

TEST_CASE("a tensor that is filled on the host right before it goes to the GPU is an extra copy") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::fill_", "0", "5");
  trace.cpu("cpu_op", "aten::to", "10", "20");
  trace.cpu("cpu_op", "aten::copy_", "11", "10");
  launch(trace, "12", "1", "Memcpy HtoD (Pageable -> Device)", "gpu_memcpy");
  trace.cpu("cpu_op", "aten::mm", "40", "5");
  trace.cpu("cpu_op", "aten::to", "50", "20");
  launch(trace, "52", "2", "Memcpy HtoD (Pageable -> Device)", "gpu_memcpy");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::ExtraCopy) == 1);
  CHECK(row_of(found, Pattern::ExtraCopy)->gpu_ns == 2'000);
}

TEST_CASE("ten selects with the same operators between them are a loop, nine or others are none") {
  const auto loop = [](int selects, bool alike) {
    TraceText trace;
    for (int i = 0; i < selects; ++i) {
      trace.cpu("cpu_op", "aten::select", std::to_string(i * 10), "2");
      trace.cpu("cpu_op", alike || i % 2 == 0 ? "aten::add" : "aten::mul",
                std::to_string(i * 10 + 3), "2");
    }
    return count_of(patterns_of(trace), Pattern::ForLoopIndexing);
  };
  CHECK(loop(11, true) == 1);
  CHECK(loop(10, true) == 1);
  CHECK(loop(9, true) == 0);
  CHECK(loop(20, false) == 0);
}

TEST_CASE("each loop of a thread counts, not only the longest") {
  TraceText trace;
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < 10 + step; ++i)
      trace.cpu("cpu_op", "aten::select", std::to_string(step * 1000 + i * 10), "2");
    trace.cpu("cpu_op", "aten::mm", std::to_string(step * 1000 + 500), "9");
    trace.cpu("cpu_op", "aten::relu", std::to_string(step * 1000 + 600), "9");
  }
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::ForLoopIndexing) == 3);
  CHECK(row_of(found, Pattern::ForLoopIndexing)->host_ns == (92 + 102 + 112) * 1000);
}

TEST_CASE("a loop counts by its share of the window where there are no steps") {
  TraceText trace;
  for (int i = 0; i < 12; ++i) {
    trace.cpu("cpu_op", "aten::select", std::to_string(i * 10), "2");
    trace.cpu("cpu_op", "aten::add", std::to_string(i * 10 + 3), "2");
  }
  trace.cpu("cpu_op", "aten::mm", "100000", "9");  // the loop is 0.1 % of the whole trace
  const LoadedText loaded = load_with_source(trace);
  const auto loops = [&](const AnalysisWindow& window) {
    return count_of(analyse_patterns({*loaded.snapshot, window,
                                      [&](EventId event) { return loaded.json(event); }}),
                    Pattern::ForLoopIndexing);
  };
  CHECK(loops(whole_window()) == 0);
  CHECK(loops(range_window({0, 1'000'000})) == 1);
}

TEST_CASE("names tell optimizers, loaders, zeroed gradients and values read back") {
  TraceText trace;
  trace.cpu("python_function", "torch/optim/adam.py(300): _single_tensor_adam", "0", "9");
  trace.cpu("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "10",
            "5");
  trace.cpu("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
            "16", "1");
  trace.cpu("user_annotation", "Optimizer.zero_grad#SGD.zero_grad", "20", "10");
  trace.cpu("cpu_op", "aten::zero_", "21", "1");
  trace.cpu("cpu_op", "aten::zero_", "23", "1");
  trace.cpu("cpu_op", "aten::zero_", "40", "1");
  trace.cpu("python_function", "train.py(12): loop", "49", "20");
  trace.cpu("cpu_op", "aten::item", "50", "3");
  trace.kernel("k", "60", "5", "1");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::SingleTensorOptimizer) == 1);
  CHECK(count_of(found, Pattern::SynchronousDataLoader) == 1);
  CHECK(row_of(found, Pattern::SynchronousDataLoader)->host_ns == 5'000);
  CHECK(count_of(found, Pattern::GradientsSetToZero) == 2);
  CHECK(count_of(found, Pattern::ItemPerStep) == 1);
  CHECK(row_of(found, Pattern::ItemPerStep)->source != EventId::None);
}

TEST_CASE("where there is no GPU, a value that is read back makes nobody wait") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::item", "50", "3");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::ItemPerStep) == 0);
  CHECK(std::ranges::count(found.unchecked, Pattern::ItemPerStep, &UncheckedPattern::pattern) == 1);
}

TEST_CASE("what was found without Python frames was not left unchecked for want of them") {
  TraceText trace;
  trace.cpu("user_annotation", "_single_tensor_adam", "0", "9");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::SingleTensorOptimizer) == 1);
  CHECK(std::ranges::find(found.unchecked, Pattern::SingleTensorOptimizer,
                          &UncheckedPattern::pattern) == found.unchecked.end());
}

TEST_CASE("a convolution with a bias right before a batch norm has it for nothing") {
  const auto conv = [](const std::string& bias, const std::string& next) {
    TraceText trace;
    trace.cpu("cpu_op", "aten::conv2d", "0", "5",
              shapes("[[1,2,3,3],[2,2,1,1]," + bias + "]", R"(["float","float","float"])"));
    trace.cpu("cpu_op", "aten::convolution", "1", "3");
    trace.cpu("cpu_op", next, "10", "5");
    return count_of(patterns_of(trace), Pattern::ConvBiasBeforeNorm);
  };
  CHECK(conv("[2]", "aten::batch_norm") == 1);
  CHECK(conv("[]", "aten::batch_norm") == 0);
  CHECK(conv("[2]", "aten::relu") == 0);
}

TEST_CASE("products are judged by type, size and kernels") {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "NVIDIA A100-SXM4-80GB"}])");
  const std::string half = R"(["c10::Half","c10::Half"])", full = R"(["float","float"])";
  trace.cpu("cpu_op", "aten::mm", "0", "9", shapes("[[8,16],[16,32]]", full));
  launch(trace, "1", "1", "ampere_sgemm");
  trace.cpu("cpu_op", "aten::mm", "20", "9", shapes("[[8,16],[16,32]]", full));
  launch(trace, "21", "2", "ampere_s1688gemm");
  trace.cpu("cpu_op", "aten::mm", "40", "9", shapes("[[8,16],[16,30]]", half));
  launch(trace, "41", "3", "ampere_h16816gemm");
  trace.cpu("cpu_op", "aten::bmm", "60", "9", shapes("[[3,8,16],[3,16,32]]", half));
  launch(trace, "61", "4", "ampere_h16816gemm");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::Float32Product) == 1);
  CHECK(count_of(found, Pattern::UnalignedProduct) == 1);
  const bool reported = std::none_of(
      found.unchecked.begin(), found.unchecked.end(),
      [](const UncheckedPattern& one) { return one.pattern == Pattern::UnalignedProduct; });
  CHECK(reported);
}

TEST_CASE("a conversion that is undone at once is a ping-pong") {
  TraceText trace;
  const auto convert = [&](int i, const std::string& from, const std::string& to) {
    trace.cpu("cpu_op", "aten::_to_copy", std::to_string(i * 20), "9",
              shapes("[[64],[]]", R"([")" + from + R"(",""])", R"(["",")" + to + R"("])"));
    launch(trace, std::to_string(i * 20 + 1), std::to_string(i + 1), "cast_kernel");
  };
  convert(0, "float", "5");
  convert(1, "c10::Half", "6");
  convert(2, "float", "15");
  convert(3, "float", "15");
  convert(4, "c10::BFloat16", "6");
  convert(5, "float", "7");
  convert(6, "double", "6");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::DtypePingPong) == 3);
  CHECK(row_of(found, Pattern::DtypePingPong)->gpu_ns == 12'000);
}

TEST_CASE("one kernel over and over, contiguous() that copies and work done again are found") {
  TraceText trace;
  for (int i = 0; i < 32; ++i) {
    launch(trace, std::to_string(i * 5), std::to_string(i + 1), "tiny_kernel");
  }
  trace.cpu("cpu_op", "aten::contiguous", "500", "9");
  launch(trace, "501", "101", "copy_kernel");
  trace.cpu("cpu_op", "CheckpointFunctionBackward", "600", "90");
  trace.cpu("cpu_op", "aten::mm", "601", "9");
  launch(trace, "602", "102", "gemm");
  trace.cpu("cpu_op", "autograd::engine::evaluate_function: MmBackward0", "620", "20");
  launch(trace, "622", "103", "gemm_backward");
  const PatternTable found = patterns_of(trace);
  CHECK(count_of(found, Pattern::LoopLaunches) == 1);
  CHECK(row_of(found, Pattern::LoopLaunches)->gpu_ns == 64'000);
  CHECK(count_of(found, Pattern::ContiguousCopies) == 1);
  CHECK(count_of(found, Pattern::Recompute) == 1);
}

TEST_CASE("data parallelism is judged by the devices and the backend") {
  const auto parallel = [](const std::string& name, int devices, const std::string& backend) {
    TraceText trace;
    if (!backend.empty()) {
      trace.top_level(R"("distributedInfo": {"backend": ")" + backend + R"(", "rank": 0})");
    }
    trace.cpu("cpu_op", name, "0", "9");
    for (int i = 0; i < devices; ++i) {
      trace.slice("kernel", "k", std::to_string(i), "7", "5", "1",
                  R"("stream":7,"device":)" + std::to_string(i));
    }
    return patterns_of(trace);
  };
  CHECK(count_of(parallel("DataParallel.forward", 2, ""), Pattern::DataParallel) == 1);
  CHECK(count_of(parallel("DataParallel.forward", 1, ""), Pattern::DataParallel) == 0);
  const std::string ddp = "DistributedDataParallel.forward";
  CHECK(count_of(parallel(ddp, 1, "gloo"), Pattern::DdpWithoutNccl) == 1);
  CHECK(count_of(parallel(ddp, 1, "nccl"), Pattern::DdpWithoutNccl) == 0);
  CHECK(count_of(parallel(ddp, 0, "gloo"), Pattern::DdpWithoutNccl) == 0);
  CHECK(count_of(parallel(ddp, 2, "nccl"), Pattern::DataParallel) == 0);
}

TEST_CASE("what a trace cannot tell is said, not passed over") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "5");
  const PatternTable found = patterns_of(trace);
  CHECK(found.rows.empty());
  const auto reported = [&](Pattern pattern) {
    return std::any_of(found.unchecked.begin(), found.unchecked.end(),
                       [&](const UncheckedPattern& one) { return one.pattern == pattern; });
  };
  CHECK(reported(Pattern::Float32Product));
  CHECK(reported(Pattern::ExtraCopy));
  CHECK(reported(Pattern::SingleTensorOptimizer));
  CHECK(reported(Pattern::RepeatedUpload));
}
