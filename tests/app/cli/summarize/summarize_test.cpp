// `lanescope summarize`, and `lanescope info` of what it writes.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/info/summary.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/report/report.h"
#include "core/base/files/small_file.h"
#include "tests/app/cli/summarize/summarized.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/short_recording.h"
#include "tests/core/ranks/rank_set.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

TEST_CASE("a trace gives one file, whose figures are those of the report") {
  const TempFolder folder;
  const std::string trace = folder.write("any.json", rank_of_usual_set(3, 4));
  const std::string path = folder.path() + "/x.rank";
  CHECK(run({"summarize", trace, "-o", path}) == kDone);
  const RankSummary summary = summary_in(path);
  CHECK(summary.source.file == trace);
  CHECK(summary.source.bytes == std::filesystem::file_size(trace));
  CHECK_FALSE(summary.source.digest.empty());

  const auto loaded = load_trace(trace);
  REQUIRE(loaded.ok());
  const Snapshot& snapshot = *loaded.value().snapshot;
  const ReportInput in(snapshot, usual_window(snapshot), event_reader(loaded.value()));
  const Json json = summary_json(summary, path);
  CHECK(json["rank"] == 3);
  CHECK(json["rank_source"] == "distributed_info");
  CHECK(json["trace"]["file"] == trace);
  const Json time = to_json(in, *in.of<GpuTime>())["devices"][0];
  for (const char* key : {"compute", "exposed_comm", "exposed_memory", "idle"}) {
    CAPTURE(key);
    CHECK(json["times_ns"][key] == time[std::string(key) + "_ns"]);
  }
  const Json kernels = to_json(in, *in.of<KernelTable>())["rows"];
  REQUIRE(json["kernels"]["rows"].size() == kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (const char* key : {"name", "count", "total_ns", "min_ns", "max_ns", "class"})
      CHECK(json["kernels"]["rows"][i][key] == kernels[i][key]);
  }
  const Json steps = to_json(in.about(whole_window()), *in.about(whole_window()).of<StepTable>());
  REQUIRE(json["steps"].size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    for (const char* key : {"name", "start_ns", "dur_ns"})
      CHECK(json["steps"][i][key] == steps["steps"][i][key]);
    // The classes of the overview are others, though some have the same names.
    CHECK_FALSE(json["steps"][i].contains("classes_ns"));
    Ns idle_ns = 0;
    for (const auto& [name, ns] : json["steps"][i]["idle_classes_ns"].items())
      idle_ns += ns.get<Ns>();
    CHECK(json["steps"][i]["idle_ns"] == idle_ns);
  }
  CHECK(json["findings"].size() == in.of<FindingTable>()->findings.size());
  CHECK(json["collectives"].size() == 40);
  CHECK(json["collectives"][0]["kind"] == "AllReduce");
  CHECK(json["report"]["complete"] == true);
  CHECK(summary_text(summary, path).find("rank         3\n") != std::string::npos);
}

TEST_CASE("the folder of a single summary is made, as that of several is") {
  const TempFolder folder;
  const std::string trace = folder.write("any.json", rank_of_usual_set(3, 4));
  const std::string path = folder.path() + "/new/x.rank";
  CHECK(run({"summarize", trace, "-o", path}) == kDone);
  CHECK(summary_in(path).source.file == trace);
}

TEST_CASE("several traces give a folder of summaries, and traces of one name get two") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path() + "/a");
  std::filesystem::create_directory(folder.path() + "/b");
  const std::string a = folder.write("a/run.pt.trace.json", rank_of_usual_set(0, 2));
  const std::string b = folder.write("b/run.pt.trace.json", rank_of_usual_set(1, 2));
  const std::string out = folder.path() + "/made/summaries";
  CHECK(run({"summarize", a, b, "-o", out}) == kDone);
  CHECK(summary_in(out + "/run.pt.trace.rank").claim.rank == 0);
  CHECK(summary_in(out + "/run.pt.trace-2.rank").claim.rank == 1);
  // A folder is the traces in it.
  CHECK(run({"summarize", folder.path() + "/b", "-o", folder.path() + "/of_b"}) == kDone);
  CHECK(summary_in(folder.path() + "/of_b/run.pt.trace.rank").claim.rank == 1);
}

TEST_CASE("several traces cannot become one file, and a trace not its own summary") {
  const TempFolder folder;
  const std::string a = folder.write("rank0.json", rank_of_usual_set(0, 2));
  const std::string b = folder.write("rank1.json", rank_of_usual_set(1, 2));
  CHECK(run({"summarize", a, b, "-o", folder.path() + "/x.rank"}) == kWrongUsage);
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/x.rank"));
  const std::string odd = folder.write("odd.rank", rank_of_usual_set(0, 2));
  CHECK(run({"summarize", odd, "-o", odd}) == kUnusable);
  CHECK(load_trace(odd).ok());
  CHECK(run({"summarize", a, "-o", a + "/x"}) == kUnusable);
  CHECK(run({"summarize", a}) == kWrongUsage);
  CHECK(run({"summarize", folder.path() + "/none.json", "-o", folder.path()}) == kUnusable);
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/none.rank"));
}

TEST_CASE("a recording has a summary too") {
  const TempFolder folder;
  const std::string recording = folder.write("rank2.lanes", short_recording());
  CHECK(run({"summarize", recording, "-o", folder.path()}) == kDone);
  const RankSummary summary = summary_in(folder.path() + "/rank2.rank");
  CHECK(summary.source.format == "lanescope-capture");
  CHECK(summary.collectives.rank == 2);
  REQUIRE(summary.kernels.size() == 1);
  CHECK(summary.kernels.front().name == "gemm");
  CHECK(summary.times.of(RankTime::Compute) == 100);
}

TEST_CASE("of a damaged trace there is a summary with its load report") {
  const TempFolder folder;
  const std::string text = rank_of_usual_set(1, 4);
  const std::string cut = folder.write("rank1.json", text.substr(0, text.size() / 2));
  CHECK(run({"summarize", cut, "-o", folder.path()}) == kDone);
  const RankSummary summary = summary_in(folder.path() + "/rank1.rank");
  CHECK(summary.claim.rank == 1);
  CHECK_FALSE(summary.report.complete);
  CHECK(summary.report.kept > 0);
  CHECK(summary.failure.empty());
  CHECK(fault_of(summary) == TraceFault::Truncated);
  const std::string text_of_it = summary_text(summary, "x");
  CHECK(text_of_it.find("events kept; the trace is truncated\n") != std::string::npos);
  CHECK(summary_json(summary, "x")["report"]["damaged"] == false);
}

TEST_CASE("of a trace that nothing is left of, a summary says so, and the others are written") {
  const TempFolder folder;
  const std::string empty = folder.write("rank0.json", "");
  const std::string sound = folder.write("rank1.json", rank_of_usual_set(1, 2));
  const std::string out = folder.path() + "/out";
  CHECK(run({"summarize", empty, sound, "-o", out}) == kUnusable);
  const RankSummary summary = summary_in(out + "/rank0.rank");
  CHECK(summary.failure.starts_with("is empty"));
  CHECK(summary.collectives.rank == 0);
  CHECK(summary_text(summary, "x").find("not read") != std::string::npos);
  const Json json = summary_json(summary, "x");
  CHECK(json["why"].get<std::string>().find("is empty") != std::string::npos);
  CHECK(summary_in(out + "/rank1.rank").claim.rank == 1);
}

TEST_CASE("it is said whose summary was replaced, and that a trace is no place for one") {
  const TempFolder folder;
  const std::string a = folder.write("a.json", rank_of_usual_set(0, 2));
  const std::string b = folder.write("b.json", rank_of_usual_set(0, 2));
  const std::string out = folder.path() + "/x.rank";
  CHECK_FALSE(says(answer({"summarize", a, "-o", out}).text(), "replaced"));
  CHECK_FALSE(says(answer({"summarize", a, "-o", out}).text(), "replaced"));
  CHECK(says(answer({"summarize", b, "-o", out}).text(), "; replaced the summary of " + a));
  const std::string odd = folder.write("odd.rank", rank_of_usual_set(0, 2));
  CHECK(says(answer({"summarize", odd, "-o", odd}).errors,
             "input and output are the same file; name another output"));
  CHECK(
      says(answer({"summarize", a, "-o", odd}).text(), "; replaced a file that was not a summary"));
}

TEST_CASE("a trace of a folder that became empty does not keep its old summary") {
  const TempFolder folder;
  const std::string in = folder.path() + "/in", out = folder.path() + "/out";
  std::filesystem::create_directory(in);
  folder.write("in/rank0.json", rank_of_usual_set(0, 2));
  REQUIRE(run({"summarize", in, "-o", out}) == kDone);
  REQUIRE(summary_in(out + "/rank0.rank").failure.empty());
  folder.write("in/rank0.json", "");
  CHECK(run({"summarize", in, "-o", out}) == kUnusable);
  CHECK(summary_in(out + "/rank0.rank").failure.starts_with("is empty"));
  // Nor one that became something else; other files in a folder are no ranks.
  folder.write("in/rank0.json", "PK\x03\x04");
  folder.write("in/settings.json", "PK\x03\x04");
  folder.write("in/rank1.json", rank_of_usual_set(1, 2));
  CHECK(run({"summarize", in, "-o", out}) == kUnusable);
  CHECK(summary_in(out + "/rank0.rank").failure.starts_with("is a zip archive"));
  CHECK(summary_in(out + "/rank1.rank").failure.empty());
  CHECK_FALSE(std::filesystem::exists(out + "/settings.rank"));
}

TEST_CASE("operators of a trace without GPU events have no GPU time in JSON, as in a report") {
  const MadeRank rank(R"({"traceEvents":[
    {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":5}]})");
  const Json ops = summary_json(rank.summary(), "x")["ops"];
  REQUIRE(ops["rows"].size() == 1);
  CHECK(ops["rows"][0]["self_cpu_ns"] == 5000);
  CHECK(ops["rows"][0]["self_device_ns"].is_null());
  CHECK(ops["rows"][0]["total_device_ns"].is_null());
  CHECK(ops["why"] == "device columns: no GPU events in the window");
}

TEST_CASE("info prints a summary, and says in one line what is wrong with one") {
  const TempFolder folder;
  const std::string trace = folder.write("rank1.json", rank_of_usual_set(1, 2));
  const std::string path = folder.path() + "/rank1.rank";
  REQUIRE(run({"summarize", trace, "-o", path}) == kDone);
  CHECK(run({"info", path}) == kDone);
  CHECK(run({"info", path, "--json"}) == kDone);
  CHECK(run({"info", trace}) == kDone);
  const auto bytes = read_small_file(path, 1U << 20U);
  REQUIRE(bytes.ok());
  const std::string cut = folder.write("cut.rank", bytes.value().substr(0, 100));
  CHECK(run({"info", cut}) == kUnusable);
  // A folder of traces is not searched for summaries.
  CHECK(run({"info", folder.path()}) == kDone);
}

TEST_CASE("info of several summaries goes on after a damaged one") {
  const TempFolder folder;
  const std::string trace = folder.write("rank1.json", rank_of_usual_set(1, 2));
  const std::string path = folder.path() + "/rank1.rank";
  REQUIRE(run({"summarize", trace, "-o", path}) == kDone);
  const std::string cut =
      folder.write("cut.rank", read_small_file(path, 1U << 20U).value().substr(0, 100));
  const PrintedAnswer told = answer({"info", cut, path, "--json"});
  CHECK(told.code == kUnusable);
  CHECK(says(told.errors, "cut.rank: "));
  CHECK(says(told.out, "\"rank\": 1"));
  CHECK(says(answer({"info", path, cut, path}).out, "rank         1\n"));
}

TEST_CASE("a summary is no trace to be summarized") {
  const TempFolder folder;
  const std::string trace = folder.write("rank1.json", rank_of_usual_set(1, 2));
  const std::string path = folder.path() + "/rank1.rank";
  REQUIRE(run({"summarize", trace, "-o", path}) == kDone);
  const PrintedAnswer told = answer({"summarize", path, "-o", folder.path() + "/out"});
  CHECK(told.code == kUnusable);
  CHECK(says(told.errors, "is a summary already; name the trace that it is of"));
  CHECK_FALSE(std::filesystem::exists(folder.path() + "/out/rank1.rank.rank"));
}

TEST_CASE("what was set aside is said when a summary is made") {
  const TempFolder folder;
  const std::string trace = folder.write("far.json", R"({"traceEvents":[
    {"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":5},
    {"ph":"X","name":"b","pid":1,"tid":1,"ts":1e300,"dur":5}]})");
  const PrintedAnswer told = answer({"summarize", trace, "-o", folder.path()});
  CHECK(told.code == kDone);
  CHECK_MESSAGE(says(told.errors, "1 event was set aside"), told.text());
}

TEST_CASE("a commit stays among hundreds of other metadata") {
  std::string many;
  for (int i = 0; i < 300; ++i) many += "\"a" + std::to_string(i) + "\":1,";
  const MadeRank rank("{" + many + R"("commit":"abc0001","traceEvents":[
    {"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":5}]})");
  const Json kept = summary_json(rank.summary(), "x")["metadata"];
  CHECK(kept.size() == 200);
  CHECK(kept["commit"] == "abc0001");
}

TEST_CASE("a summary of a private trace is as private") {
  const TempFolder folder;
  namespace fs = std::filesystem;
  const std::string trace = folder.write("rank1.json", rank_of_usual_set(1, 2));
  const std::string path = folder.path() + "/rank1.rank";
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(trace, own);
  REQUIRE(run({"summarize", trace, "-o", path}) == kDone);
  CHECK(fs::status(path).permissions() == own);
}

TEST_CASE("damaged ranks of a folder have summaries that say why, and settings have none") {
  const TempFolder folder;
  folder.write("rank0.json", rank_of_usual_set(0, 2));
  folder.write("rank1.json", rank_of_usual_set(1, 2).substr(0, 12));
  folder.write("rank2.json", "");
  folder.write("other.pt.trace.json.gz", std::string(5000, '\0'));
  folder.write("config.json", "{\"learning_rate\": 1}");
  const std::string out = folder.path() + "/out";
  CHECK(run({"summarize", folder.path(), "-o", out}) == kUnusable);
  CHECK(summary_in(out + "/rank0.rank").failure.empty());
  for (const char* name : {"/rank1.rank", "/rank2.rank", "/other.pt.trace.rank"})
    CHECK_FALSE(summary_in(out + name).failure.empty());
  CHECK_FALSE(std::filesystem::exists(out + "/config.rank"));
}

TEST_CASE("an empty folder does not keep the others from being summarized") {
  const TempFolder folder, empty;
  folder.write("rank0.json", rank_of_usual_set(0, 2));
  const std::string out = folder.path() + "/out";
  CHECK(run({"summarize", empty.path(), folder.path(), "-o", out}) == kUnusable);
  CHECK(summary_in(out + "/rank0.rank").claim.rank == 0);
}

TEST_CASE("summaries of traces that are gone are named") {
  const TempFolder folder;
  const std::string old = folder.write("old.json", rank_of_usual_set(0, 2));
  const std::string kept = folder.write("kept.json", rank_of_usual_set(1, 2));
  const std::string out = folder.path() + "/out";
  CHECK(run({"summarize", old, "-o", out}) == kDone);
  std::filesystem::remove(old);
  const PrintedAnswer told = answer({"summarize", kept, "-o", out});
  CHECK(told.code == kDone);
  CHECK_MESSAGE(says(told.errors, "1 summary of a trace that is no longer there: old.rank"),
                told.errors);
}
