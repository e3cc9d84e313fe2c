#include <algorithm>

#include <doctest/doctest.h>

#include "core/view/details/facts.h"
#include "core/view/details/model.h"
#include "core/view/details/text.h"
#include "tests/core/fixtures/captured_graph.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Graph A, graph B, graph A again, and an ordinary launch.
std::shared_ptr<const Snapshot> graphs() {
  TraceText t;
  t.cpu("cuda_runtime", "cudaGraphLaunch", "0", "5", R"("correlation":1)");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":2)");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "200", "5", R"("correlation":3)");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "300", "5", R"("correlation":4)");
  t.kernel("a", "10", "5", "1").kernel("b", "20", "5", "1").kernel("c", "110", "5", "2");
  t.kernel("d", "120", "5", "2").kernel("b", "212", "5", "3", "8").kernel("a", "215", "5", "3");
  t.kernel("a", "310", "5", "4");
  return t.load();
}

}  // namespace

TEST_CASE("a kernel of a graph knows its node and which replay of that graph it is") {
  const auto trace = graphs();
  const EventId second = event_named(*trace, "cudaGraphLaunch", 2);
  const auto graph = graph_of(*trace, second, event_named(*trace, "a", 1));
  REQUIRE(graph);
  CHECK(graph->replay == 2);
  CHECK(graph->replays == 2);
  CHECK(graph->node == 2);  // the other stream's b started before it
  CHECK(graph->nodes == 2);
  const auto other = graph_of(*trace, event_named(*trace, "cudaGraphLaunch", 1), EventId::None);
  REQUIRE(other);
  CHECK(other->replays == 1);
  CHECK(other->node == 0);
}

TEST_CASE("only the first node of a graph is told how long it waited") {
  const auto trace = graphs();
  const auto launched_by = [&](EventId event) {
    const DetailsText text = details_text(*trace, build_details(*trace, event));
    const auto section =
        std::ranges::find(text.sections, std::string_view("LAUNCHED BY"), &DetailSection::title);
    REQUIRE(section != text.sections.end());
    return section->lines;
  };
  const auto first = launched_by(event_named(*trace, "a", 0));
  CHECK(first[0].value == "5.000 µs · waited 5.000 µs");
  CHECK(first[1].key == "Launch to start");
  const auto later = launched_by(event_named(*trace, "b", 0));
  CHECK(later[0].value == "5.000 µs");
  CHECK(later[1].key == "Waited");
  CHECK(later[1].value.starts_with("n/a: "));
}

TEST_CASE("a kernel of a graph has the operators of the launch that was captured") {
  TraceText t;
  t.cpu("cpu_op", "aten::mm", "10", "20");
  add_capture(t);
  t.cpu("cpu_op", "replay_op", "90", "30");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":4)");
  t.kernel("gemm", "110", "5", "4");
  const auto trace = t.load();
  const DetailsModel model = build_details(*trace, event_named(*trace, "gemm"));
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops.front().name == "aten::mm");
  REQUIRE(model.graph);
  REQUIRE(model.graph->origin);
  CHECK(model.graph->origin->certain);
  CHECK(model.graph->origin_name == "cudaLaunchKernel");
  const DetailsText text = details_text(*trace, model);
  const auto section =
      std::ranges::find(text.sections, std::string_view("CUDA GRAPH"), &DetailSection::title);
  REQUIRE(section != text.sections.end());
  CHECK(std::ranges::any_of(section->lines, [](const DetailLine& line) {
    return line.key == "Captured from" && line.value == "cudaLaunchKernel";
  }));
}

TEST_CASE("where the recorder says which launch created a node, no position decides") {
  TraceText t;
  t.cpu("cpu_op", "aten::mm", "10", "12").cpu("cpu_op", "aten::bmm", "25", "12");
  add_capture(t, {"15", "30"});
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":9)");
  t.kernel("gemm", "110", "5", "9", "7",
           R"x("graph node thread":100,"graph node created (ns)":32000)x");
  t.kernel("gelu", "120", "5", "9", "7",
           R"x("graph node thread":100,"graph node created (ns)":16000)x");
  t.top_level(R"("graphNodes": true)");
  const LoadedText loaded = load_with_source(t);
  const auto json = [&](EventId event) -> Result<JsonValue> {
    auto value = loaded.json(event);
    if (!value) return Error{Error::Kind::Unreadable, "no event"};
    return std::move(*value);
  };
  const Snapshot& trace = *loaded.snapshot;
  const DetailsModel model = build_details(trace, event_named(trace, "gemm"), json);
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops.front().name == "aten::bmm");
  REQUIRE(model.graph);
  REQUIRE(model.graph->origin);
  CHECK(model.graph->origin->source == GraphOriginSource::RecordedNode);
  const DetailsText text = details_text(trace, model);
  const auto section =
      std::ranges::find(text.sections, std::string_view("CUDA GRAPH"), &DetailSection::title);
  REQUIRE(section != text.sections.end());
  CHECK(section->lines.back().value ==
        "Operators and stack are those of this launch, which created the node.");
}

TEST_CASE("without the captured launch, operators are those of the replay, and that is said") {
  TraceText t;
  t.cpu("cpu_op", "replay_op", "90", "30");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":4)");
  t.kernel("gemm", "110", "5", "4");
  const auto trace = t.load();
  const DetailsModel model = build_details(*trace, event_named(*trace, "gemm"));
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops.front().name == "replay_op");
  CHECK_FALSE(model.graph->origin);
  const DetailsText text = details_text(*trace, model);
  CHECK(std::ranges::any_of(text.sections, [](const DetailSection& section) {
    return std::ranges::any_of(section.lines, [](const DetailLine& line) {
      return line.value.starts_with("The trace does not contain the launch that was captured");
    });
  }));
}

TEST_CASE("ordinary launches replay nothing") {
  const auto trace = graphs();
  CHECK_FALSE(graph_of(*trace, event_named(*trace, "cudaLaunchKernel"), EventId::None));
  CHECK_FALSE(graph_of(*trace, EventId::None, EventId::None));
}

TEST_CASE("the same work in another process is no replay of the graph") {
  TraceText t;
  t.slice("cuda_runtime", "cudaGraphLaunch", "10", "10", "0", "5", R"("correlation":1)");
  t.slice("cuda_runtime", "cudaGraphLaunch", "11", "11", "100", "5", R"("correlation":2)");
  t.kernel("a", "10", "5", "1").kernel("b", "20", "5", "1");
  t.kernel("a", "110", "5", "2").kernel("b", "120", "5", "2");
  const auto trace = t.load();
  const auto graph = graph_of(*trace, event_named(*trace, "cudaGraphLaunch", 1), EventId::None);
  REQUIRE(graph);
  CHECK(graph->replay == 1);
  CHECK(graph->replays == 1);
}

}  // namespace lanescope
