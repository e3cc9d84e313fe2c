#include "core/readers/capture/live.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <doctest/doctest.h>

#include "core/base/bytes/growing_source.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// A capture that is written piece by piece while it is read.
class Growing {
 public:
  Growing() : path_(folder_.write("run.lanes", "")), live_(open(path_), path_) {}

  ChannelBytes thread, gpu;

  /// What the lanes hold goes to the file, up to `now_ns` on its clock.
  void write(std::int64_t now_ns) {
    now_ns_ = now_ns;
    append(thread, 1);
    append(gpu, 0);
  }
  void append_bytes(std::string_view bytes) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << bytes;
  }
  std::shared_ptr<const Snapshot> read() {
    while (live_.read_some(1U << 20)) {
    }
    return live_.publish();
  }
  LiveCapture& live() { return live_; }

 private:
  static std::unique_ptr<ByteSource> open(const std::string& path) {
    auto source = open_growing_file(path);
    REQUIRE(source.ok());
    return std::move(source).value();
  }
  void append(ChannelBytes& lane, std::uint32_t number) {
    const std::string records = lane.take();
    if (records.empty()) return;
    CaptureBytes bytes;
    bytes.chunk(wire::ChunkKind::Records, records, 0, number, now_ns_);
    append_bytes(std::exchange(first_, false) ? bytes.bytes()
                                              : bytes.bytes().substr(sizeof(wire::FileHeader)));
  }

  TempFolder folder_;
  std::string path_;
  bool first_ = true;
  std::int64_t now_ns_ = 0;
  LiveCapture live_;
};

std::size_t slices_named(const Snapshot& trace, std::string_view name) {
  std::size_t n = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks)
      n += static_cast<std::size_t>(
          std::count_if(chunk->name.begin(), chunk->name.end(),
                        [&](StringId id) { return trace.text(id) == name; }));
  }
  return n;
}

}  // namespace

TEST_CASE("a capture shows what is there while it is written") {
  Growing growing;
  CHECK(growing.read()->slice_count == 0);
  growing.thread.thread(5, "main").push(1000, "step 1");
  growing.thread.begin(1100, {.correlation = 1}).end(1200, 1);
  growing.write(1500);
  const auto first = growing.read();
  CHECK_FALSE(first->complete);
  CHECK(slices_named(*first, "cudaLaunchKernel") == 1);
  // What has not ended is drawn up to now, with what it holds on the line below.
  const SliceRef step = *first->find_slice(event_named(*first, "step 1", 0));
  CHECK(step.chunk->range(step.slice).begin_ns == 1000);
  CHECK(step.chunk->end_ns(step.slice) == 1500);
  CHECK(step.chunk->row_of(step.slice) == 0);
  const SliceRef call = *first->find_slice(event_named(*first, "cudaLaunchKernel", 0));
  CHECK(call.chunk->row_of(call.slice) == 1);
  CHECK(first->extent.end_ns == 1500);

  growing.gpu.gpu().kernel(1300, 1400, {.correlation = 1});
  growing.thread.pop(1900);
  growing.write(2000);
  const auto second = growing.read();
  CHECK(slices_named(*second, "step 1") == 1);
  const SliceRef ended = *second->find_slice(event_named(*second, "step 1", 0));
  CHECK(ended.chunk->end_ns(ended.slice) == 1900);
  CHECK(slices_named(*second, "gemm") == 1);
  CHECK(slices_named(*first, "gemm") == 0);  // the one before has not changed
}

TEST_CASE("a record that is half written is read when it is whole") {
  Growing growing;
  ChannelBytes lane;
  lane.thread(5).push(10, "range").pop(20);
  CaptureBytes bytes;
  bytes.records(lane, 1);
  const std::string all = bytes.bytes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    growing.append_bytes(all.substr(i, 1));
    const auto trace = growing.read();
    CHECK(slices_named(*trace, "range") == (i + 1 == all.size() ? 1 : 0));
  }
}

TEST_CASE("a thousand pieces of a capture become a handful of chunks with ids of their own") {
  Growing growing;
  growing.thread.thread(5);
  std::shared_ptr<const Snapshot> trace;
  for (int i = 0; i < 1000; ++i) {
    growing.thread.push(i * 100, "outer").push(i * 100 + 10, "inner");
    growing.thread.pop(i * 100 + 20).pop(i * 100 + 50);
    growing.write(i * 100 + 60);
    trace = growing.read();
  }
  CHECK(slices_named(*trace, "inner") == 1000);
  const Track& track = trace->tracks.at(0);
  CHECK(track.slices == 2000);
  CHECK(track.depth == 2);
  CHECK(track.chunks.size() <= 12);
  std::set<std::uint32_t> ids;
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t s = 0; s < chunk->size(); ++s) {
      CHECK(ids.insert(index_of(chunk->id_of(s))).second);
      const auto found = trace->find_slice(chunk->id_of(s));
      REQUIRE(found);
      CHECK(found->chunk == chunk.get());
      CHECK(found->slice == s);
      CHECK(chunk->row_of(s) == (trace->text(chunk->name[s]) == "inner" ? 1U : 0U));
    }
  }
}

TEST_CASE("the end of a capture is seen, and what is no capture is refused") {
  Growing growing;
  growing.thread.thread(1).push(1, "a").pop(2);
  growing.write(3);
  growing.read();
  CHECK_FALSE(growing.live().ended());
  CaptureBytes end;
  end.end();
  growing.append_bytes(end.bytes().substr(sizeof(wire::FileHeader)));
  growing.read();
  CHECK(growing.live().ended());

  Growing other;
  other.append_bytes(std::string(100, 'x'));
  other.read();
  CHECK(other.live().refused());
}

TEST_CASE("an absurd time does not stretch what is shown of a capture that still runs") {
  constexpr std::int64_t kNow = 1'700'000'000'000'000'000;
  Growing capture;
  capture.gpu.gpu().kernel(kNow, kNow + 50, {.name = "good"});
  capture.write(kNow + 100);
  CHECK(capture.read()->report.set_aside == 0);
  capture.gpu.kernel(77, 99, {.name = "bad"}).kernel(kNow + 200, kNow + 250, {.name = "good"});
  capture.write(kNow + 300);
  const auto shown = capture.read();
  CHECK(shown->report.set_aside == 1);
  CHECK(shown->report.kept + shown->report.listed == shown->counts.total);
  CHECK(shown->counts.slices == 2);
  CHECK(shown->extent == TimeRange{kNow, kNow + 300});
}
