#include "app/cli/traces/named_traces.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/cli/output/exit_code.h"
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
  const std::string first = folder.write("a.json", "[   ]");
  folder.write("README.md", "no trace");
  CHECK(single_trace(folder.path()).value() == first);
  folder.write("0.json", "[]");
  REQUIRE(list_traces(folder.path()).ok());
  CHECK(list_traces(folder.path()).value().traces.size() == 2);
  const auto one = single_trace(folder.path());
  REQUIRE(!one.ok());
  CHECK(one.error().message.find(first) != std::string::npos);
}

TEST_CASE("a file that is only named like a trace is no trace of its folder") {
  const TempFolder folder;
  const std::string trace = folder.write("rank0.json", R"({"traceEvents":[]})");
  const std::string other = folder.write("rank0.expected.json", R"({"span_ns":5})");
  const auto list = list_traces(folder.path());
  REQUIRE(list.ok());
  REQUIRE(list.value().traces.size() == 1);
  REQUIRE(list.value().others.size() == 1);
  CHECK(list.value().others.front().first.path == other);
  CHECK(single_trace(folder.path()).value() == trace);
}

TEST_CASE("what is left out of a folder is named, and nothing waits for a pipe") {
  const TempFolder folder;
  const std::string trace = folder.write("rank0.json", R"({"traceEvents":[]})");
  std::filesystem::create_symlink(folder.path() + "/gone", folder.path() + "/rank1.json");
  REQUIRE(::mkfifo((folder.path() + "/rank2.json").c_str(), 0600) == 0);
  REQUIRE(::mkfifo((folder.path() + "/queue").c_str(), 0600) == 0);
  folder.write("notes.txt", "slow since Monday");
  folder.write("rank0.expected.json", R"({"span_ns":5})");
  folder.write(".hidden.json", "{}");
  folder.write("rank0.json.lanescope.json", "{}");
  folder.write("run.lanes.part000001", "");
  std::filesystem::create_directory(folder.path() + "/sub.json");
  const auto list = list_traces(folder.path());
  REQUIRE(list.ok());
  REQUIRE(list.value().traces.size() == 1);
  CHECK(list.value().traces.front().path == trace);
  std::vector<std::string> others;
  for (const auto& [other, error] : list.value().others)
    others.push_back(std::filesystem::path(other.path).filename().string() + " " + error.message);
  REQUIRE(others.size() == 5);
  CHECK(others[0] == "rank1.json is a broken link");
  CHECK(others[1] == "rank2.json is a pipe");
  CHECK(others[2].starts_with("rank0.expected.json has no \"traceEvents\" list"));
  CHECK(others[3] == "notes.txt is not named like a trace");
  CHECK(others[4] == "queue is not named like a trace");
}

TEST_CASE("a recording in a folder is a trace of it") {
  const TempFolder folder;
  const std::string recording = folder.write("run.lanes", "LANESCAP");
  CHECK(single_trace(folder.path()).value() == recording);
}

TEST_CASE("a folder with files that are no traces says what they are instead") {
  const TempFolder folder;
  folder.write("metrics.json", R"({"loss":0.5})");
  const auto one = single_trace(folder.path());
  REQUIRE(!one.ok());
  CHECK(one.error().message.find("metrics.json has no \"traceEvents\" list") != std::string::npos);
}

TEST_CASE("a trace's rank is the one that it says itself, else the number in its name") {
  const TempFolder folder;
  folder.write("rank5.json", R"({"distributedInfo":{"rank":2},"traceEvents":[]})");
  folder.write("rank7.json", R"({"traceEvents":[]})");
  folder.write("other.json", R"({"traceEvents":[]})");
  const auto list = list_traces(folder.path());
  REQUIRE(list.ok());
  REQUIRE(list.value().traces.size() == 3);
  CHECK_FALSE(list.value().traces[0].rank);
  CHECK(list.value().traces[1].rank == 2);
  CHECK(list.value().traces[2].rank == 7);
}

TEST_CASE("a name that is no folder is left for the one who opens it") {
  CHECK(single_trace("no/such/file.json").value() == "no/such/file.json");
}

TEST_CASE("other files of a folder do no harm while a trace is left") {
  TraceProblems problems;
  problems.add({"folder/a.json", "folder", {}}, kNoTrace);
  problems.add({"folder/b.json", "folder", {}}, kNoSteps);
  CHECK(problems.finish(1) == kDone);
  CHECK(problems.finish(0) == kUnusable);
}

TEST_CASE("a trace that was named, or can not be read, is a failure") {
  TraceProblems named;
  named.add({"a.json", "", {}}, kNoTrace);
  CHECK(named.finish(1) == kUnusable);
  TraceProblems torn;
  torn.add({"folder/a.json", "folder", {}}, kTorn);
  CHECK(torn.finish(1) == kUnusable);
}

}  // namespace
}  // namespace lanescope
