#include "core/ranks/host_in_file_name.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("the host is what torch.profiler's handler puts before the process") {
  CHECK(host_in_file_name("/a/node7_4242.1699999999999.pt.trace.json.gz") == "node7");
  CHECK(host_in_file_name("gpu_box_3_99.1.pt.trace.json") == "gpu_box_3");
  CHECK(host_in_file_name("gpu_a.b_12.3.pt.trace.json") == "gpu_a.b");
  CHECK(host_in_file_name("node17_4242.pt.trace.json") == "node17");
  CHECK(host_in_file_name("worker0.1623143089861.pt.trace.json").empty());
  CHECK(host_in_file_name("run.pt.trace.json").empty());
  CHECK(host_in_file_name("rank3.json").empty());
  CHECK(host_in_file_name("rank0.json.gz").empty());
}
