#include "core/analysis/comm/comm.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("collectives that only their kernels name have readable names, and their own") {
  TraceText trace;
  trace.kernel("void deep::ep::nccl_combine<float, 4>(int*, int, int, int, int, int, int, int)",
               "0", "20", "1");
  trace.kernel("void deep::ep::nccl_dispatch<float, 4>(int*, int, int, int, int, int, int, int)",
               "40", "10", "2");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const auto comm = in.of<CommTable>();
  const std::string text = to_text(in, *comm);
  CAPTURE(text);
  CHECK(text.find("\nnccl_combine<float, ") != text.npos);
  CHECK(text.find("\nnccl_dispatch<float, ") != text.npos);
  CHECK(text.find("int, int") == text.npos);
  CHECK(to_json(in, *comm)["devices"][0]["collectives"][0]["name"] ==
        "void deep::ep::nccl_combine<float, 4>(int*, int, int, int, int, int, int, int)");
}

TEST_CASE("collectives of the host are listed as such, and not as those of a GPU") {
  TraceText trace;
  trace.cpu("user_annotation", "gloo:all_reduce", "0", "20").cpu("cpu_op", "aten::mm", "30", "10");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const std::string text = to_text(in, *in.of<CommTable>());
  CHECK(text.find(
            "Host: 20.00 µs in 1 collective, 20.00 µs exposed, 0.0 % hidden behind operators") !=
        text.npos);
  CHECK(text.find("gloo:all_reduce") != text.npos);
  CHECK(text.find("GPU") == text.npos);
}
