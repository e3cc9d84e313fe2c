// Recordings that lack something: what was lost, left open or damaged.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/events/recording_pauses.h"
#include "tests/core/readers/capture/loaded_capture.h"

using namespace lanescope;

TEST_CASE("launches whose kernels went with a killed process are counted in words") {
  const auto capture = [](std::string_view left) {
    ChannelBytes thread, gpu;
    thread.thread(1);
    for (std::uint64_t call = 1; call <= 5; ++call) {
      thread.begin(static_cast<Ns>(call) * 100, {.correlation = call});
      thread.end(static_cast<Ns>(call) * 100 + 10, call);
    }
    gpu.gpu().kernel(150, 160, {.correlation = 1}).kernel(250, 260, {.correlation = 2});
    CaptureBytes bytes;
    bytes.hello("pid=70\n").records(thread, 1).records(gpu, 0);
    bytes.chunk(wire::ChunkKind::Left, left);
    return bytes.end();
  };
  const LoadedCapture killed(capture("reason=killed\nsignal=9\n"));
  REQUIRE(killed.trace().report.issues.size() == 1);
  const LoadIssue& issue = killed.trace().report.issues[0];
  CHECK(issue.kind == "kernels_lost");
  CHECK(issue.count == 3);
  CHECK(issue.example == "process 70");
  CHECK(killed.trace().report.complete);
  CHECK(LoadedCapture(capture("reason=exit\ncode=0\n")).issues("kernels_lost") == 0);
}

TEST_CASE("what the disk did not take is counted, and the recording does not pass for complete") {
  CaptureBytes capture = one_launch();
  const std::size_t events = 3;
  const auto ended = [&](std::string_view words) {
    std::string bytes = capture.bytes();
    bytes.resize(bytes.size() - sizeof(wire::ChunkHeader));  // without its end
    CaptureBytes last;
    last.chunk(wire::ChunkKind::End, words);
    return LoadedCapture(bytes + last.bytes().substr(sizeof(wire::FileHeader)));
  };
  const LoadedCapture lost = ended("why=ended\nfile_lost_records=37651\nfile_lost_bytes=904000\n");
  CHECK(lost.issues("records_not_written") == 37'651);
  CHECK_FALSE(lost.trace().report.complete);
  CHECK(lost.trace().report.kept == events);
  CHECK(lost.trace().report.kept + lost.trace().report.listed == lost.trace().counts.total);
  const LoadedCapture whole = ended("why=ended\nfile_lost_records=0\n");
  CHECK(whole.trace().report.complete);
  CHECK(whole.trace().report.issues.empty());
}

TEST_CASE("what --keep-last removed is told with its time, and the recording is complete") {
  std::string bytes = one_launch().bytes();
  bytes.resize(bytes.size() - sizeof(wire::ChunkHeader));  // without its end
  CaptureBytes last;
  last.chunk(wire::ChunkKind::End,
             "why=ended\nfile_dropped_records=512\nfile_dropped_ns=40000000000\n");
  const LoadedCapture loaded(bytes + last.bytes().substr(sizeof(wire::FileHeader)));
  CHECK(loaded.trace().report.complete);
  CHECK(loaded.issues("not_kept") == 512);
  REQUIRE(loaded.trace().report.issues.size() == 1);
  CHECK(loaded.trace().report.issues[0].example == "the first 40.00 s were not kept");
  CHECK(loaded.trace().report.listed == 0);
}

TEST_CASE("processes and threads that were not sampled are counted, other problems told") {
  CaptureBytes capture = one_launch();
  std::string bytes = capture.bytes();
  bytes.resize(bytes.size() - sizeof(wire::ChunkHeader));
  CaptureBytes last;
  last.chunk(wire::ChunkKind::Problem, "code=processes_left_out\ncount=12\ntext=12 processes\n");
  last.chunk(wire::ChunkKind::Problem, "code=threads_left_out\ncount=300\ntext=300 threads\n");
  last.chunk(wire::ChunkKind::Problem, "code=threads_left_out\ncount=-7\ntext=damaged\n");
  last.chunk(wire::ChunkKind::Problem, "code=not_sampled\ntext=process 4 is not sampled\n");
  const LoadedCapture loaded(bytes + last.end().bytes().substr(sizeof(wire::FileHeader)));
  CHECK(loaded.issues("processes_not_sampled") == 12);
  CHECK(loaded.issues("threads_not_sampled") == 301);
  CHECK(loaded.issues("capture_problem") == 1);
}

TEST_CASE("what a killed program left open lasts to the end and is reported") {
  ChannelBytes thread;
  thread.thread(1)
      .push(0, "training")
      .begin(50, {.api = "cudaDeviceSynchronize", .correlation = 1});
  thread.push(60, "inner").pop(900);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(thread, 1));
  CHECK_FALSE(loaded.trace().report.complete);
  CHECK(loaded.issues("begin_without_end") == 2);
  const SliceRef call = loaded.slice("cudaDeviceSynchronize");
  CHECK(call.chunk->end_ns(call.slice) == 900);
}

TEST_CASE("lost records are counted, and do not leave ranges open for ever") {
  ChannelBytes thread;
  thread.thread(1).push(0, "step");
  thread.add(wire::RecordType::Gap, 1, wire::GapRecord{{}, 100, 200, 12, 480});
  thread.push(300, "next step").pop(400);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(thread, 1).end());
  CHECK(loaded.issues("records_dropped") == 12);
  CHECK(loaded.trace().report.listed == 12);
  CHECK(loaded.trace().report.kept + loaded.trace().report.listed == loaded.trace().counts.total);
  CHECK(loaded.trace().counts.by_phase.at("(none)") == 12);
  CHECK(loaded.trace().counts.by_category.at("(none)") == 12);
  const SliceRef step = loaded.slice("step");
  CHECK(step.chunk->end_ns(step.slice) == 100);
  CHECK(loaded.slice("12 records lost: the ring was full").chunk != nullptr);
}

TEST_CASE("a step in which records were lost is not counted with the length that is known of it") {
  ChannelBytes thread;
  thread.thread(1).push(0, "step 1").pop(100).push(100, "step 2").pop(200).push(200, "step 3");
  thread.add(wire::RecordType::Gap, 1, wire::GapRecord{{}, 250, 320, 2, 80});
  thread.push(320, "step 4").pop(400);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(thread, 1).end());
  CHECK(loaded.trace().steps.size() == 3);
  CHECK(loaded.issues("cut_step") == 1);
  const SliceRef step = loaded.slice("step 3");
  CHECK(step.chunk->range(step.slice) == TimeRange{200, 250});
}

TEST_CASE("GPU records that another profiler kept to the end are missing up to the end") {
  constexpr auto kLost = static_cast<std::uint32_t>(wire::ConflictKind::Lost);
  const auto process = [](std::uint32_t number, Ns last_ns) {
    ChannelBytes thread;
    thread.thread(10 + number).begin(100, {.correlation = 1}).end(200, 1);
    return std::move(thread.begin(last_ns - 50, {.correlation = 2}).end(last_ns, 2));
  };
  ChannelBytes gpu, first = process(0, 1000), second = process(1, 5000);
  gpu.gpu().kernel(150, 300, {.correlation = 1});
  gpu.add(wire::RecordType::Conflict, kLost, wire::ConflictRecord{{}, 400});
  CaptureBytes capture;
  capture.records(first, 1).records(gpu, 0);
  SUBCASE("of the recording") {
    const LoadedCapture loaded(capture.end());
    CHECK(recording_pauses(loaded.trace()) == std::vector<TimeRange>{{400, 1000}});
    CHECK(loaded.trace().extent.end_ns == 1000);
  }
  SUBCASE("of the process, after which another one goes on") {
    capture.chunk(wire::ChunkKind::Left, "reason=exit\ncode=0\n");
    const LoadedCapture loaded(capture.records(second, 1, 1).end());
    CHECK(recording_pauses(loaded.trace()) == std::vector<TimeRange>{{400, 1000}});
    CHECK(loaded.trace().extent.end_ns == 5000);
  }
}

TEST_CASE("losses that no gap tells of are in the report too, and none twice") {
  ChannelBytes thread;
  thread.thread(1).push(0, "a").pop(10);
  thread.add(wire::RecordType::Gap, 1, wire::GapRecord{{}, 100, 200, 12, 480});
  CaptureBytes capture;
  capture.records(thread, 1);
  capture.chunk(wire::ChunkKind::Losses, "records=2\ndropped_records=15\ncupti_dropped=5\n");
  const LoadedCapture loaded(capture.end());
  CHECK(loaded.issues("records_dropped") == 20);
  CHECK(loaded.trace().report.listed == 20);
}

TEST_CASE("a capture that is cut anywhere opens with all that is whole before") {
  const std::string whole = one_launch().bytes();
  for (std::size_t bytes = sizeof(wire::FileHeader); bytes < whole.size(); ++bytes) {
    CAPTURE(bytes);
    const LoadedCapture loaded(whole.substr(0, bytes));
    CHECK_FALSE(loaded.trace().report.complete);
    CHECK(loaded.trace().slice_count <= 3);
  }
}

TEST_CASE("damage in the middle of a capture costs the chunk it is in") {
  std::string bytes = one_launch().bytes();
  const std::size_t hit = bytes.find("aten::mm");
  bytes[hit] = 'b';
  const LoadedCapture loaded(bytes);
  CHECK(loaded.issues("lost_chunk") == 1);
  CHECK(loaded.trace().slice_count == 1);
  CHECK(loaded.slice("gemm(float*)").chunk != nullptr);
}

TEST_CASE("numbers of texts that leap make no tables of that length") {
  ChannelBytes channel;
  for (std::uint32_t tid = 1; tid <= 5; ++tid) {
    channel.thread(tid);
    channel.add(wire::RecordType::String, 60'000,
                wire::StringRecord{.header = {}, .bytes = 3, .flags = 0}, "abc");
  }
  CaptureBytes capture;
  // Some may be missing, as after damage; not again in every channel of so short a file.
  CHECK(LoadedCapture(capture.records(channel, 1).end()).issues("broken_record") == 4);
}

TEST_CASE("a file of nothing but false chunks is not looked through once for each of them") {
  const wire::ChunkHeader claim{wire::kChunkMagic, 0, 0, 0, 0, 4U << 20, 0, 0};
  std::string bytes = one_launch().bytes();
  for (int i = 0; i < 256 << 10; ++i)
    bytes.append(reinterpret_cast<const char*>(&claim), sizeof claim);
  const LoadedCapture loaded(bytes);  // by 4 MiB for each it would take minutes
  CHECK(loaded.issues("lost_chunk") == 1);
  CHECK(loaded.trace().slice_count == 3);
}

TEST_CASE("ends without a begin under many open ranges cost no time that counts") {
  constexpr std::uint32_t kOpen = 200'000;
  ChannelBytes main;
  main.thread(7);
  for (std::uint32_t i = 0; i < kOpen; ++i) main.push(1000 + i, "train", i + 1);
  for (std::uint32_t i = 0; i < kOpen; ++i)
    main.add(wire::RecordType::RangePop, kOpen + 1 + i,
             wire::RangePopRecord{.header = {}, .time_ns = 500'000 + i});
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(main, 1).end());  // else 40 thousand million looks
  CHECK(loaded.issues("end_without_begin") == kOpen);
  CHECK(loaded.trace().slice_count == kOpen);
}

TEST_CASE("a capture of another major version is refused in one line") {
  std::string bytes = one_launch().bytes();
  bytes[8] = 9;
  TempFolder folder;
  const auto result = load_trace(folder.write("run.lanes", bytes));
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message.find("another version") != std::string::npos);
}

TEST_CASE("an event that lies days from all chunks of a capture is set aside") {
  constexpr std::int64_t kNow = 1'700'000'000'000'000'000, kDay = 86'400'000'000'000;
  for (const std::int64_t at_ns : {std::int64_t{5}, kNow - 3 * kDay, kNow + 3 * kDay}) {
    CAPTURE(at_ns);
    ChannelBytes gpu;
    gpu.gpu();
    for (int i = 0; i < 20; ++i) gpu.kernel(kNow + i * 100, kNow + i * 100 + 50, {.name = "good"});
    gpu.kernel(at_ns, at_ns + 50, {.name = "bad"}).kernel(kNow, kNow + 5 * kDay, {.name = "bad"});
    CaptureBytes capture;
    capture.chunk(wire::ChunkKind::Records, gpu.take(), 0, 0, kNow + 10'000).end();
    const LoadedCapture loaded(capture);
    CHECK(loaded.trace().slice_count == 20);
    CHECK(loaded.issues("distant_time") == 2);
    CHECK(loaded.trace().report.set_aside == 2);
    CHECK(loaded.trace().extent.length_ns() == 1'950);
    CHECK(loaded.trace().report.kept + loaded.trace().report.listed == loaded.trace().counts.total);
  }
}

TEST_CASE("what a capture recorded hours before its first chunk was written is kept") {
  constexpr std::int64_t kNow = 1'700'000'000'000'000'000, kHour = 3'600'000'000'000;
  ChannelBytes gpu;
  gpu.gpu();
  for (int i = 0; i < 20; ++i) gpu.kernel(kNow - i * kHour, kNow - i * kHour + 50, {});
  CaptureBytes capture;
  capture.chunk(wire::ChunkKind::Records, gpu.take(), 0, 0, kNow).end();
  CHECK(LoadedCapture(capture).trace().report.set_aside == 0);
}
