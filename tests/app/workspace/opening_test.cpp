// What is opened, what is given up for it, and how loads end, without a window.
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/workspace/traces/load_state.h"
#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/readers/nsys/fake_nsys.h"
#include "tests/core/readers/nsys/nsys_export.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// A file that never comes to its end, as nobody writes into it.
std::string endless_file(const WorkspaceStage& stage, const std::string& name) {
  const std::string path = stage.folder.path() + "/" + name;
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  return path;
}

}  // namespace

TEST_CASE("a trace stays in front until the next one has something to show") {
  WorkspaceStage stage;
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.run(workspace::Open{stage.trace_file("second.json", 5)});
  CHECK(stage.front() == "first.json");
  CHECK(stage.work.shown_session()->path().ends_with("second.json"));  // the bar tells how it loads
  REQUIRE(stage.rest());
  CHECK(stage.front() == "second.json");
  REQUIRE(stage.memory.recent.size() == 2);
  CHECK(stage.memory.recent.front().path.ends_with("second.json"));
  CHECK(stage.memory.last_folder == stage.folder.path());
}

TEST_CASE("who opens another trace while one loads has changed their mind") {
  WorkspaceStage stage;
  stage.run(workspace::Open{endless_file(stage, "endless.json")});
  stage.refresh();
  CHECK(stage.work.loading());
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(stage.front() == "second.json");
  CHECK(stage.memory.recent.size() == 1);
  CHECK(stage.notice().empty());
}

TEST_CASE("a load that is stopped before anything was read leaves what was open") {
  WorkspaceStage stage;
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.run(workspace::Open{endless_file(stage, "endless.json")});
  stage.refresh();
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  CHECK(stage.front() == "first.json");
  CHECK(stage.work.opening() == nullptr);
  CHECK(stage.notice() == "endless.json: loading was stopped");
}

TEST_CASE("a report of Nsight Systems opens once nsys has exported it, alone and as run B") {
  WorkspaceStage stage;
  NsysExport made;
  made.string(3, "cudaFree").calls().call(10, 20, 70, 71, 1, 3);
  const FakeNsys nsys(FakeNsys::copying(stage.folder, made.bytes()));
  REQUIRE(stage.open(stage.folder.write("run.nsys-rep", kReportBytes)));
  CHECK(stage.front() == "run.nsys-rep");
  CHECK(stage.work.trace()->view.snapshot()->slice_count == 1);
  stage.run(workspace::Compare{stage.folder.write("other.nsys-rep", kReportBytes + " of run B")});
  REQUIRE(stage.rest());
  CHECK(stage.b() == "other.nsys-rep");
  CHECK(nsys.run_count() == 2);
}

TEST_CASE("a load that is stopped while nsys exports leaves what was open") {
  WorkspaceStage stage;
  const FakeNsys nsys("echo half > \"$out\"; exec /bin/sleep 600");
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.run(workspace::Open{stage.folder.write("run.nsys-rep", kReportBytes)});
  REQUIRE(stage.until([&] {
    const Session* loading = stage.work.shown_session();
    return loading != nullptr &&
           load_progress_text(load_facts(*loading)).starts_with("Exporting report by nsys");
  }));
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  CHECK(stage.front() == "first.json");
  CHECK(stage.notice() == "run.nsys-rep: loading was stopped");
}

TEST_CASE("a memory snapshot opens on the tab of memory, a trace on the tab of the last trace") {
  const std::string snapshot =
      source_folder() + "/assets/examples/generated-memory-snapshot.pickle";
  WorkspaceStage stage;
  const auto tab = [&] { return stage.work.trace()->tab_title(); };
  REQUIRE(stage.open(stage.trace_file("first.json")));
  CHECK(tab() == "Overview");
  stage.work.trace()->show_tab("Kernels");
  REQUIRE(stage.open(snapshot));
  CHECK(tab() == "Memory");
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(tab() == "Kernels");
  stage.work.trace()->show_tab("Marks");  // which are of this trace alone
  REQUIRE(stage.open(stage.trace_file("third.json")));
  CHECK(tab() == "Kernels");
}

TEST_CASE("a trace without kernels does not open on a tab about them, which is kept") {
  const std::string host = R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm",)"
                           R"("pid":1,"tid":1,"ts":5,"dur":10}]})";
  WorkspaceStage stage;
  const auto tab = [&] { return stage.work.trace()->tab_title(); };
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.work.trace()->show_tab("Kernels");
  REQUIRE(stage.open(stage.folder.write("host.json", host)));
  CHECK(stage.until([&] { return tab() == "Overview"; }));  // once that is found out
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(tab() == "Kernels");
}

TEST_CASE("why a file can not be opened stands where there is room for it") {
  WorkspaceStage stage;
  const std::string diary = stage.folder.write("diary.json", "Dear diary");
  REQUIRE(stage.open(diary));
  REQUIRE(stage.work.notices().problem());
  CHECK(stage.work.notices().problem()->file == "diary.json");
  CHECK(stage.notice().empty());
  REQUIRE(stage.open(stage.trace_file("first.json")));
  CHECK_FALSE(stage.work.notices().problem());
  REQUIRE(stage.open(diary));
  CHECK(stage.front() == "first.json");
  CHECK(stage.notice().starts_with("diary.json: "));
  CHECK_FALSE(stage.work.notices().problem());
}

TEST_CASE("a folder without ranks is to be chosen from, for what it was asked for") {
  WorkspaceStage stage;
  stage.run(workspace::Open{stage.folder.path()});
  auto browse = stage.work.take_browse();
  REQUIRE(browse);
  CHECK(browse->folder == stage.folder.path());
  CHECK_FALSE(browse->for_b);
  CHECK_FALSE(stage.work.take_browse());
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.run(workspace::Compare{stage.folder.path()});
  browse = stage.work.take_browse();
  REQUIRE(browse);
  CHECK(browse->for_b);
  CHECK(stage.front() == "first.json");
}

TEST_CASE("a file that has changed is told of, and what it holds now is had by opening it again") {
  WorkspaceStage stage;
  const std::string path = stage.trace_file("first.json");
  REQUIRE(stage.open(path));
  CHECK(stage.work.trace()->view.snapshot()->steps.size() == 3);
  stage.trace_file("first.json", 5);
  for (const Track& track : stage.work.trace()->view.snapshot()->tracks) {
    if (track.slices == 0) continue;
    (void)stage.work.trace()->view.session().event_json(track.chunks.front()->id_of(0));
  }
  stage.refresh();
  CHECK(stage.notice().starts_with("first.json has changed since it was loaded"));
  REQUIRE(stage.open(path));
  CHECK(stage.work.trace()->view.snapshot()->steps.size() == 5);
  CHECK(stage.notice().empty());
}

TEST_CASE("all of a load that was stopped can be had, and what is there stays until then") {
  WorkspaceStage stage;
  const std::string name = "endless.json.gz";
  stage.run(workspace::Open{stage.folder.write(name, endless_small_trace({.steps = 2000}))});
  REQUIRE(stage.until([&] {
    const OpenTrace* trace = stage.work.trace();
    return trace != nullptr && trace->view.snapshot() && trace->view.snapshot()->slice_count > 0;
  }));
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  REQUIRE(stage.work.notices().shown());
  CHECK(stage.work.notices().shown()->action == "Load all");
  stage.folder.write(name, gzip(small_trace_text({.steps = 7})));
  stage.follow_notice();
  CHECK(stage.front() == name);
  CHECK(stage.work.opening() != nullptr);
  REQUIRE(stage.rest());
  CHECK(stage.work.trace()->view.snapshot()->steps.size() == 7);
}

TEST_CASE("all of a load that was stopped shows the time that was in view") {
  WorkspaceStage stage;
  const std::string name = "endless.json.gz";
  stage.run(workspace::Open{stage.folder.write(name, endless_small_trace({.steps = 2000}))});
  REQUIRE(stage.until([&] {
    const OpenTrace* trace = stage.work.trace();
    return trace != nullptr && trace->view.snapshot() && trace->view.snapshot()->slice_count > 0;
  }));
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  TraceView& part = stage.work.trace()->view;
  const Ns begin_ns = part.snapshot()->extent.begin_ns;
  part.viewport.show({begin_ns + 1000, begin_ns + 51'000});
  REQUIRE_FALSE(part.viewport.shows_all());
  const TimeRange shown = part.viewport.range();
  stage.folder.write(name, gzip(small_trace_text({.steps = 2000})));
  stage.follow_notice();
  REQUIRE(stage.rest());
  REQUIRE_FALSE(stage.work.trace()->view.snapshot()->report.stopped);
  const TimeRange again = stage.work.trace()->view.viewport.range();
  CHECK(std::abs(again.begin_ns - shown.begin_ns) <= 2);
  CHECK(std::abs(again.end_ns - shown.end_ns) <= 2);
}

TEST_CASE("a trace is closed, and the next one has its layout") {
  WorkspaceStage stage;
  const std::string path = stage.trace_file("first.json");
  REQUIRE(stage.open(path));
  stage.work.trace()->show_tab("Kernels");
  const std::string lane = stage.work.trace()->view.lanes.tree().groups.front().lanes.front().key;
  stage.work.trace()->view.lanes.set_folded(lane, true);
  stage.run(workspace::Close{});
  CHECK(stage.work.trace() == nullptr);
  CHECK(stage.work.quiet());
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(stage.work.trace()->tab_title() == "Kernels");
  CHECK(stage.work.trace()->view.lanes.folded(lane));
}

TEST_CASE("pinned lanes are those of the trace in which they were pinned, in their order") {
  WorkspaceStage stage;
  const std::string path = stage.trace_file("first.json");
  REQUIRE(stage.open(path));
  std::vector<std::string> keys;
  for (const LaneGroup& group : stage.work.trace()->view.lanes.tree().groups)
    keys.insert(keys.begin(), group.lanes.front().key);
  REQUIRE(keys.size() > 1);
  const std::string elsewhere = "/elsewhere.json\nof another trace";
  stage.memory.pinned_lanes = {"of an older version", elsewhere};
  for (const std::string& key : keys) stage.work.trace()->view.lanes.toggle_pinned(key);
  stage.run(workspace::Close{});
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(stage.work.trace()->view.lanes.pinned_keys().empty());
  stage.run(workspace::Close{});
  REQUIRE(stage.open(path));
  TraceLanes& lanes = stage.work.trace()->view.lanes;
  CHECK(lanes.pinned_keys() == keys);
  lanes.toggle_pinned(keys.front());
  const std::string head = stage.work.trace()->view.session().path() + '\n';
  stage.run(workspace::Close{});
  std::vector<std::string> kept;
  for (const std::string& key : std::span(keys).subspan(1)) kept.push_back(head + key);
  kept.push_back(elsewhere);
  CHECK(stage.memory.pinned_lanes == kept);
}

TEST_CASE("marks are on the disk before the program ends") {
  WorkspaceStage stage;
  const std::string path = stage.trace_file("first.json");
  REQUIRE(stage.open(path));
  stage.work.trace()->view.marks.add({{0, 1000}, "here", ""});
  CHECK_FALSE(stage.work.save_now());
  CHECK(stage.work.stakes().empty());
  WorkspaceStage next;
  REQUIRE(next.open(path));
  REQUIRE(next.work.trace()->view.marks.all().marks.size() == 1);
  CHECK(next.work.trace()->view.marks.all().marks.front().name == "here");
}

TEST_CASE("the user's thresholds are those of every trace") {
  WorkspaceStage stage;
  REQUIRE(stage.open(stage.trace_file("first.json")));
  stage.memory.thresholds.tiny_kernel_ns += 1000;
  stage.refresh();
  CHECK(*stage.work.trace()->view.thresholds == stage.memory.thresholds);
  REQUIRE(stage.open(stage.trace_file("second.json")));
  CHECK(*stage.work.trace()->view.thresholds == stage.memory.thresholds);
}

}  // namespace lanescope
