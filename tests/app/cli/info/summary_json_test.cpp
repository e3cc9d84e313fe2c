// What `lanescope info` prints of a summary where its trace does not tell something.
#include <string>

#include <doctest/doctest.h>

#include "app/cli/info/summary.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

namespace {

RankSummary on_cpu(const std::string& name) {
  return MadeRank(R"({"traceEvents":[
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":50},
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":100,"dur":100}]})",
                  name)
      .summary();
}

bool tells(const Json& document, const char* reason) {
  return document["why"].get<std::string>().find(reason) != std::string::npos;
}

bool all_null(const Json& object) {
  for (const Json& one : object)
    if (!one.is_null()) return false;
  return !object.empty();
}

}  // namespace

TEST_CASE("of a summary without GPU events, GPU times are null, and the reason is told") {
  const Json json = summary_json(on_cpu("rank.json"), "x");
  CHECK(all_null(json["times_ns"]));
  CHECK(json["kernels"]["gpu_ns"].is_null());
  CHECK(tells(json, "times_ns: no GPU events in the window"));
  REQUIRE(json["steps"].size() == 2);
  const Json& step = json["steps"][0];
  CHECK(step["dur_ns"] == 100'000);
  CHECK(step["devices"] == 0);
  for (const char* key : {"compute_ns", "exposed_comm_ns", "exposed_memory_ns", "idle_ns",
                          "paused_ns", "wait_estimate_ns"})
    CHECK_MESSAGE(step[key].is_null(), key);
  CHECK(all_null(step["idle_classes_ns"]));
  CHECK(all_null(step["work_ns"]));
  CHECK(tells(step, "GPU times: no GPU events in the step"));
  CHECK(json["trace"]["bytes"].is_null());  // of no file
}

TEST_CASE("a rank that nothing tells is null, and one that the file's name tells is there") {
  const Json unknown = summary_json(on_cpu("trace.json"), "x");
  CHECK(unknown["rank"].is_null());
  CHECK(unknown["rank_source"].is_null());
  CHECK(tells(unknown, "rank: neither in the trace nor in the name of its file"));
  CHECK(summary_text(on_cpu("trace.json"), "x").find("rank         n/a") != std::string::npos);
  RankSummary named = on_cpu("trace.json");
  named.claim.file = "run/rank3.json";
  const Json known = summary_json(named, "x");
  CHECK(known["rank"] == 3);
  CHECK(known["rank_source"] == "file_name");
  CHECK_FALSE(tells(known, "rank:"));
}

TEST_CASE("of a trace that could not be read, nothing but its file is known") {
  const Json json = summary_json(unreadable_rank({"/a/trace.json", "", 3, "d"}, "is empty"), "x");
  CHECK(json["trace"]["bytes"] == 3);
  CHECK(json["rank"].is_null());
  CHECK(json["time"]["first_ns"].is_null());
  CHECK(json["time"]["last_ns"].is_null());
  CHECK(json["window"]["steps"].is_null());
  CHECK(all_null(json["times_ns"]));
  for (const char* key : {"kept", "listed", "set_aside", "damaged"})
    CHECK_MESSAGE(json["report"][key].is_null(), key);
  CHECK(tells(json, "the trace could not be read: is empty"));
  CHECK_FALSE(tells(json, "no GPU events"));  // which is not known
  CHECK_FALSE(tells(json, "no complete events"));
}
