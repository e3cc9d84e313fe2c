#include "app/cli/compare/sampled.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

SampledChanges slower_program() {
  SampledChange main;
  main.name = "/src/train.py(3): main";
  main.a_ns = 150'000'000;
  main.b_ns = 900'000'000;
  main.running_a_ns = 100'000'000;
  main.running_b_ns = 400'000'000;
  main.line = "/src/train.py:7";
  SampledChange lock;
  lock.name = "lock (futex)";
  lock.a_ns = 50'000'000;
  lock.b_ns = 500'000'000;
  lock.line = "/src/train.py:9";
  SampledChanges changes;
  changes.functions = {main};
  changes.waits = {lock};
  return changes;
}

}  // namespace

TEST_CASE("sampled functions have the time in which they run, and that with their waits") {
  const auto trace = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  const Json json = sampled_json(*trace, slower_program());
  const Json& main = json["functions"][0];
  CHECK(main["name"] == "/src/train.py(3): main");
  CHECK(main["a_ns"] == 150'000'000);
  CHECK(main["b_ns"] == 900'000'000);
  CHECK(main["delta_ns"] == 750'000'000);
  CHECK(main["running_a_ns"] == 100'000'000);
  CHECK(main["running_delta_ns"] == 300'000'000);
  CHECK(main["line"] == "/src/train.py:7");
  const Json& lock = json["waits"][0];
  CHECK(lock["delta_ns"] == 450'000'000);
  CHECK(lock["event_a"].is_null());
  CHECK_FALSE(lock.contains("running_a_ns"));
}

TEST_CASE("in text a wait has the place where it was, a function both differences") {
  const auto trace = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  for (const std::string& text :
       {sampled_text(*trace, slower_program()), sampled_markdown(*trace, slower_program())}) {
    CHECK(text.find("+300.0 ms") != std::string::npos);
    CHECK(text.find("+750.0 ms") != std::string::npos);
    CHECK(text.find("train.py:9") != std::string::npos);
  }
  CHECK(sampled_text(*trace, SampledChanges()).empty());
}

}  // namespace lanescope
