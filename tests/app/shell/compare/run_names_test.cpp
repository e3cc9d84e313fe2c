#include "app/shell/compare/run_names.h"

#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using Names = std::pair<std::string, std::string>;

TEST_CASE("two runs are told apart by what differs in the names of their files") {
  CHECK(told_apart("/runs/before.json", "/runs/after.json") == Names("before", "after"));
  CHECK(told_apart("/runs/resnet50-workers0.json.gz", "/runs/resnet50-workers4.json.gz") ==
        Names("workers0", "workers4"));
  CHECK(told_apart("/runs/run.json", "/runs/run2.json") == Names("run", "run2"));
  CHECK(told_apart("/runs/a.json", "/runs/a.b.json") == Names("a", "a.b"));
  CHECK(told_apart("/runs/base.json", "/runs/tuned.pt.trace.json") ==
        Names("base", "tuned.pt.trace"));
}

TEST_CASE("two runs whose files are called the same are told apart by their folders") {
  CHECK(told_apart("/runs/base/trace.json", "/runs/tuned/trace.json") == Names("base", "tuned"));
}

TEST_CASE("a run compared with itself has the name of its file") {
  CHECK(told_apart("/runs/trace.json", "/runs/trace.json") == Names("trace.json", "trace.json"));
}

}  // namespace
}  // namespace lanescope
