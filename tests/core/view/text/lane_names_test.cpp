#include "core/view/text/lane_names.h"

#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// A snapshot of one track with the given names.
struct Named {
  StringPool pool;
  Snapshot snapshot;
  Track track;

  Named(const char* process, const char* thread, const char* process_name, const char* name) {
    track.process = pool.intern(process);
    track.thread = pool.intern(thread);
    track.process_name = pool.intern(process_name);
    track.name = pool.intern(name);
    snapshot.strings = pool.freeze();
  }
};

std::string title(const char* thread, const char* process_name, const char* name) {
  const Named named("100", thread, process_name, name);
  return thread_title(named.snapshot, named.track);
}

std::string stream(std::int64_t number, const char* name) {
  Named named("0", "7", "python", name);
  named.track.stream = number;
  return stream_title(named.snapshot, named.track);
}

}  // namespace

TEST_CASE("threads are called by what their name adds to the process and the number") {
  CHECK(title("25738", "python", "thread 25738 (pt_data_worker)") == "pt_data_worker");
  CHECK(title("25738", "python", "thread 25738 (python)") == "thread 25738");
  CHECK(title("25738", "", "thread 25738 (pt_main_thread)") == "thread 25738");
  CHECK(title("7", "launcher_test_x", "thread 7 (launcher_test_)") == "thread 7");
  CHECK(title("7", "app", "RenderThread") == "RenderThread");
  CHECK(title("7", "", "") == "thread 7");
  CHECK(title("", "", "") == "no thread");
}

TEST_CASE("the main thread of a process is called so wherever its lane is not beside it") {
  const auto of = [](const char* thread, const char* name) {
    const Named named("1317", thread, "python", name);
    return thread_title(named.snapshot, named.track);
  };
  CHECK(of("1317", "") == "main thread 1317");
  CHECK(of("1317", "thread 1317 (pt_main_thread)") == "main thread 1317");
  CHECK(of("1317", "thread 1317 (trainer)") == "trainer");
  CHECK(of("1318", "") == "thread 1318");
}

TEST_CASE("the thread with the steps is the main one, whatever its number") {
  TraceText text;
  text.slice("user_annotation", "ProfilerStep#1", "100", "102", "0", "50");
  text.slice("cpu_op", "aten::mm", "100", "100", "0", "50");
  const auto snapshot = text.load();
  REQUIRE(snapshot->steps.size() == 1);
  int found = 0;
  for (const Track& track : snapshot->tracks) {
    const std::string_view thread = snapshot->text(track.thread);
    if (track.kind != TrackKind::CpuThread || track.slices == 0) continue;
    ++found;
    CHECK(thread_title(*snapshot, track) == (thread == "102" ? "main thread 102" : "thread 100"));
  }
  CHECK(found == 2);
}

TEST_CASE("streams are called by number unless the file knows better") {
  CHECK(stream(7, "stream 7") == "stream 7");
  CHECK(stream(7, "Stream 7") == "stream 7");
  CHECK(stream(7, "stream 7 (sync)") == "stream 7");
  CHECK(stream(801, "DMA_REQUEST") == "DMA_REQUEST");
  CHECK(stream(-1, "") == "no stream");
}

TEST_CASE("devices have their model's name without the vendor") {
  Named named("0", "7", "python", "");
  named.track.device = 0;
  CHECK(device_title(named.snapshot, named.track) == "GPU 0");
  named.snapshot.info.devices.push_back({0, "NVIDIA H200", {}, {}});
  CHECK(device_title(named.snapshot, named.track) == "GPU 0 H200");
  named.snapshot.info.devices.back().name = "GPU";
  CHECK(device_title(named.snapshot, named.track) == "GPU 0");
  named.snapshot.info.devices.back().name = "AMD GPU";
  CHECK(device_title(named.snapshot, named.track) == "GPU 0");
  Named mtia("9", "4", "MTIA 9", "");
  mtia.track.device = 9;
  CHECK(device_title(mtia.snapshot, mtia.track) == "MTIA 9");
  CHECK(short_device_name("AMD Instinct MI300X") == "MI300X");
  CHECK(short_device_name("Tesla V100") == "Tesla V100");
}

TEST_CASE("processes have a name, a number, or both") {
  const auto name = [](const char* pid, const char* process_name) {
    const Named named(pid, "1", process_name, "");
    return process_title(named.snapshot, named.track);
  };
  CHECK(name("100", "python") == "python pid 100");
  CHECK(name("100", "") == "pid 100");
  CHECK(name("100", "process 100") == "process 100");
  CHECK(name("100", "process 7") == "process 7 pid 100");
  CHECK(name("", "x") == "x");
  CHECK(name("", "") == "no process");
}

TEST_CASE("allocators are called by their device") {
  CHECK(memory_device_name(0, -1) == "CPU");
  CHECK(memory_device_name(1, 3) == "CUDA 3");
  CHECK(memory_device_name(99, 0) == "device type 99 0");
}

}  // namespace lanescope
