#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/base/bytes/gzip_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// Operators without inputs, of process 77; one of them says its inputs itself.
constexpr std::string_view kTrace = R"json({"schemaVersion": 1, "traceEvents": [
  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 77, "tid": 1, "ts": 1, "dur": 5,
   "args": {"External id": 900, "Record function id": 11}},
  {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 77, "tid": 1, "ts": 10, "dur": 5,
   "args": {"External id": 12, "Record function id": 0}},
  {"ph": "X", "cat": "cpu_op", "name": "aten::relu", "pid": 77, "tid": 1, "ts": 20, "dur": 5,
   "args": {"External id": 901, "Record function id": 13, "Input Dims": [[3, 3]]}},
  {"ph": "X", "cat": "cpu_op", "name": "aten::sum", "pid": 77, "tid": 1, "ts": 30, "dur": 5,
   "args": {"External id": 14}}
]})json";

/// As ExecutionTraceObserver has written it since PyTorch 2.2.
constexpr std::string_view kChakra = R"json({"schema": "1.1.1-chakra.0.0.4", "pid": 77,
  "time": "x", "start_ts": 5, "nodes": [
  {"id": 2, "name": "aten::mm", "ctrl_deps": 1,
   "inputs": {"values": [[4, 5, 0, 2048, 4, "cuda:0"], [6, 7, 0, 512, 4, "cuda:0"], 1.5, "<None>"],
              "shapes": [[64, 32], [32, 16], [], []],
              "types": ["Tensor(float)", "Tensor(c10::Half)", "Double", "None"],
              "strides": [[32, 1], [16, 1], [], []]},
   "outputs": {"values": [], "shapes": [], "types": [], "strides": []},
   "attrs": [{"name": "rf_id", "type": "uint64", "value": 11},
             {"name": "fw_parent", "type": "uint64", "value": 0}]},
  {"id": 3, "name": "aten::add", "ctrl_deps": 1,
   "inputs": {"values": [[8, 9, 0, 8, 4, "cpu"], [1, 1], true], "shapes": [[8], [[], []], []],
              "types": ["Tensor(float)", "GenericList[Int,Int]", "Bool"]},
   "attrs": [{"name": "rf_id", "type": "uint64", "value": 12}]},
  {"id": 4, "name": "aten::relu", "ctrl_deps": 1,
   "inputs": {"values": [[1, 1, 0, 1, 4, "cpu"]], "shapes": [[1]], "types": ["Tensor(float)"]},
   "attrs": [{"name": "rf_id", "type": "uint64", "value": 13}]},
  {"id": 5, "name": "aten::other", "ctrl_deps": 1,
   "inputs": {"values": [[1, 1, 0, 1, 4, "cpu"]], "shapes": [[1]], "types": ["Tensor(float)"]},
   "attrs": [{"name": "rf_id", "type": "uint64", "value": 14}]}
  ], "finish_ts": 9})json";

/// Before: all members of a node beside each other.
constexpr std::string_view kFlat = R"json({"schema": "1.0.1", "pid": 77, "time": "x",
  "start_ts": 5,
  "nodes": [{"name": "aten::mm", "id": 2, "rf_id": 11, "parent": 1, "fw_parent": 0,
             "inputs": [[4, 5, 0, 6, 4, "cuda:0"]], "input_shapes": [[2, 3]],
             "input_types": ["Tensor(float)"]}]})json";

LoadedTrace loaded(const std::string& path, const std::string& execution_trace = "") {
  LoadOptions options;
  options.threads = 1;
  options.execution_trace = execution_trace;
  auto trace = load_trace(path, options);
  if (!trace.ok()) MESSAGE(trace.error().message);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

EventId event_named(const LoadedTrace& trace, std::string_view name) {
  for (const Track& track : trace.snapshot->tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (trace.snapshot->text(chunk->name[i]) == name) return chunk->id_of(i);
      }
    }
  }
  FAIL("no event is named " << std::string(name));
  return EventId::None;
}

/// One argument of an operator, as JSON; "" if it has none.
std::string argument(const LoadedTrace& trace, std::string_view name, std::string_view key) {
  const auto event = event_json(*trace.snapshot, *trace.texts, event_named(trace, name));
  REQUIRE(event.ok());
  const JsonValue* arguments = event.value().find("args");
  REQUIRE(arguments != nullptr);
  const JsonValue* value = arguments->find(key);
  return value == nullptr ? "" : value->to_text();
}

bool is_joined(const LoadedTrace& trace) {
  return trace.snapshot->info.metadata.find("executionTrace") != nullptr;
}

}  // namespace

TEST_CASE("operators get the inputs that an execution trace has for them") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  const LoadedTrace trace = loaded(path, folder.write("inputs.json", kChakra));
  CHECK(argument(trace, "aten::mm", "Input Dims") == "[[64,32],[32,16],[],[]]");
  CHECK(argument(trace, "aten::mm", "Input type") == R"(["float","c10::Half","Scalar",""])");
  CHECK(argument(trace, "aten::mm", "Input Strides") == "[[32,1],[16,1],[],[]]");
  CHECK(argument(trace, "aten::mm", "Concrete Inputs") == R"(["","","1.5",""])");
  CHECK(argument(trace, "aten::mm", "Inputs from") == R"("execution trace")");
  CHECK(argument(trace, "aten::mm", "External id") == "900");
}

TEST_CASE("without a Record function id, the External id and the name identify a call") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  const LoadedTrace trace = loaded(path, folder.write("inputs.json", kChakra));
  CHECK(argument(trace, "aten::add", "Input Dims") == "[[8],[[],[]],[]]");
  CHECK(argument(trace, "aten::add", "Input type") == R"(["float","ScalarList","Scalar"])");
  CHECK(argument(trace, "aten::add", "Concrete Inputs") == R"(["","[1, 1]","True"])");
  // Call 14 is of another operator.
  CHECK(argument(trace, "aten::sum", "Input Dims").empty());
  CHECK(argument(trace, "aten::sum", "Inputs from").empty());
}

TEST_CASE("inputs that the trace has itself are kept") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  const LoadedTrace trace = loaded(path, folder.write("inputs.json", kChakra));
  CHECK(argument(trace, "aten::relu", "Input Dims") == "[[3,3]]");
  CHECK(argument(trace, "aten::relu", "Inputs from").empty());
}

TEST_CASE("analyses that ask for some arguments only get the inputs too") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  const LoadedTrace trace = loaded(path, folder.write("inputs.json", kChakra));
  SameJson same;
  constexpr std::string_view kKeys[] = {"Input Dims"};
  const auto arguments =
      event_arguments(*trace.snapshot, *trace.texts, event_named(trace, "aten::mm"), kKeys, same);
  REQUIRE(arguments.ok());
  const JsonValue* found = arguments.value()->find("args");
  REQUIRE(found != nullptr);
  REQUIRE(found->find("Input Dims") != nullptr);
  CHECK(found->find("Input Dims")->to_text() == "[[64,32],[32,16],[],[]]");
}

TEST_CASE("the older form of execution traces is read too, compressed or not") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  GzipWriter gzip;
  std::string compressed;
  gzip.compress(std::string(kFlat), true, compressed);
  const LoadedTrace trace = loaded(path, folder.write("inputs.json.gz", compressed));
  CHECK(argument(trace, "aten::mm", "Input Dims") == "[[2,3]]");
}

TEST_CASE("an execution trace next to the trace is found by name, rank and process") {
  const TempFolder folder;
  std::string ranked(kTrace);
  ranked.insert(1, R"("distributedInfo": {"rank": 3, "world_size": 8}, )");
  const std::string path = folder.write("rank3.json", ranked);
  folder.write("pytorch_et_1.json", kChakra);
  CHECK_FALSE(is_joined(loaded(path)));
  const std::string its = folder.write("pytorch_et_3.json", kChakra);
  const LoadedTrace trace = loaded(path);
  REQUIRE(is_joined(trace));
  CHECK(trace.snapshot->info.metadata.find("executionTrace")->find("file")->to_text(true) == its);
  CHECK(argument(trace, "aten::mm", "Input Dims") == "[[64,32],[32,16],[],[]]");
}

TEST_CASE("an execution trace of another process is not taken, nor one of several") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", kTrace);
  std::string other(kChakra);
  other.replace(other.find("\"pid\": 77"), 9, "\"pid\": 78");
  folder.write("run_et.json", other);
  CHECK_FALSE(is_joined(loaded(path)));
  folder.write("first_et.json", kChakra);
  CHECK(is_joined(loaded(path)));
  folder.write("second_et.json", kChakra);
  CHECK_FALSE(is_joined(loaded(path)));
}

TEST_CASE("an execution trace that a link next to the trace leads to elsewhere is not read") {
  const TempFolder folder, elsewhere;
  const std::string path = folder.write("run.json", kTrace);
  const std::string outside = elsewhere.write("run_et.json", kChakra);
  std::filesystem::create_symlink(outside, folder.path() + "/run_et.json");
  CHECK_FALSE(is_joined(loaded(path)));
  CHECK(is_joined(loaded(path, folder.path() + "/run_et.json")));  // it was asked for
}

TEST_CASE("a file that is no execution trace is an error if it was asked for") {
  const TempFolder folder;
  LoadOptions options;
  const std::string path = folder.write("run.json", kTrace);
  options.execution_trace = path;
  const auto wrong = load_trace(path, options);
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.error().message == "execution trace " + path + " is not a PyTorch execution trace");
  options.execution_trace = folder.write("cut.json", kChakra.substr(0, 400));
  CHECK_FALSE(load_trace(path, options).ok());
  options.execution_trace = folder.path() + "/nowhere.json";
  CHECK_FALSE(load_trace(path, options).ok());
}
