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
