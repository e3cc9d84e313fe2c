#include "tests/fuzz/mutate/hostile_values.h"

#include <array>
#include <string_view>

#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

template <std::size_t N>
std::string any_of(std::mt19937_64& random, const std::array<std::string_view, N>& words) {
  return std::string(words[below(random, N)]);
}

constexpr std::array<std::string_view, 34> kNumbers = {"0",
                                                       "-0",
                                                       "1",
                                                       "-1",
                                                       "2",
                                                       "7",
                                                       "0.5",
                                                       "0.001",
                                                       "0.0004999",
                                                       "1e-9",
                                                       "1e3",
                                                       "1e16",
                                                       "1e300",
                                                       "1e400",
                                                       "-1e400",
                                                       "255",
                                                       "256",
                                                       "65535",
                                                       "65536",
                                                       "2147483647",
                                                       "2147483648",
                                                       "-2147483648",
                                                       "4294967295",
                                                       "4294967296",
                                                       "9007199254740993",
                                                       "9223372036854775807",
                                                       "-9223372036854775808",
                                                       "9223372036854775808",
                                                       "18446744073709551615",
                                                       "18446744073709551616",
                                                       "9223372036854775.807",
                                                       "-9223372036854775.808",
                                                       "1711964646000000.125",
                                                       "123456789012345678901234567890"};

constexpr std::array<std::string_view, 30> kTexts = {"",
                                                     " ",
                                                     "0",
                                                     "-1",
                                                     "0x10",
                                                     "1e5",
                                                     "null",
                                                     "true",
                                                     "nan or inf",
                                                     "a\\u0000b",
                                                     "\\u0001\\u001b[31m\\u009b",
                                                     "\\ud800",
                                                     "\\udc00\\ud800",
                                                     "\\ud83d\\ude00",
                                                     "\xF0\x9F\x98\x80",
                                                     "\xC3\xA9\xE6\x97\xA5",
                                                     "\\u202e\\u2066",
                                                     "\\\"quoted\\\", \\\"ph\\\": \\\"X\\\"",
                                                     "\\\\",
                                                     "},{",
                                                     "]}",
                                                     "\\r\\n\\t",
                                                     "=HYPERLINK(1)",
                                                     "| a | b |",
                                                     "<svg onload=x>&amp;",
                                                     "%s%n{}{0}",
                                                     "../../etc",
                                                     "ProfilerStep#99999999999999999999",
                                                     "void f<g<h<i<",
                                                     ">>>>::operator<<"};

/// What no JSON string may hold, though files have it.
constexpr std::array<std::string_view, 5> kBroken = {"\xFF\xFE", "\xC3", "\x01", "a\"b", "\\x"};

constexpr std::array<std::string_view, 33> kCategories = {"kernel",
                                                          "gpu_memcpy",
                                                          "gpu_memset",
                                                          "cuda_runtime",
                                                          "cuda_driver",
                                                          "cuda_sync",
                                                          "cpu_op",
                                                          "user_annotation",
                                                          "gpu_user_annotation",
                                                          "python_function",
                                                          "cpu_instant_event",
                                                          "ac2g",
                                                          "fwdbwd",
                                                          "Trace",
                                                          "overhead",
                                                          "mtia_ccp_events",
                                                          "mtia_runtime",
                                                          "xpu_runtime",
                                                          "hip_runtime",
                                                          "Kernel",
                                                          "Operator",
                                                          "Runtime",
                                                          "async_gpu",
                                                          "async_cpu_to_gpu",
                                                          "collective_comm",
                                                          "privateuse1_runtime",
                                                          "cuda_profiler_range",
                                                          "glow_runtime",
                                                          "concurrent_kernel",
                                                          "Memcpy",
                                                          "Memset",
                                                          "",
                                                          "cpu_op,user"};

constexpr std::array<std::string_view, 48> kNames = {
    "ProfilerStep#0",
    "ProfilerStep#1",
    "ProfilerStep#2",
    "ProfilerStep#17",
    "ProfilerStep*",
    "[memory]",
    "process_name",
    "process_labels",
    "process_sort_index",
    "thread_name",
    "thread_sort_index",
    "cudaLaunchKernel",
    "cudaLaunchKernelExC",
    "cuLaunchKernel",
    "cudaGraphLaunch",
    "cudaMemcpyAsync",
    "cudaMemsetAsync",
    "cudaMalloc",
    "cudaFree",
    "cudaDeviceSynchronize",
    "cudaStreamSynchronize",
    "cudaEventSynchronize",
    "cudaStreamWaitEvent",
    "cudaEventRecord",
    "hipLaunchKernel",
    "hipModuleLaunchKernel",
    "Memcpy HtoD (Pageable -> Device)",
    "Memcpy DtoH (Device -> Pinned)",
    "Memcpy DtoD (Device -> Device)",
    "Memset (Device)",
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*)",
    "ncclKernel_AllGather_RING_LL_Sum_int8_t",
    "nccl:all_reduce",
    "record_param_comms",
    "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
    "Optimizer.step#SGD.step",
    "Optimizer.zero_grad#SGD.zero_grad",
    "autograd::engine::evaluate_function: MmBackward0",
    "MmBackward0",
    "aten::mm",
    "aten::item",
    "aten::copy_",
    "nn.Module: Linear_0",
    "torch/nn/modules/module.py(1501): _call_impl",
    "Torch-Compiled Region: 0/0",
    "triton_poi_fused_add_0",
    "Stream Wait Event",
    "Record Window End"};

constexpr std::array<std::string_view, 12> kKeys = {"ph",  "cat", "name", "pid", "tid",  "ts",
                                                    "dur", "id",  "bp",   "s",   "args", "id2"};

constexpr std::array<std::string_view, 46> kArguments = {"correlation",
                                                         "External id",
                                                         "external id",
                                                         "device",
                                                         "stream",
                                                         "context",
                                                         "graph node id",
                                                         "graph id",
                                                         "Input Dims",
                                                         "Input type",
                                                         "Input Strides",
                                                         "Concrete Inputs",
                                                         "Sequence number",
                                                         "Fwd thread id",
                                                         "Ev Idx",
                                                         "Python id",
                                                         "Python parent id",
                                                         "Python module id",
                                                         "Record function id",
                                                         "Total Reserved",
                                                         "Total Allocated",
                                                         "Bytes",
                                                         "Addr",
                                                         "Device Id",
                                                         "Device Type",
                                                         "bytes",
                                                         "memory bandwidth (GB/s)",
                                                         "grid",
                                                         "block",
                                                         "registers per thread",
                                                         "shared memory",
                                                         "blocks per SM",
                                                         "warps per SM",
                                                         "est. achieved occupancy %",
                                                         "queued",
                                                         "wait_on_stream",
                                                         "wait_on_cuda_event_id",
                                                         "Collective name",
                                                         "In msg nelems",
                                                         "Out msg nelems",
                                                         "Group size",
                                                         "dtype",
                                                         "Process Group Name",
                                                         "Process Group Ranks",
                                                         "name",
                                                         "sort_index"};

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

/// Mostly small, now and then of a size that something may choke on.
std::size_t hostile_count(std::mt19937_64& random) {
  constexpr std::array<std::size_t, 8> kCounts = {1, 2, 30, 81, 300, 1000, 5000, 40'000};
  return kCounts[below(random, kCounts.size())];
}

JsonTree many(JsonTree::Kind kind, std::size_t count, const std::string& scalar) {
  JsonTree tree;
  tree.kind = kind;
  for (std::size_t i = 0; i < count; ++i) {
    if (kind == JsonTree::Kind::Object)
      tree.keys.push_back(JsonTree::string("k" + std::to_string(i)).text);
    tree.children.push_back(JsonTree::scalar(scalar));
  }
  return tree;
}

}  // namespace

std::string hostile_number(std::mt19937_64& random) {
  switch (below(random, 8)) {
    case 0:
      return std::to_string(static_cast<std::int64_t>(random()));
    case 1:
      return std::to_string(below(random, 200));
    case 2:
      return std::to_string(below(random, 2'000'000)) + "." + std::to_string(below(random, 1000));
    default:
      return any_of(random, kNumbers);
  }
}

std::string hostile_text(std::mt19937_64& random) {
  switch (below(random, 16)) {
    case 0:
      return std::string(hostile_count(random), 'N');
    case 1:
      return repeated("\\u00e9\xE6\x97\xA5(<,", hostile_count(random) / 8 + 1);
    case 2:
      return any_of(random, kBroken);
    case 3:
    case 4:
    case 5:
      return known_name(random);
    case 6:
      return known_name(random) + any_of(random, kTexts);
    default:
      return any_of(random, kTexts);
  }
}

JsonTree hostile_container(std::mt19937_64& random) {
  const std::size_t count = hostile_count(random);
  const std::string number = hostile_number(random);
  switch (below(random, 5)) {
    case 0:
      return many(JsonTree::Kind::List, count, number);
    case 1:
      return many(JsonTree::Kind::Object, count, number);
    case 2:
      return JsonTree::scalar(repeated("[", count) + repeated("]", count));
    case 3:
      return JsonTree::scalar(repeated("{\"a\":", count) + "1" + repeated("}", count));
    default:
      return many(below(random, 2) == 0 ? JsonTree::Kind::List : JsonTree::Kind::Object, 0, "");
  }
}

JsonTree hostile_value(std::mt19937_64& random) {
  switch (below(random, 10)) {
    case 0:
    case 1:
    case 2:
      return JsonTree::scalar(hostile_number(random));
    case 3:
      return JsonTree::string(hostile_number(random));
    case 4:
    case 5:
      return JsonTree::string(hostile_text(random));
    case 6:
      return hostile_container(random);
    case 7:
      return JsonTree::scalar("null");
    case 8:
      return JsonTree::scalar(below(random, 2) == 0 ? "true" : "false");
    default:
      return JsonTree::scalar(below(random, 4) == 0 ? "NaN" : "0");
  }
}

std::string known_category(std::mt19937_64& random) {
  return any_of(random, kCategories);
}
std::string known_name(std::mt19937_64& random) {
  return any_of(random, kNames);
}
std::string known_key(std::mt19937_64& random) {
  return any_of(random, kKeys);
}
std::string known_argument(std::mt19937_64& random) {
  return any_of(random, kArguments);
}

}  // namespace lanescope
