// Two steps of training on an H200 with PyTorch 2.11, recorded by tests/gpu/prove.sh.
#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

Result<LoadedTrace> load_training_step() {
  return load_trace(source_folder() + "/tests/fixtures/recordings/training-step-h200.lanes");
}

}  // namespace

TEST_CASE("a recording of a real GPU opens whole, each kernel with its launch and operator") {
  const auto loaded = load_training_step();
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  // Counted in the file by a script of tests/gpu that knows only its layout.
  CHECK(trace.kernel_links.count == 466);
  CHECK(trace.kernel_links.with_launch == 466);
  CHECK(trace.kernel_links.with_op == 466);
  // The backward pass runs on a thread without Python.
  CHECK(trace.kernel_links.with_python > 200);
  CHECK(trace.kernel_links.with_python < 466);
  REQUIRE(trace.info.devices.size() == 1);
  CHECK(trace.info.devices.front().name == "NVIDIA H200");
}

TEST_CASE("in a recording of a real GPU each node of the backward pass has its forward operator") {
  const auto loaded = load_training_step();
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  REQUIRE(trace.flows != nullptr);
  // Nodes with a number that a forward operator has, counted in the texts of the file.
  constexpr std::uint32_t kNodes = 318;
  CHECK(trace.flows->size() == 2 * kNodes);
  std::uint32_t back = 0;
  for (std::uint32_t i = 0; i < trace.flows->size(); ++i) {
    const auto slice = trace.find_slice(trace.flows->slice[i]);
    REQUIRE(slice);
    const bool is_node =
        trace.text(slice->chunk->name[slice->slice]).find("Backward") != std::string_view::npos;
    CHECK(is_node == (trace.flows->phase[i] == FlowPhase::End));
    back += is_node ? 1 : 0;
  }
  CHECK(back == kNodes);
}
