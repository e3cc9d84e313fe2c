// What is complete of a capture that still runs, and live snapshots that go on from it.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "core/base/bytes/file_source.h"
#include "core/readers/capture/live.h"
#include "core/readers/capture/loader.h"
#include "core/readers/capture/stream.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/followed_capture.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// A capture that grows, is followed, and complete where the test says.
class Recorded {
 public:
  Recorded() : path_(folder_.write("run.lanes", "")), followed_(path_, follow_capture(path_)) {}

  ChannelBytes thread, gpu;

  void write(std::int64_t now_ns) {
    for (auto [lane, number] : {std::pair(&thread, 1U), {&gpu, 0U}}) {
      CaptureBytes bytes;
      const std::string records = lane->take();
      if (records.empty()) continue;
      bytes.chunk(wire::ChunkKind::Records, records, 0, number, now_ns);
      append(bytes);
    }
  }
  void append(const CaptureBytes& bytes) {
    std::ofstream(path_, std::ios::app | std::ios::binary)
        << (first_ ? bytes.bytes() : bytes.bytes().substr(sizeof(wire::FileHeader)));
    first_ = false;
  }
  std::shared_ptr<const Snapshot> read() { return followed_.read(); }
  LoadedTrace settle() { return followed_.settle(); }
  std::shared_ptr<const Snapshot> go_on_from(const LoadedTrace& complete) {
    followed_.live->go_on_from(complete.snapshot, followed_.mark);
    return followed_.live->publish();
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  TempFolder folder_;
  std::string path_;
  bool first_ = true;
  FollowedCapture followed_;
};

/// How often each name is there.
std::map<std::string, int> names(const Snapshot& trace) {
  std::map<std::string, int> out;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (const StringId id : chunk->name) ++out[std::string(trace.text(id))];
    }
  }
  return out;
}

TimeRange range_of(const Snapshot& trace, std::string_view name) {
  const auto home = trace.find_slice(event_named(trace, name, 0));
  REQUIRE(home);
  return home->chunk->range(home->slice);
}

void one_call(Recorded& run, std::int64_t at, std::uint64_t id) {
  run.thread.begin(at, {.correlation = id}).end(at + 20, id);
  run.gpu.kernel(at + 30, at + 60, {.correlation = id});
}

}  // namespace

TEST_CASE("what is complete so far is what a load of the finished file gives") {
  Recorded run;
  run.thread.thread(5, "main").push(1000, "step");
  run.gpu.gpu();
  one_call(run, 1100, 1);
  one_call(run, 1300, 2);
  run.thread.pop(1900);
  run.write(2000);
  run.read();
  const LoadedTrace so_far = run.settle();
  CaptureBytes end;
  run.append(end.end());
  auto whole = load_trace(run.path());
  REQUIRE(whole.ok());
  const Snapshot &a = *so_far.snapshot, &b = *whole.value().snapshot;
  CHECK(a.complete);
  CHECK(names(a) == names(b));
  CHECK(a.slice_count == 5);  // a step, two calls, two kernels
  CHECK(a.kernel_links.with_launch == 2);
  CHECK(b.kernel_links.with_launch == 2);
  CHECK(a.extent.begin_ns == b.extent.begin_ns);
  CHECK(a.extent.end_ns == b.extent.end_ns);
  CHECK(a.report.listed == 0);
  CHECK(a.report.complete);
  CHECK(so_far.texts->json_of(*a.place_of(event_named(a, "gemm", 0))).ok());
}

TEST_CASE(
    "what has not ended is complete up to the last chunk, and nothing is said to be missing") {
  Recorded run;
  run.thread.thread(5).push(1000, "outer").begin(1100, {.correlation = 1});
  run.write(1500);
  run.read();
  const LoadedTrace so_far = run.settle();
  CHECK(range_of(*so_far.snapshot, "outer").end_ns == 1500);
  CHECK(range_of(*so_far.snapshot, "cudaLaunchKernel").end_ns == 1500);
  CHECK(so_far.snapshot->report.listed == 0);
  CHECK(so_far.snapshot->report.issues.empty());
}

TEST_CASE("a step that goes on is not complete, and that is no fault") {
  Recorded run;
  run.thread.thread(5).push(1000, "step 1").pop(1100).push(1100, "step 2").pop(1200);
  run.thread.push(1200, "step 3");
  run.write(1500);
  run.read();
  const LoadedTrace so_far = run.settle();
  CHECK(so_far.snapshot->steps.size() == 2);
  CHECK(range_of(*so_far.snapshot, "step 3").end_ns == 1500);
  CHECK(so_far.snapshot->report.issues.empty());
}

TEST_CASE("only as much is complete as had been read, whatever has come since") {
  Recorded run;
  run.thread.thread(5).push(1000, "early").pop(1100);
  run.write(1200);
  run.read();
  const auto mark = [&] { return run.settle(); };
  run.thread.push(1300, "late").pop(1400);
  run.write(1500);
  const LoadedTrace so_far = mark();
  CHECK(names(*so_far.snapshot) == std::map<std::string, int>{{"early", 1}});
}

TEST_CASE("a settled load that is cancelled is no trace") {
  Recorded run;
  run.thread.thread(5).push(1000, "range").pop(1100);
  run.write(1200);
  auto source = open_growing_file(run.path());
  REQUIRE(source.ok());
  LoadProgress progress;
  progress.cancel = true;
  LoadOptions options;
  options.progress = &progress;
  const auto loaded = load_capture_so_far(std::move(source).value(), run.path(), options);
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().kind == Error::Kind::Cancelled);
}

TEST_CASE("live snapshots go on from what is complete: its ids, its links, and nothing twice") {
  Recorded run;
  run.thread.thread(5, "main").push(1000, "epoch");
  run.gpu.gpu();
  one_call(run, 1100, 1);
  run.write(1500);
  run.read();
  const LoadedTrace complete = run.settle();
  one_call(run, 1600, 2);  // while it was complete
  run.write(1700);
  run.read();
  const auto newest = run.go_on_from(complete);
  const Snapshot &old = *complete.snapshot, &now = *newest;
  CHECK_FALSE(now.complete);
  // The epoch is open: what was complete of it, and all of it up to now.
  CHECK(names(now) ==
        std::map<std::string, int>{{"epoch", 2}, {"cudaLaunchKernel", 2}, {"gemm", 2}});
  CHECK(now.extent.end_ns == 1700);
  for (const std::string name : {"epoch", "cudaLaunchKernel", "gemm"}) {
    const EventId id = event_named(old, name, 0);
    REQUIRE(now.find_slice(id));
    CHECK(range_of(now, name).begin_ns == range_of(old, name).begin_ns);
    CHECK(now.text(now.find_slice(id)->chunk->name[now.find_slice(id)->slice]) == name);
  }
  const EventId kernel = event_named(old, "gemm", 0);
  const auto home = now.find_slice(kernel);
  CHECK(home->chunk->link[home->slice] == event_named(old, "cudaLaunchKernel", 0));
  CHECK(now.launches == old.launches);
  std::set<std::uint32_t> ids;
  for (const Track& track : now.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        CHECK(ids.insert(index_of(chunk->id_of(s))).second);
        CHECK(now.find_slice(chunk->id_of(s)));
      }
    }
  }
}

TEST_CASE("lanes and names that come later stand behind those of what is complete") {
  Recorded run;
  run.thread.thread(50, "zebra").push(1000, "first").pop(1100);
  run.write(1200);
  run.read();
  const LoadedTrace complete = run.settle();
  run.go_on_from(complete);
  // A thread that sorts before the other one, and a stream.
  ChannelBytes other;
  other.thread(7, "ant").push(1300, "second").pop(1400);
  CaptureBytes bytes;
  bytes.chunk(wire::ChunkKind::Records, other.take(), 0, 2, 1500);
  run.append(bytes);
  run.gpu.gpu().kernel(1350, 1390, {.correlation = 1});
  run.write(1600);
  const auto newest = run.read();
  const Snapshot &old = *complete.snapshot, &now = *newest;
  REQUIRE(now.tracks.size() >= old.tracks.size() + 2);
  for (std::size_t t = 0; t < now.tracks.size(); ++t) CHECK(index_of(now.tracks[t].id) == t);
  for (std::size_t t = 0; t < old.tracks.size(); ++t) {
    CHECK(now.text(now.tracks[t].thread) == old.text(old.tracks[t].thread));
    CHECK(now.text(now.tracks[t].name) == old.text(old.tracks[t].name));
  }
  for (std::uint32_t i = 0; i < old.strings->size(); ++i)
    CHECK(now.text(StringId{i}) == old.text(StringId{i}));
  CHECK(names(now) == std::map<std::string, int>{{"first", 1}, {"second", 1}, {"gemm", 1}});
  CHECK(range_of(now, "gemm").begin_ns == 1350);
  // And once more, from a later one.
  const LoadedTrace again = run.settle();
  const auto last = run.go_on_from(again);
  CHECK(names(*last) == names(now));
  CHECK(last->slice_count == 3);
}
