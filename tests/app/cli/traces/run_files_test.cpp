#include "app/cli/traces/run_files.h"

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {

TEST_CASE("two files are what is compared") {
  RunFilesProblem problem;
  const auto files = choose_run_files("a.json", "b.json", problem);
  REQUIRE(files);
  CHECK(files->a == "a.json");
  CHECK(files->b == "b.json");
  CHECK_FALSE(files->rank);
}

TEST_CASE("of folders of ranks the lowest one is compared that both have") {
  const TempFolder before, after;
  before.write("rank0.json", "[]");
  const std::string a = before.write("rank1.json", "[]");
  before.write("rank2.json", "[]");
  const std::string b = after.write("rank1.json", "[]");
  after.write("rank2.json", "[]");
  RunFilesProblem problem;
  const auto files = choose_run_files(before.path(), after.path(), problem);
  REQUIRE(files);
  CHECK(files->a == a);
  CHECK(files->b == b);
  CHECK(files->rank == 1);
}

TEST_CASE("a file of a rank is held against the same rank of a folder") {
  const TempFolder after;
  after.write("rank0.json", "[]");
  const std::string b = after.write("rank3.json", "[]");
  RunFilesProblem problem;
  const auto files = choose_run_files("before/rank3.json", after.path(), problem);
  REQUIRE(files);
  CHECK(files->a == "before/rank3.json");
  CHECK(files->b == b);
}

TEST_CASE("files beside the traces that are named like them are passed over") {
  const TempFolder before, after;
  before.write("rank0.expected.json", R"({"span_ns":5})");
  const std::string a = before.write("rank0.json", "[]");
  before.write("rank1.json", "[]");
  after.write("rank0.expected.json", R"({"span_ns":5})");
  const std::string b = after.write("rank0.json", "[]");
  RunFilesProblem problem;
  const auto files = choose_run_files(before.path(), after.path(), problem);
  REQUIRE(files);
  CHECK(files->a == a);
  CHECK(files->b == b);
}

TEST_CASE("ranks are found by what the files say, whatever their names") {
  const TempFolder before, after;
  before.write("host_1.1.pt.trace.json", R"({"distributedInfo":{"rank":3},"traceEvents":[]})");
  const std::string a =
      before.write("host_2.1.pt.trace.json", R"({"distributedInfo":{"rank":1},"traceEvents":[]})");
  const std::string b =
      after.write("host_8.2.pt.trace.json", R"({"distributedInfo":{"rank":1},"traceEvents":[]})");
  after.write("host_9.2.pt.trace.json", R"({"distributedInfo":{"rank":0},"traceEvents":[]})");
  RunFilesProblem problem;
  const auto files = choose_run_files(before.path(), after.path(), problem);
  REQUIRE(files);
  CHECK(files->a == a);
  CHECK(files->b == b);
  CHECK(files->rank == 1);
}

TEST_CASE("folders without a rank in common are a problem that names a file") {
  const TempFolder before, after;
  before.write("rank0.json", "[]");
  const std::string large = before.write("rank1.json", "[    ]");
  after.write("rank2.json", "[]");
  after.write("rank3.json", "[]");
  RunFilesProblem problem;
  CHECK_FALSE(choose_run_files(before.path(), after.path(), problem));
  CHECK(problem.argument == before.path());
  CHECK(problem.message.find(large) != std::string::npos);
}

}  // namespace lanescope
