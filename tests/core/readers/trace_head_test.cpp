#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("what begins like a trace is told from other JSON without loading it") {
  const TempFolder folder;
  const auto head = [&folder](std::string_view bytes) {
    return read_trace_head(folder.write("file.json", bytes));
  };
  CHECK(head(R"({"schemaVersion":1,"traceEvents":[{"ph":"X"},)").ok());
  CHECK(head(R"([{"ph":"X"}])").ok());
  CHECK(head("[[-1, 1, 37888, 7], [-1, 1, 512, 7]]").ok());
  for (const char* other : {"", "{}", R"({"span_ns":5})", "a note", "PK\x03\x04 zip"}) {
    const auto refused = head(other);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().kind == Error::Kind::WrongFormat);
  }
  CHECK(read_trace_head(folder.path() + "/nowhere").error().kind == Error::Kind::NotFound);
}

TEST_CASE("the head of a trace tells its rank where it stands before the events") {
  const TempFolder folder;
  const auto rank = [&folder](std::string_view bytes) {
    return read_trace_head(folder.write("file.json", bytes)).value().rank;
  };
  CHECK(rank(R"({"distributedInfo":{"backend":"nccl","rank":3},"traceEvents":[]})") == 3);
  CHECK_FALSE(rank(R"({"traceEvents":[],"distributedInfo":{"rank":3}})"));
  CHECK_FALSE(rank(R"({"distributedInfo":{"rank":"?"},"traceEvents":[]})"));
  CHECK_FALSE(rank(R"({"distributedInfo":7,"traceEvents":[]})"));
}
