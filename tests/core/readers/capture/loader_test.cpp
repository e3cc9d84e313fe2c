#include "core/readers/capture/loader.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

struct Loaded {
  explicit Loaded(const CaptureBytes& capture) : Loaded(capture.bytes()) {}
  explicit Loaded(const std::string& bytes) : result(load_trace(folder.write("run.lanes", bytes))) {
    REQUIRE(result.ok());
  }
  [[nodiscard]] const Snapshot& trace() const { return *result.value().snapshot; }
  [[nodiscard]] SliceRef slice(std::string_view name) const {
    return *trace().find_slice(event_named(trace(), name, 0));
  }
  [[nodiscard]] std::string args(std::string_view name) const {
    const auto json =
        result.value().texts->json_of(*trace().place_of(event_named(trace(), name, 0)));
    REQUIRE(json.ok());
    return json.value().find("args")->to_text();
  }
  [[nodiscard]] std::uint64_t issues(std::string_view kind) const {
    for (const LoadIssue& issue : trace().report.issues) {
      if (issue.kind == kind) return issue.count;
    }
    return 0;
  }
  TempFolder folder;
  Result<LoadedTrace> result;
};

/// One thread: an operator of 100 us that launches a kernel at 20 us, which runs from 50 to 80 us.
CaptureBytes one_launch() {
  ChannelBytes thread, gpu;
  thread.thread(77, "trainer").push(0, "aten::mm, seq = 3, op_id = 9, sizes = [[2, 3], [3, 4]]");
  const std::uint32_t code = thread.code("train.py", "step", 40, 0x030A, "");
  thread.begin(20'000, {.correlation = 5, .stack = thread.stack({{code, -1}})});
  thread.end(25'000, 5).pop(100'000);
  gpu.gpu().kernel(50'000, 80'000, {.name = "_Z4gemmPf", .correlation = 5});
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n");
  return capture.records(thread, 1).records(gpu, 0).end();
}

}  // namespace

TEST_CASE("a capture opens as a trace: threads, streams, and what launched what") {
  const Loaded loaded(one_launch());
  const Snapshot& trace = loaded.trace();
  CHECK(trace.info.format == "lanescope-capture");
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  CHECK(trace.slice_count == 3);
  const SliceRef kernel = loaded.slice("gemm(float*)");
  CHECK(kernel.track->kind == TrackKind::GpuStream);
  CHECK(kernel.track->stream == 7);
  CHECK(kernel.chunk->range(kernel.slice).begin_ns == 50'000);
  const EventId launch = kernel.chunk->link[kernel.slice];
  CHECK(launch == event_named(trace, "cudaLaunchKernel", 0));
  const SliceRef call = *trace.find_slice(launch);
  CHECK(call.chunk->link[call.slice] == event_named(trace, "aten::mm", 0));
  CHECK(trace.text(call.track->name) == "thread 77 (trainer)");
  CHECK(trace.text(call.track->process_name) == "python3");
  CHECK(trace.kernel_links.with_launch == 1);
  CHECK(trace.kernel_links.with_op == 1);
}

TEST_CASE("a file that a trigger saved tells what fired, and marks it in its thread") {
  constexpr std::string_view kFired = "step 1 took 100.0 µs (more than 50.00 µs)";
  ChannelBytes thread, recorder;
  thread.thread(77, "trainer").push(0, "step 1").pop(100'000);
  wire::ChannelOpenRecord open{};
  open.tid = 77;
  recorder.add(wire::RecordType::ChannelOpen,
               static_cast<std::uint32_t>(wire::ChannelKind::Recorder), open);
  wire::MarkRecord mark{};
  mark.time_ns = 100'000;
  const std::uint32_t text = recorder.string("trigger: " + std::string(kFired));
  recorder.add(wire::RecordType::Mark, text, mark);
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n").records(thread, 1).records(recorder, 0xFFFF);
  capture.chunk(wire::ChunkKind::Trigger, "what=" + std::string(kFired) + "\ntime_ns=100000\n");
  const Loaded loaded(capture.end());
  const Snapshot& trace = loaded.trace();
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  const JsonValue* trigger = trace.info.metadata.find("trigger");
  REQUIRE(trigger != nullptr);
  CHECK(*trigger->find("what")->string() == kFired);
  CHECK(trigger->find("time_ns")->as_int() == 100'000);
  REQUIRE(trace.instants->size() == 1);
  CHECK(trace.text(trace.instants->name[0]) == "trigger: " + std::string(kFired));
  CHECK(trace.instants->time_ns[0] == 100'000);
  // The mark has no lane of its own, and does not rename the thread.
  REQUIRE(trace.tracks.size() == 1);
  CHECK(trace.text(trace.tracks[0].name) == "thread 77 (trainer)");
}

TEST_CASE("the records tell shapes, stacks and grids when they are asked") {
  const Loaded loaded(one_launch());
  CHECK(loaded.args("aten::mm").find("\"Input Dims\":[[2,3],[3,4]]") != std::string::npos);
  CHECK(loaded.args("aten::mm").find("\"Sequence number\":3") != std::string::npos);
  CHECK(loaded.args("cudaLaunchKernel").find("\"Call stack\":\"train.py(40): step\"") !=
        std::string::npos);
  CHECK(loaded.args("gemm(float*)").find("\"grid\":[1,1,1],\"block\":[32,1,1]") !=
        std::string::npos);
}

TEST_CASE("an arrow leads from a forward operator to its backward one on autograd's thread") {
  ChannelBytes forward, backward, other;
  forward.thread(77).push(0, "aten::linear, seq = 3, op_id = 1").push(5'000, "aten::mm, seq = 3");
  forward.pop(6'000).pop(9'000).push(20'000, "aten::add, seq = 4").pop(21'000);
  forward.push(90'000, "aten::mm, seq = 5").pop(91'000);
  other.thread(78).push(30'000, "aten::add, seq = 4").pop(31'000);
  const auto node = [&](Ns at, const std::string& name, int sequence) {
    backward.push(at, "autograd::engine::evaluate_function: " + name + ", op_id = 9");
    backward.push(at, name + ", seq = " + std::to_string(sequence) + ", op_id = 10");
    backward.pop(at + 500).pop(at + 900);
  };
  backward.thread(79);
  node(50'000, "MmBackward0", 3);
  node(60'000, "AddBackward0", 4);    // two threads have the number
  node(70'000, "EarlyBackward0", 5);  // the operator with the number begins later
  CaptureBytes capture;
  capture.hello("pid=70\n");
  // The thread of the backward pass is read first.
  const Loaded loaded(capture.records(backward, 2).records(forward, 1).records(other, 3).end());
  const Snapshot& trace = loaded.trace();
  REQUIRE(trace.flows != nullptr);
  REQUIRE(trace.flows->size() == 2);
  CHECK(trace.flows->slice[0] == event_named(trace, "aten::mm", 0));
  CHECK(trace.flows->slice[1] == event_named(trace, "MmBackward0", 0));
  CHECK(trace.report.issues.empty());
}

TEST_CASE("what emit_nvtx marks is an operator, unless it is a range of the user's own") {
  ChannelBytes thread;
  thread.thread(77).push(0, "detach, seq = 0, op_id = 5").pop(1'000);
  thread.push(2'000, "detach_, op_id = 6, sizes = [[2]]").pop(3'000);
  thread.push(4'000, "my step, op_id = 7").pop(5'000);
  CaptureBytes capture;
  capture.hello("pid=70\n");
  const Loaded loaded(capture.records(thread, 1).end());
  const auto kind_of = [&](std::string_view name) {
    const SliceRef slice = loaded.slice(name);
    return loaded.trace().kind_of(slice.chunk->category[slice.slice]);
  };
  CHECK(kind_of("detach") == CategoryKind::CpuOp);
  CHECK(kind_of("detach_") == CategoryKind::CpuOp);
  CHECK(kind_of("my step") == CategoryKind::UserAnnotation);
}

TEST_CASE("calls of two processes with the same number are not mixed up") {
  CaptureBytes capture;
  for (std::uint32_t p = 0; p < 2; ++p) {
    ChannelBytes thread, gpu;
    thread.thread(10 + p).begin(p * 1000, {.correlation = 1}).end(p * 1000 + 10, 1);
    gpu.gpu().kernel(5000 + p * 1000, 5500 + p * 1000,
                     {.name = p == 0 ? "first" : "second", .correlation = 1});
    capture.hello("pid=" + std::to_string(100 + p) + "\nrank=" + std::to_string(p) + "\n", p);
    capture.records(gpu, 0, p).records(thread, 1, p);
  }
  const Loaded loaded(capture.end());
  const SliceRef second = loaded.slice("second");
  const SliceRef launch = *loaded.trace().find_slice(second.chunk->link[second.slice]);
  CHECK(loaded.trace().text(launch.track->process) == "101");
  CHECK(launch.chunk->range(launch.slice).begin_ns == 1000);
  CHECK(loaded.trace().text(second.track->process_name) == "GPU 0 of rank 1");
}

TEST_CASE("in a file of many processes that ran for days every kernel finds its launch") {
  constexpr std::uint32_t kProcesses = 300;
  CaptureBytes capture;
  for (std::uint32_t p = 0; p < kProcesses; ++p) {
    ChannelBytes thread, gpu;
    thread.thread(10 + p);
    gpu.gpu();
    // Some have called little, some more than 32 bits hold.
    std::uint64_t correlation = 1;
    for (const std::uint64_t next : {1ULL << 20, 1ULL << 26, 1ULL << 34, 1ULL << 40}) {
      thread.begin(static_cast<Ns>(p), {.correlation = correlation});
      thread.end(static_cast<Ns>(p) + 10, correlation);
      gpu.kernel(5000, 5500, {.correlation = correlation});
      correlation = next + p;
    }
    capture.hello("pid=" + std::to_string(100 + p) + "\n", p);
    capture.records(thread, 1, p).records(gpu, 0, p);
  }
  const Loaded loaded(capture.end());
  CHECK(loaded.trace().kernel_links.count == 4 * kProcesses);
  CHECK(loaded.trace().kernel_links.with_launch == 4 * kProcesses);
  for (const Track& track : loaded.trace().tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const SliceRef launch = *loaded.trace().find_slice(chunk->link[i]);
        // Which GPU a process sees is named after it, but for the first.
        const std::string name(loaded.trace().text(track.process));
        const std::size_t at = name.find('@');
        const std::string pid = at == std::string::npos ? "100" : name.substr(at + 1);
        REQUIRE(loaded.trace().text(launch.track->process) == pid);
      }
    }
  }
}

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
  const Loaded killed(capture("reason=killed\nsignal=9\n"));
  REQUIRE(killed.trace().report.issues.size() == 1);
  const LoadIssue& issue = killed.trace().report.issues[0];
  CHECK(issue.kind == "kernels_lost");
  CHECK(issue.count == 3);
  CHECK(issue.example == "process 70");
  CHECK(killed.trace().report.complete);
  CHECK(Loaded(capture("reason=exit\ncode=0\n")).issues("kernels_lost") == 0);
}

TEST_CASE("what the disk did not take is counted, and the recording does not pass for complete") {
  CaptureBytes capture = one_launch();
  const std::size_t events = 3;
  const auto ended = [&](std::string_view words) {
    std::string bytes = capture.bytes();
    bytes.resize(bytes.size() - sizeof(wire::ChunkHeader));  // without its end
    CaptureBytes last;
    last.chunk(wire::ChunkKind::End, words);
    return Loaded(bytes + last.bytes().substr(sizeof(wire::FileHeader)));
  };
  const Loaded lost = ended("why=ended\nfile_lost_records=37651\nfile_lost_bytes=904000\n");
  CHECK(lost.issues("records_not_written") == 37'651);
  CHECK_FALSE(lost.trace().report.complete);
  CHECK(lost.trace().report.kept == events);
  CHECK(lost.trace().report.kept + lost.trace().report.listed == lost.trace().counts.total);
  const Loaded whole = ended("why=ended\nfile_lost_records=0\n");
  CHECK(whole.trace().report.complete);
  CHECK(whole.trace().report.issues.empty());
}

TEST_CASE("what --keep-last removed is told with its time, and the recording is complete") {
  std::string bytes = one_launch().bytes();
  bytes.resize(bytes.size() - sizeof(wire::ChunkHeader));  // without its end
  CaptureBytes last;
  last.chunk(wire::ChunkKind::End,
             "why=ended\nfile_dropped_records=512\nfile_dropped_ns=40000000000\n");
  const Loaded loaded(bytes + last.bytes().substr(sizeof(wire::FileHeader)));
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
  const Loaded loaded(bytes + last.end().bytes().substr(sizeof(wire::FileHeader)));
  CHECK(loaded.issues("processes_not_sampled") == 12);
  CHECK(loaded.issues("threads_not_sampled") == 301);
  CHECK(loaded.issues("capture_problem") == 1);
}

TEST_CASE("a kernel that a call within a call launched belongs to the outer call") {
  ChannelBytes thread, gpu;
  thread.thread(1).begin(0, {.correlation = 7});
  thread.add(wire::RecordType::ApiAlias, 0, wire::ApiAliasRecord{{}, 8, 7}).end(10, 7);
  gpu.gpu().kernel(20, 30, {.correlation = 8});
  CaptureBytes capture;
  const Loaded loaded(capture.records(gpu, 0).records(thread, 1).end());
  const SliceRef kernel = loaded.slice("gemm");
  CHECK(kernel.chunk->link[kernel.slice] == event_named(loaded.trace(), "cudaLaunchKernel", 0));
}

TEST_CASE("what a killed program left open lasts to the end and is reported") {
  ChannelBytes thread;
  thread.thread(1)
      .push(0, "training")
      .begin(50, {.api = "cudaDeviceSynchronize", .correlation = 1});
  thread.push(60, "inner").pop(900);
  CaptureBytes capture;
  const Loaded loaded(capture.records(thread, 1));
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
  const Loaded loaded(capture.records(thread, 1).end());
  CHECK(loaded.issues("records_dropped") == 12);
  CHECK(loaded.trace().report.listed == 12);
  CHECK(loaded.trace().report.kept + loaded.trace().report.listed == loaded.trace().counts.total);
  CHECK(loaded.trace().counts.by_phase.at("(none)") == 12);
  CHECK(loaded.trace().counts.by_category.at("(none)") == 12);
  const SliceRef step = loaded.slice("step");
  CHECK(step.chunk->end_ns(step.slice) == 100);
  CHECK(loaded.slice("12 records lost: the ring was full").chunk != nullptr);
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
    const Loaded loaded(capture.end());
    CHECK(recording_pauses(loaded.trace()) == std::vector<TimeRange>{{400, 1000}});
    CHECK(loaded.trace().extent.end_ns == 1000);
  }
  SUBCASE("of the process, after which another one goes on") {
    capture.chunk(wire::ChunkKind::Left, "reason=exit\ncode=0\n");
    const Loaded loaded(capture.records(second, 1, 1).end());
    CHECK(recording_pauses(loaded.trace()) == std::vector<TimeRange>{{400, 1000}});
    CHECK(loaded.trace().extent.end_ns == 5000);
  }
}

TEST_CASE("ranges of two domains may cross") {
  ChannelBytes thread;
  thread.thread(1).push(0, "a", 1).push(10, "b", 2);
  thread.add(wire::RecordType::RangePop, 1, wire::RangePopRecord{{}, 20});
  thread.add(wire::RecordType::RangePop, 2, wire::RangePopRecord{{}, 30});
  CaptureBytes capture;
  const Loaded loaded(capture.records(thread, 1).end());
  CHECK(loaded.trace().report.issues.empty());
  CHECK(loaded.slice("a").chunk->end_ns(loaded.slice("a").slice) == 20);
  CHECK(loaded.slice("b").chunk->end_ns(loaded.slice("b").slice) == 30);
}

TEST_CASE("losses that no gap tells of are in the report too, and none twice") {
  ChannelBytes thread;
  thread.thread(1).push(0, "a").pop(10);
  thread.add(wire::RecordType::Gap, 1, wire::GapRecord{{}, 100, 200, 12, 480});
  CaptureBytes capture;
  capture.records(thread, 1);
  capture.chunk(wire::ChunkKind::Losses, "records=2\ndropped_records=15\ncupti_dropped=5\n");
  const Loaded loaded(capture.end());
  CHECK(loaded.issues("records_dropped") == 20);
  CHECK(loaded.trace().report.listed == 20);
}

TEST_CASE("a capture that is cut anywhere opens with all that is whole before") {
  const std::string whole = one_launch().bytes();
  for (std::size_t bytes = sizeof(wire::FileHeader); bytes < whole.size(); ++bytes) {
    CAPTURE(bytes);
    const Loaded loaded(whole.substr(0, bytes));
    CHECK_FALSE(loaded.trace().report.complete);
    CHECK(loaded.trace().slice_count <= 3);
  }
}

TEST_CASE("damage in the middle of a capture costs the chunk it is in") {
  std::string bytes = one_launch().bytes();
  const std::size_t hit = bytes.find("aten::mm");
  bytes[hit] = 'b';
  const Loaded loaded(bytes);
  CHECK(loaded.issues("damaged_chunk") == 1);
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
  CHECK(Loaded(capture.records(channel, 1).end()).issues("broken_record") == 4);
}

TEST_CASE("a file of nothing but false chunks is not looked through once for each of them") {
  const wire::ChunkHeader claim{wire::kChunkMagic, 0, 0, 0, 4U << 20, 0, 0};
  std::string bytes = one_launch().bytes();
  for (int i = 0; i < 256 << 10; ++i)
    bytes.append(reinterpret_cast<const char*>(&claim), sizeof claim);
  const Loaded loaded(bytes);  // by 4 MiB for each it would take minutes
  CHECK(loaded.issues("damaged_chunk") == 1);
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
  const Loaded loaded(capture.records(main, 1).end());  // else 40 thousand million looks
  CHECK(loaded.issues("end_without_begin") == kOpen);
  CHECK(loaded.trace().slice_count == kOpen);
}

TEST_CASE("a channel goes on with the next thread after the first has ended") {
  ChannelBytes channel;
  channel.thread(1).push(0, "one").pop(10).thread(2).push(20, "two").pop(30);
  CaptureBytes capture;
  const Loaded loaded(capture.records(channel, 1).end());
  CHECK(loaded.trace().text(loaded.slice("one").track->thread) == "1");
  CHECK(loaded.trace().text(loaded.slice("two").track->thread) == "2");
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
    const Loaded loaded(capture);
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
  CHECK(Loaded(capture).trace().report.set_aside == 0);
}
