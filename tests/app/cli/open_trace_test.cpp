#include "app/cli/open_trace.h"

#include <doctest/doctest.h>

#include "app/cli/exit_code.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

const Error kNoTrace{Error::Kind::WrongFormat, "is no trace"};
const Error kNoSteps{Error::Kind::Unsupported, "has no steps"};
const Error kTorn{Error::Kind::Unreadable, "cannot be read"};

TEST_CASE("a folder stands for the traces in it, for one trace only when it has one") {
  const TempFolder folder;
  CHECK(!list_traces(folder.path()).ok());
  CHECK(!single_trace(folder.path()).ok());
  const std::string first = folder.write("a.json", "[]");
  folder.write("README.md", "no trace");
  CHECK(single_trace(folder.path()).value() == first);
  folder.write("0.json.gz", "");
  REQUIRE(list_traces(folder.path()).ok());
  CHECK(list_traces(folder.path()).value().size() == 2);
  const auto one = single_trace(folder.path());
  REQUIRE(!one.ok());
  CHECK(one.error().message.find(first) != std::string::npos);
}

TEST_CASE("a name that is no folder is left for the one who opens it") {
  CHECK(single_trace("no/such/file.json").value() == "no/such/file.json");
}

TEST_CASE("other files of a folder do no harm while a trace is left") {
  TraceProblems problems;
  problems.add({"folder/a.json", "folder"}, kNoTrace);
  problems.add({"folder/b.json", "folder"}, kNoSteps);
  CHECK(problems.finish(1) == kDone);
  CHECK(problems.finish(0) == kUnusable);
}

TEST_CASE("a trace that was named, or can not be read, is a failure") {
  TraceProblems named;
  named.add({"a.json", ""}, kNoTrace);
  CHECK(named.finish(1) == kUnusable);
  TraceProblems torn;
  torn.add({"folder/a.json", "folder"}, kTorn);
  CHECK(torn.finish(1) == kUnusable);
}

}  // namespace
}  // namespace lanescope
