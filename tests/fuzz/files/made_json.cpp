#include "tests/fuzz/files/made_json.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "tests/core/fixtures/rocprofv3_text.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

using Random = std::mt19937_64;

/// Those that are defined, and one that is not.
std::string_view agent(Random& random, std::size_t of = 4) {
  constexpr std::array<std::string_view, 4> kAgents = {"100", "200", "18446744073709551615", "400"};
  return kAgents[below(random, of)];
}

/// The members that all records have.
std::string record(Random& random, int kind, std::size_t operations, std::size_t first_id = 0) {
  const std::size_t begin = 100 + 10 * below(random, 40);
  return fmt::format(
      R"("size": 64, "kind": {}, "operation": {}, "correlation_id": {{"internal": {}, "external": 0}},)"
      R"("start_timestamp": {}, "end_timestamp": {}, "thread_id": {})",
      kind, below(random, operations), first_id + below(random, 6), begin,
      begin + 10 * below(random, 20), 71 + below(random, 2));
}

std::string dispatch(Random& random) {
  return fmt::format(
      R"({{{}, "dispatch_info": {{"agent_id": {{"handle": {}}}, "queue_id": {{"handle": 1}},)"
      R"("kernel_id": {}, "dispatch_id": 2, "group_segment_size": 1024,)"
      R"("workgroup_size": {{"x": 256, "y": 1, "z": 1}}, "grid_size": {{"x": 1000, "y": 2, "z": 1}}}},)"
      R"("stream_id": {{"handle": {}}}}})",
      record(random, 11, 3), agent(random), 8 + below(random, 3), below(random, 4));
}

std::string call(Random& random) {
  return fmt::format(R"({{{}, "args": {{"ptr": "0x10", "n": "5"}}}})", record(random, 1, 3));
}

std::string copy(Random& random) {
  return fmt::format(R"({{{}, "dst_agent_id": {{"handle": 200}}, "src_agent_id": {{"handle": {}}},)"
                     R"("bytes": 4000}})",
                     record(random, 3, 3), agent(random, 3));
}

std::string marker(Random& random) {
  return fmt::format("{{{}}}", record(random, 4, 4, 30));
}

std::string allocation(Random& random) {
  return fmt::format(
      R"({{{}, "agent_id": {{"handle": 200}}, "address": {}, "allocation_size": {}}})",
      record(random, 5, 3), below(random, 3), below(random, 4096));
}

std::string counters(Random& random) {
  return fmt::format(R"({{"thread_id": 71, "dispatch_data": {}, "records": [{{"counter_id":)"
                     R"({{"handle": 9}}, "value": 12.5}}]}})",
                     dispatch(random));
}

template <typename Make>
std::string list(Random& random, std::string_view name, const Make& make) {
  std::string records;
  for (std::size_t i = below(random, 5); i > 0; --i)
    records += (records.empty() ? "" : ",") + make(random);
  return fmt::format(R"("{}": [{}])", name, records);
}

std::string process(Random& random, std::size_t pid) {
  std::string lists = list(random, "kernel_dispatch", dispatch) + "," +
                      list(random, "hip_api", call) + "," + list(random, "memory_copy", copy);
  if (below(random, 3) == 0) lists += "," + list(random, "marker_api", marker);
  if (below(random, 4) == 0) lists += "," + list(random, "memory_allocation", allocation);
  if (below(random, 4) == 0) lists += "," + list(random, "scratch_memory", call);
  if (below(random, 4) == 0) lists += "," + list(random, "pc_sample_host_trap", call);
  const std::string callbacks =
      below(random, 4) == 0 ? list(random, "counter_collection", counters) : "";
  return rocprofv3_process(lists, pid, callbacks);
}

}  // namespace

std::string rocprofv3_file(std::mt19937_64& random) {
  const std::string first = process(random, 70);
  if (below(random, 6) == 0) return fmt::format(R"({{"rocprofiler-sdk-tool": {}}})", first);
  const std::string more =
      below(random, 3) == 0 ? "," + process(random, 70 + below(random, 2)) : "";
  return rocprofv3_file_of(first + more);
}

namespace {

constexpr std::array<std::string_view, 4> kOperators = {"aten::mm", "aten::add", "aten::relu",
                                                        "aten::sum"};

/// As since PyTorch 2.2.
std::string chakra_node(Random& random, std::size_t id) {
  constexpr std::array<std::string_view, 4> kInputs = {
      R"json("values": [[4, 5, 0, 2048, 4, "cuda:0"], 1.5, "<None>"], "shapes": [[64, 32], [], []],)json"
      R"json("types": ["Tensor(float)", "Double", "None"], "strides": [[32, 1], [], []])json",
      R"json("values": [[8, 9, 0, 8, 4, "cpu"], [1, 1], true], "shapes": [[8], [[], []], []],)json"
      R"json("types": ["Tensor(c10::Half)", "GenericList[Int,Int]", "Bool"])json",
      R"json("values": [[[1, 1, 0, 1, 4, "cpu"], [2, 2, 0, 1, 4, "cpu"]]], "shapes": [[[1], [1]]],)json"
      R"json("types": ["GenericList[Tensor(float),Tensor(float)]"])json",
      R"json("values": [], "shapes": [], "types": [])json"};
  return fmt::format(R"({{"id": {}, "name": "{}", "ctrl_deps": 1, "inputs": {{{}}},)"
                     R"("outputs": {{"values": [], "shapes": [], "types": []}},)"
                     R"("attrs": [{{"name": "rf_id", "type": "uint64", "value": {}}},)"
                     R"({{"name": "fw_parent", "type": "uint64", "value": 0}}]}})",
                     id, kOperators[below(random, kOperators.size())],
                     kInputs[below(random, kInputs.size())], 10 + below(random, 5));
}

/// Before: all members of a node beside each other.
std::string flat_node(Random& random, std::size_t id) {
  return fmt::format(R"({{"name": "{}", "id": {}, "rf_id": {}, "parent": 1, "fw_parent": 0,)"
                     R"("inputs": [[4, 5, 0, 6, 4, "cuda:0"]], "input_shapes": [[2, 3]],)"
                     R"json("input_types": ["Tensor(float)"]}})json",
                     kOperators[below(random, kOperators.size())], id, 10 + below(random, 5));
}

std::string operator_event(Random& random) {
  return fmt::format(
      R"({{"ph": "X", "cat": "cpu_op", "name": "{}", "pid": 77, "tid": 1, "ts": {}, "dur": 5,)"
      R"("args": {{"External id": {}, "Record function id": {}{}}}}})",
      kOperators[below(random, kOperators.size())], 10 * below(random, 30), 10 + below(random, 5),
      below(random, 3) == 0 ? 0 : 10 + below(random, 5),
      below(random, 5) == 0 ? R"(, "Input Dims": [[3, 3]])" : "");
}

std::string trace_of(std::string_view events) {
  return fmt::format(R"({{"schemaVersion": 1, "traceEvents": [{}]}})", events);
}

}  // namespace

std::string plain_trace() {
  Random fixed(1);
  return trace_of(operator_event(fixed) + "," + operator_event(fixed));
}

JoinedTraces traces_to_join(std::mt19937_64& random) {
  std::string events, nodes;
  const bool flat = below(random, 3) == 0;
  for (std::size_t i = 0; i < 1 + below(random, 6); ++i) {
    const std::string_view comma = i == 0 ? "" : ",";
    events += fmt::format("{}{}", comma, operator_event(random));
    nodes += fmt::format("{}{}", comma, flat ? flat_node(random, i) : chakra_node(random, i));
  }
  return {trace_of(events),
          fmt::format(R"({{"schema": "{}", "pid": 77, "time": "x", "start_ts": 5,)"
                      R"("nodes": [{}], "finish_ts": 9}})",
                      flat ? "1.0.1" : "1.1.1-chakra.0.0.4", nodes)};
}

}  // namespace lanescope
