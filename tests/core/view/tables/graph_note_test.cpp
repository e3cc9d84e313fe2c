#include "core/view/tables/graph_note.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("a table says which kernels of graphs count where they were captured") {
  GraphCounts counts;
  CHECK(graph_note(counts).empty());
  counts.kernels = 1200;
  CHECK(graph_note(counts) ==
        "1,200 kernels of CUDA graphs are counted by position in the captured graph");
  counts.uncertain = 200;
  CHECK(graph_note(counts) ==
        "1,200 kernels of CUDA graphs are counted by position in the captured graph (200 "
        "uncertain)");
  counts.uncertain = 0;
  counts.in_capture_trace = 1200;
  CHECK(graph_note(counts) ==
        "1,200 kernels of CUDA graphs are counted by position in the capture trace");
  counts.by_node_id = 1200;
  CHECK(graph_note(counts) ==
        "1,200 kernels of CUDA graphs are counted by node ID in the capture trace");
  counts.by_node_id = 1;
  counts.kernels = 1201;
  CHECK(graph_note(counts) ==
        "1,201 kernels of CUDA graphs are counted by node ID or position, some of them in the "
        "capture trace");
}

TEST_CASE("a table says which kernels of graphs count under the launch that created their node") {
  GraphCounts counts;
  counts.kernels = counts.by_recorded_node = 20;
  CHECK(graph_note(counts) ==
        "20 kernels of CUDA graphs are counted under the launch that created their node");
  counts.kernels = 21;
  CHECK(graph_note(counts) ==
        "21 kernels of CUDA graphs are counted under the launch that created their node, or by "
        "position in the captured graph");
}
