#include "core/session/capture_trace.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/host/captured/capture_trace_text.h"
#include "core/analysis/host/captured_launch.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/kernels/sequences.h"
#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
#include "core/compare/run_environment.h"
#include "core/compare/run_parts.h"
#include "core/session/session.h"
#include "core/view/details/model.h"
#include "core/view/details/text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

std::string id(int node) {
  return R"("graph id":3,"graph node id":)" + std::to_string(node);
}

/// aten::addmm of a module is captured. `ids` are written with the call.
std::string capture(const std::string& ids = "," + id(11)) {
  TraceText t;
  t.cpu("python_function", "nn.Module: Linear_0", "1", "60", R"("Python id":1)");
  t.cpu("python_function", "model.py(12): forward", "2", "58", R"("Python id":2)");
  t.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  t.cpu("cpu_op", "aten::addmm", "10", "20", R"("Input Dims":[[8,16],[16,4]])");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "15", "5", R"("correlation":2)" + ids);
  t.cpu("cuda_runtime", "cudaStreamEndCapture", "50", "2", R"("correlation":3)");
  return t.text();
}

std::string replay(int node) {
  TraceText t;
  t.cpu("cpu_op", "serve", "90", "30");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":9)");
  t.kernel("gemm", "110", "5", "9", "7", id(node));
  return t.text();
}

LoadedTrace loaded(const std::string& path) {
  auto trace = load_trace(path);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

bool is_joined(const LoadedTrace& trace) {
  return trace.snapshot->info.metadata.find("captureTrace") != nullptr;
}

LoadedTrace joined(const TempFolder& folder, int node, const std::string& captured = capture()) {
  auto trace = with_capture_trace(loaded(folder.write("run.json", replay(node))),
                                  folder.write("other.json", captured));
  if (!trace.ok()) MESSAGE(trace.error().message);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

/// The faint line that says where the operators are from.
std::string source_of(const LoadedTrace& trace) {
  const Snapshot& snapshot = *trace.snapshot;
  const DetailsModel model =
      build_details(snapshot, event_named(snapshot, "gemm"), Session::event_texts(trace));
  const DetailsText text = details_text(snapshot, model);
  const auto section =
      std::ranges::find(text.sections, std::string_view("CUDA GRAPH"), &DetailSection::title);
  REQUIRE(section != text.sections.end());
  return section->lines.back().value;
}

/// Two calls of an operator that calls Python, which launches three kernels in aten::mm.
std::string captured_blocks() {
  TraceText t;
  t.cpu("python_function", "nn.Module: Linear_0", "1", "98", R"("Python id":1)");
  t.cpu("python_function", "model.py(12): forward", "2", "95", R"("Python id":2)");
  t.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  for (int call = 0; call < 2; ++call) {
    const auto at = [call](int us) { return std::to_string(10 + 40 * call + us); };
    t.cpu("cpu_op", "custom::block", at(0), "30");
    t.cpu("python_function", "attn.py(3): run", at(2), "26", R"("Python id":3)");
    t.cpu("cpu_op", "aten::mm", at(4), "22");
    for (int i = 0; i < 3; ++i) {
      const int number = 3 * call + i;
      t.cpu("cuda_runtime", "cudaLaunchKernel", at(5 + 5 * i), "2",
            R"("correlation":)" + std::to_string(number + 2) + "," + id(number + 11));
    }
  }
  t.cpu("cuda_runtime", "cudaStreamEndCapture", "90", "2", R"("correlation":8)");
  return t.text();
}

std::string replayed_blocks() {
  TraceText t;
  t.cpu("cpu_op", "serve", "190", "30");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "200", "5", R"("correlation":9)");
  for (int i = 0; i < 6; ++i) {
    t.kernel(std::string(1, static_cast<char>('a' + i % 3)), std::to_string(210 + 2 * i), "1", "9",
             "7", id(i + 11));
  }
  return t.text();
}

LoadedTrace joined_blocks(const TempFolder& folder) {
  auto trace = with_capture_trace(loaded(folder.write("run.json", replayed_blocks())),
                                  folder.write("other.json", captured_blocks()));
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

/// What an operator's only row is grouped by.
std::vector<std::string> group_of(const LoadedTrace& trace, OpGroupBy by, std::string_view op) {
  const Snapshot& snapshot = *trace.snapshot;
  const AnalysisResults in(snapshot, whole_window(), Session::event_reader(trace), {}, by);
  const auto ops = in.of<OpTable>();
  const auto of_op = [&](const OpRow& row) { return snapshot.text(row.name) == op; };
  CHECK(std::ranges::count_if(ops->rows, of_op) == 1);
  const auto row = std::ranges::find_if(ops->rows, of_op);
  REQUIRE(row != ops->rows.end());
  CHECK(row->graph_kernels == 6);
  return ops->groups.lines(snapshot, row->group);
}

RunParts parts_of(const LoadedTrace& trace, PartLevel level) {
  const AnalysisResults in(*trace.snapshot, whole_window(), Session::event_reader(trace));
  const RunSamples samples = whole_sample(*trace.snapshot);
  return find_run_parts({in, samples}, level);
}

}  // namespace

TEST_CASE("each call of an operator of the capture trace is a call of its sequence") {
  const TempFolder folder;
  const LoadedTrace trace = joined_blocks(folder);
  const Snapshot& snapshot = *trace.snapshot;
  const AnalysisResults in(snapshot, whole_window(), Session::event_reader(trace));
  const auto table = in.of<SequenceTable>();
  REQUIRE(table->op_sequences.size() == 1);
  const OpSequence& block = table->op_sequences[0];
  CHECK(snapshot.text(block.op) == "custom::block");
  CHECK(block.kernels.size() == 3);
  CHECK(block.count == 2);
  CHECK(block.replays == 2);
  CHECK(block.gpu_ns == 6'000);
  CHECK(block.cpu_ns == 0);
  CHECK(block.first == event_named(snapshot, "a", 0));
  CHECK(block.places ==
        std::vector<EventId>{event_named(snapshot, "a", 0), event_named(snapshot, "a", 1)});
  CHECK(table->graphs.kernels == 6);
  CHECK(table->graphs.in_capture_trace == 6);
}

TEST_CASE("operators of the capture trace are grouped by the stack and modules they had there") {
  const TempFolder folder;
  const LoadedTrace trace = joined_blocks(folder);
  using Lines = std::vector<std::string>;
  CHECK(group_of(trace, OpGroupBy::Stack, "aten::mm") ==
        Lines{"attn.py(3): run", "model.py(12): forward"});
  CHECK(group_of(trace, OpGroupBy::Stack, "custom::block") == Lines{"model.py(12): forward"});
  CHECK(group_of(trace, OpGroupBy::Module, "aten::mm") == Lines{"Linear_0"});
  CHECK(group_of(trace, OpGroupBy::Module, "custom::block") == Lines{"Linear_0"});
}

TEST_CASE("the parts of a comparison are those of the capture trace") {
  const TempFolder folder;
  const LoadedTrace trace = joined(folder, 11);
  const RunParts ops = parts_of(trace, PartLevel::Op);
  REQUIRE(ops.parts.size() == 1);
  CHECK(ops.parts[0].kind == PartKind::Op);
  CHECK(ops.parts[0].name == "aten::addmm");
  CHECK(ops.parts[0].shapes == "[[8, 16], [16, 4]]");
  const RunParts modules = parts_of(trace, PartLevel::Module);
  REQUIRE(modules.parts.size() == 1);
  CHECK(modules.parts[0].name == "Linear_0");
  const RunParts kernels = parts_of(trace, PartLevel::Kernel);
  REQUIRE(kernels.parts.size() == 1);
  REQUIRE(kernels.parts[0].ops.size() == 1);
  CHECK(trace.snapshot->text(kernels.parts[0].ops[0]) == "aten::addmm");
}

TEST_CASE("a capture trace of two runs may be about one of them, which is said") {
  const TempFolder folder;
  const std::string capture_file = folder.write("other.json", capture());
  const LoadedTrace fits = joined(folder, 11);
  CHECK(capture_trace_text(*fits.snapshot) == "other.json, 1 of 1 replay, by node ID");
  const TempFolder another;
  CHECK(capture_trace_text(*joined(another, 99, capture("")).snapshot) ==
        "other.json, 1 of 1 replay, by position");
  const auto other = with_capture_trace(loaded(folder.write("run.json", replayed_blocks())),
                                        capture_file, CaptureFit::Optional);
  REQUIRE(other.ok());
  const auto use = capture_trace_use(*other.value().snapshot);
  REQUIRE(use);
  CHECK(to_text(*use) == "other.json, 0 of 1 replay");
  CHECK(capture_trace_text(*other.value().snapshot) == "other.json, 0 of 1 replay");
  const auto warnings = comparison_warnings(*fits.snapshot, *other.value().snapshot, RunDiff());
  CHECK(std::ranges::find(warnings, "The capture trace covers 0 of 1 CUDA graph replays of B.") !=
        warnings.end());
  CHECK_FALSE(capture_trace_use(*loaded(capture_file).snapshot));
}

TEST_CASE("Details has the operators of the capture trace, and says so") {
  const TempFolder folder;
  const LoadedTrace trace = joined(folder, 11);
  const Snapshot& snapshot = *trace.snapshot;
  const DetailsModel model =
      build_details(snapshot, event_named(snapshot, "gemm"), Session::event_texts(trace));
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops[0].name == "aten::addmm");
  REQUIRE(model.ops[0].input_shapes);
  CHECK(model.ops[0].input_shapes->to_text() == "[[8,16],[16,4]]");
  REQUIRE(model.modules.size() == 1);
  CHECK(model.modules[0].name == "Linear_0");
  REQUIRE(model.python.size() == 1);
  CHECK(model.python[0].function == "forward");
  CHECK(source_of(trace) == "Operators and stack are from capture trace other.json, by node ID.");
  const TempFolder another;
  CHECK(source_of(joined(another, 99, capture(""))) ==
        "Operators and stack are from capture trace other.json, by position.");
}

TEST_CASE("tables count replayed work under the operators of the capture trace") {
  const TempFolder folder;
  const LoadedTrace trace = joined(folder, 11);
  const Snapshot& snapshot = *trace.snapshot;
  const AnalysisResults in(snapshot, whole_window(), Session::event_reader(trace), {},
                           OpGroupBy::Shape);
  const auto ops = in.of<OpTable>();
  const auto addmm = std::ranges::find_if(
      ops->rows, [&](const OpRow& row) { return snapshot.text(row.name) == "aten::addmm"; });
  REQUIRE(addmm != ops->rows.end());
  CHECK(addmm->self_device_ns == 5'000);
  CHECK(addmm->graph_kernels == 1);
  CHECK(ops->groups.lines(snapshot, addmm->group) ==
        std::vector<std::string>{"[[8, 16], [16, 4]]"});
  CHECK(ops->graphs.by_node_id == 1);
  const auto kernels = in.of<KernelTable>();
  REQUIRE(kernels->rows.at(0).ops.size() == 1);
  CHECK(snapshot.text(kernels->rows[0].ops[0]) == "aten::addmm");
  CHECK(has_modules(snapshot));
  const auto modules = in.of<ModuleTree>();
  REQUIRE(modules->rows.size() == 1);
  CHECK(snapshot.text(modules->rows[0].name) == "nn.Module: Linear_0");
  CHECK(modules->rows[0].forward_device_ns == 5'000);
}

TEST_CASE("a capture trace next to the trace is found if its graphs have the same ids") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", replay(11));
  CHECK_FALSE(is_joined(with_capture_trace_beside(loaded(path), path)));
  folder.write("graph_capture.json", capture());
  CHECK(is_joined(with_capture_trace_beside(loaded(path), path)));
  // Two that fit: which one is not known.
  folder.write("graph_capture_2.json", capture());
  CHECK_FALSE(is_joined(with_capture_trace_beside(loaded(path), path)));
  const TempFolder another;
  const std::string other_ids = another.write("run.json", replay(99));
  another.write("graph_capture.json", capture());
  CHECK_FALSE(is_joined(with_capture_trace_beside(loaded(other_ids), other_ids)));
}

TEST_CASE("a capture trace that a link next to the trace leads to elsewhere is not read") {
  const TempFolder folder, elsewhere;
  const std::string path = folder.write("run.json", replay(11));
  std::filesystem::create_symlink(elsewhere.write("graph_capture.json", capture()),
                                  folder.path() + "/graph_capture.json");
  CHECK_FALSE(is_joined(with_capture_trace_beside(loaded(path), path)));
}

TEST_CASE("a session joins the capture trace that is named") {
  const TempFolder folder;
  LoadOptions options;
  options.capture_trace = folder.write("other.json", capture(""));
  Session session(folder.write("run.json", replay(99)), {}, options);
  session.wait();
  REQUIRE(session.state() == Session::State::Ready);
  CHECK(is_joined(session.picture().complete));
}

TEST_CASE("a capture trace whose nodes have other ids is an error that says so") {
  const TempFolder folder;
  const auto none = with_capture_trace(loaded(folder.write("run.json", replay(99))),
                                       folder.write("other.json", capture()));
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("graph or node IDs differ") != std::string::npos);
}

TEST_CASE("a capture trace that knows none of the graphs is an error") {
  const TempFolder folder;
  const std::string path = folder.write("run.json", replay(11));
  const auto none = with_capture_trace(loaded(path), folder.write("other.json", replay(11)));
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("the capture of none of the CUDA graphs") != std::string::npos);
  const std::string plain = folder.write("plain.json", capture());
  const auto useless = with_capture_trace(loaded(plain), plain);
  REQUIRE_FALSE(useless.ok());
  CHECK(useless.error().message.find("the trace replays no CUDA graphs") != std::string::npos);
  CHECK_FALSE(with_capture_trace(loaded(path), folder.path() + "/nowhere.json").ok());
}
