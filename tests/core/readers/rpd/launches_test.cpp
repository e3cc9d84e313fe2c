// Operations that are linked to several calls, and links that lead nowhere.
#include <string>

#include <doctest/doctest.h>

#include "tests/core/readers/rocm/loaded_profile.h"
#include "tests/core/readers/rpd/rpd_file.h"

using namespace lanescope;

namespace {

constexpr int kLaunch = 2, kKernel = 3, kGemm = 4, kGraph = 5, kMarker = 11, kMarkerText = 12;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "of several calls of one RPD operation, that with the parameters of a launch launched it") {
  RpdFile made;
  made.add("INSERT INTO rocpd_string VALUES(30, 'hipStreamSynchronize');");
  made.call(1, 100, 200, kLaunch).grid(1, 10, 256).call(2, 300, 950, 30);
  made.op(1, 500, 900, kGemm, kKernel).link(1, 1).link(2, 1);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.launch("void gemm(float*)") == "hipLaunchKernel");
  const std::string args = loaded.args("void gemm(float*)");
  CHECK(has(args, R"("grid":[10,2,1])"));
  CHECK(has(args, R"("correlation":4294967297,"linked calls":[4294967298,4294967297])"));
  CHECK(loaded.trace().report.issues.empty());
}

TEST_CASE("neither a marker, nor a call behind it, nor one that is missing launched an operation") {
  RpdFile made;
  made.call(1, 100, 200, kGraph).call(2, 90, 950, kMarker, kMarkerText).call(3, 910, 950, kLaunch);
  made.grid(3, 10, 256);
  made.op(1, 500, 900, kGemm, kKernel).link(1, 1).link(2, 1).link(3, 1).link(9, 1);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.launch("void gemm(float*)") == "hipGraphLaunch");
  CHECK(loaded.trace().report.issues.empty());
}

TEST_CASE(
    "where several calls may have launched an RPD operation, the latest did, and it is told") {
  RpdFile made;
  made.call(1, 100, 200, kLaunch).call(2, 300, 400, kGraph).call(3, 450, 480, kLaunch);
  made.op(1, 500, 900, kGemm, kKernel).link(2, 1).link(1, 1).link(2, 1);
  made.op(2, 1000, 1100, kGemm, kKernel).link(3, 2).link(3, 2);  // twice the same
  const LoadedProfile loaded = made.load();
  CHECK(loaded.launch("void gemm(float*)") == "hipGraphLaunch");
  CHECK(loaded.launch("void gemm(float*)", 1) == "hipLaunchKernel");
  CHECK_FALSE(has(loaded.args("void gemm(float*)", 1), "linked calls"));
  CHECK(loaded.issues("shared_correlation") == 1);
  CHECK(issue_of(loaded.trace(), "shared_correlation").example ==
        "operation 4294967297 has 2 calls");
}

TEST_CASE("links of RPD operations that are not in the file, and links without ids, are listed") {
  RpdFile made;
  made.call(1, 100, 200, kLaunch).op(1, 500, 900, kGemm, kKernel).link(1, 1).link(1, 8).link(1, 9);
  made.add("INSERT INTO rocpd_api_ops(api_id, op_id) VALUES(NULL, 4294967297), (4294967297, 'x');");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.launch("void gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.issues("malformed_value") == 4);
  CHECK(loaded.trace().report.kept == 2);
}
