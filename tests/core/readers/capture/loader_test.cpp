#include "core/readers/capture/loader.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/loaded_capture.h"

using namespace lanescope;

TEST_CASE("a capture opens as a trace: threads, streams, and what launched what") {
  const LoadedCapture loaded(one_launch());
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
  const LoadedCapture loaded(capture.end());
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

TEST_CASE("ranges whose names end in a rising number are the steps of a recording") {
  ChannelBytes thread;
  thread.thread(77, "trainer");
  for (int i = 0; i < 3; ++i) {
    const Ns begin_ns = i * 100'000;
    thread.push(begin_ns, "step " + std::to_string(i)).push(begin_ns + 1'000, "load 1");
    thread.pop(begin_ns + 2'000).pop(begin_ns + 90'000);
  }
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n").records(thread, 1);
  const LoadedCapture loaded(capture.end());
  const Snapshot& trace = loaded.trace();
  REQUIRE(trace.steps.size() == 3);
  CHECK(trace.text(trace.steps[2].name) == "step 2");
  CHECK(trace.steps[2].range.begin_ns == 200'000);
  CHECK(trace.steps[2].range.end_ns == 290'000);
}

TEST_CASE("a step that has not ended lasts as far as it was recorded, and is not counted") {
  ChannelBytes thread;
  thread.thread(77, "trainer");
  for (int i = 0; i < 3; ++i) {
    thread.push(1'000 + i * 100'000, "step " + std::to_string(i));
    if (i < 2) thread.pop(91'000 + i * 100'000);
  }
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n").records(thread, 1);
  SUBCASE("the recording ended, as that of the last seconds is saved while a program hangs") {
    capture.chunk(wire::ChunkKind::End, "", 0, 0, 5'000'000);
  }
  SUBCASE("its process ended long before") {
    capture.chunk(wire::ChunkKind::Left, "reason=killed\n", 0, 0, 5'000'000);
    capture.chunk(wire::ChunkKind::End, "", 0, 0, 9'000'000);
  }
  const LoadedCapture loaded(capture.bytes());
  const Snapshot& trace = loaded.trace();
  const auto last = trace.find_slice(event_named(trace, "step 2"));
  REQUIRE(last);
  CHECK(last->chunk->range(last->slice) == TimeRange{201'000, 5'000'000});
  CHECK(trace.extent == TimeRange{1'000, 5'000'000});
  REQUIRE(trace.steps.size() == 2);
  CHECK(trace.text(trace.steps[1].name) == "step 1");
  const auto cut = std::ranges::find(trace.report.issues, "cut_step", &LoadIssue::kind);
  REQUIRE(cut != trace.report.issues.end());
  CHECK(cut->example == "step 2");
}

TEST_CASE("the records tell shapes, stacks and grids when they are asked") {
  const LoadedCapture loaded(one_launch());
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
  const LoadedCapture loaded(
      capture.records(backward, 2).records(forward, 1).records(other, 3).end());
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
  const LoadedCapture loaded(capture.records(thread, 1).end());
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
  const LoadedCapture loaded(capture.end());
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
  const LoadedCapture loaded(capture.end());
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

TEST_CASE("a kernel that a call within a call launched belongs to the outer call") {
  ChannelBytes thread, gpu;
  thread.thread(1).begin(0, {.correlation = 7});
  thread.add(wire::RecordType::ApiAlias, 0, wire::ApiAliasRecord{{}, 8, 7}).end(10, 7);
  gpu.gpu().kernel(20, 30, {.correlation = 8});
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(gpu, 0).records(thread, 1).end());
  const SliceRef kernel = loaded.slice("gemm");
  CHECK(kernel.chunk->link[kernel.slice] == event_named(loaded.trace(), "cudaLaunchKernel", 0));
}

TEST_CASE("ranges of two domains may cross") {
  ChannelBytes thread;
  thread.thread(1).push(0, "a", 1).push(10, "b", 2);
  thread.add(wire::RecordType::RangePop, 1, wire::RangePopRecord{{}, 20});
  thread.add(wire::RecordType::RangePop, 2, wire::RangePopRecord{{}, 30});
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(thread, 1).end());
  CHECK(loaded.trace().report.issues.empty());
  CHECK(loaded.slice("a").chunk->end_ns(loaded.slice("a").slice) == 20);
  CHECK(loaded.slice("b").chunk->end_ns(loaded.slice("b").slice) == 30);
}

TEST_CASE("a channel goes on with the next thread after the first has ended") {
  ChannelBytes channel;
  channel.thread(1).push(0, "one").pop(10).thread(2).push(20, "two").pop(30);
  CaptureBytes capture;
  const LoadedCapture loaded(capture.records(channel, 1).end());
  CHECK(loaded.trace().text(loaded.slice("one").track->thread) == "1");
  CHECK(loaded.trace().text(loaded.slice("two").track->thread) == "2");
}
