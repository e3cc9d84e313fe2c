#include "core/session/capture_trace.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/kernels/kernels.h"
#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
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

/// aten::addmm of a module is captured, and its node has an id.
std::string capture() {
  TraceText t;
  t.cpu("python_function", "nn.Module: Linear_0", "1", "60", R"("Python id":1)");
  t.cpu("python_function", "model.py(12): forward", "2", "58", R"("Python id":2)");
  t.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  t.cpu("cpu_op", "aten::addmm", "10", "20", R"("Input Dims":[[8,16],[16,4]])");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "15", "5", R"("correlation":2,)" + id(11));
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

LoadedTrace joined(const TempFolder& folder, int node) {
  auto trace = with_capture_trace(loaded(folder.write("run.json", replay(node))),
                                  folder.write("other.json", capture()));
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

}  // namespace

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
  CHECK(source_of(joined(another, 99)) ==
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

TEST_CASE("a session joins the capture trace that is named") {
  const TempFolder folder;
  LoadOptions options;
  options.capture_trace = folder.write("other.json", capture());
  Session session(folder.write("run.json", replay(99)), {}, options);
  session.wait();
  REQUIRE(session.state() == Session::State::Ready);
  CHECK(is_joined(session.picture().complete));
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
