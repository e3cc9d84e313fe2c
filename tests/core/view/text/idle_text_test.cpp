#include "core/view/text/idle_text.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// The sentence of the gap from 10 to 100 µs, with the next launch at 90.
std::string sentence(const TraceText& host) {
  TraceText trace = host;
  trace.kernel("first", "0", "10", "1")
      .cpu("cuda_runtime", "cudaLaunchKernel", "90", "1", R"("correlation": 2)")
      .kernel("second", "100", "10", "2");
  const auto snapshot = trace.load();
  const IdleTime idle = analyse_idle({*snapshot, whole_window()});
  return idle_sentence(*snapshot, idle.devices.at(0), idle.devices[0].gaps.at(0));
}

}  // namespace

TEST_CASE("a gap is told by what the host did meanwhile") {
  CHECK(sentence(TraceText()
                     .cpu("python_function", "train.py(42): main", "5", "85")
                     .cpu("cpu_op", "aten::item", "5", "85")
                     .cpu("cuda_runtime", "cudaStreamSynchronize", "6", "84")) ==
        "The GPU waited 90.00 µs, mostly for aten::item in train.py:42, which was itself waiting "
        "for the GPU in cudaStreamSynchronize.");
  CHECK(sentence(TraceText().cpu("user_annotation",
                                 "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                                 "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for data: "
        "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__ was fetching the next batch.");
  CHECK(sentence(TraceText()
                     .cpu("cpu_op", "aten::empty", "10", "80")
                     .cpu("cuda_runtime", "cudaMalloc", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for aten::empty, which was allocating or freeing device "
        "memory in cudaMalloc.");
  CHECK(sentence(TraceText().cpu("python_function", "src/train.py(7): log", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing: log in "
        "train.py:7.");
  // A function and a line belong together, whatever called it.
  CHECK(sentence(TraceText()
                     .cpu("python_function", "train.py(42): main", "5", "94")
                     .cpu("python_function", "/tmp/torchinductor_root/ov/cov.py(2533): call", "10",
                          "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing: call in "
        "cov.py:2533 (called from main in train.py:42).");
  CHECK(sentence(TraceText()
                     .cpu("python_function", "train.py(42): main", "5", "94")
                     .cpu("python_function", "<built-in method tobytes>", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing: <built-in method "
        "tobytes> (called from main in train.py:42).");
  CHECK(sentence(TraceText()) ==
        "The GPU waited 90.00 µs, mostly for the host; the trace does not show what it "
        "did.");
}

TEST_CASE("a gap during a traced system call names the call, and what kind of wait it is") {
  CHECK(sentence(TraceText()
                     .cpu("user_annotation", "load_batch", "10", "80")
                     .cpu("osrt", "sem_wait", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for system calls: load_batch, which was in sem_wait "
        "(lock).");
  CHECK(sentence(TraceText().cpu("osrt", "read", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for system calls: read.");
}

TEST_CASE("a gap during an operator that was in a long system call names both") {
  CHECK(sentence(TraceText()
                     .cpu("cpu_op", "aten::native_layer_norm", "10", "80")
                     .cpu("osrt", "fsync", "12", "70")) ==
        "The GPU waited 90.00 µs, mostly for operators on the CPU: aten::native_layer_norm, which "
        "was in fsync (disk).");
  CHECK(sentence(TraceText()
                     .cpu("cpu_op", "aten::native_layer_norm", "10", "80")
                     .cpu("osrt", "ioctl", "12", "5")) ==
        "The GPU waited 90.00 µs, mostly for operators on the CPU: aten::native_layer_norm.");
}

TEST_CASE("a gap in which nothing was traced is told by samples, with the line and the wait") {
  const auto tokenizing = [] {
    return TraceText()
        .cpu("python_sample", "src/data.py(12): tokenize", "10", "80")
        .cpu("python_line", "src/data.py:41", "10", "80");
  };
  CHECK(sentence(tokenizing()) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing (sampled): tokenize "
        "in data.py:41.");
  CHECK(sentence(tokenizing().cpu("thread_state", "waiting for the GIL", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing (sampled): tokenize "
        "in data.py:41, which was waiting for the GIL.");
  CHECK(sentence(tokenizing().cpu("thread_state", "read /data/a.bin · GIL", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing (sampled): tokenize "
        "in data.py:41, which was waiting in read /data/a.bin.");
  CHECK(sentence(tokenizing().cpu("thread_state", "runnable", "10", "80")) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing (sampled): tokenize "
        "in data.py:41, which was waiting for a CPU.");
}

TEST_CASE("a wait that emptied the queue is told when something else followed it") {
  CHECK(sentence(TraceText()
                     .cpu("cuda_runtime", "cudaStreamSynchronize", "5", "6")
                     .cpu("cpu_op", "aten::mm", "12", "78")) ==
        "The GPU waited 90.00 µs, mostly for operators on the CPU: aten::mm. "
        "cudaStreamSynchronize had drained its queue.");
}

TEST_CASE("many culprits are not put down to one") {
  TraceText trace;
  for (int i = 0; i < 8; ++i) {
    trace.cpu("cpu_op", "aten::op" + std::to_string(i), std::to_string(10 + 10 * i), "10");
  }
  CHECK(sentence(trace) ==
        "The GPU waited 90.00 µs, mostly for operators on the CPU, chiefly "
        "aten::op0.");
  TraceText frames;
  for (int i = 0; i < 8; ++i) {
    frames.cpu("python_function", "train.py(" + std::to_string(i + 1) + "): f" + std::to_string(i),
               std::to_string(10 + 10 * i), "10");
  }
  CHECK(sentence(frames) ==
        "The GPU waited 90.00 µs, mostly for Python code that launched nothing, chiefly "
        "f0 in train.py:1.");
}

TEST_CASE("what explains at most half of a gap is not told as most of it") {
  // Operators have 43 of 90 µs, Python 37, and the launch the rest.
  CHECK(sentence(TraceText()
                     .cpu("cpu_op", "aten::bmm", "10", "43")
                     .cpu("python_function", "train.py(7): log", "53", "37")) ==
        "The GPU waited 90.00 µs, 48 % of it for operators on the CPU: aten::bmm. Another 41 %: "
        "Python.");
  CHECK(sentence(TraceText()
                     .cpu("cpu_op", "aten::bmm", "10", "47")
                     .cpu("python_function", "train.py(7): log", "57", "33")) ==
        "The GPU waited 90.00 µs, mostly for operators on the CPU: aten::bmm.");
}

TEST_CASE("work that was launched in time is told by what may have held it up") {
  TraceText trace;
  trace.kernel("first", "0", "10", "1")
      .cpu("cuda_runtime", "cudaLaunchKernel", "1", "1", R"("correlation": 2)")
      .kernel("void at::native::second<float>(int)", "15", "10", "2")
      .kernel("third", "200", "10", "3");
  const auto snapshot = trace.load();
  const IdleTime idle = analyse_idle({*snapshot, whole_window()});
  CHECK(idle_sentence(*snapshot, idle.devices[0], idle.devices[0].gaps[0]) ==
        "The GPU waited 5.000 µs before second<float>, which had been launched in time; this "
        "is the usual delay between kernels.");
  CHECK(idle_sentence(*snapshot, idle.devices[0], idle.devices[0].gaps[1]) ==
        "The GPU waited 175.0 µs for third; the trace does not show what launched it.");
}

TEST_CASE("gaps with one cause are told together, in the order of their lengths") {
  TraceText trace;
  trace.kernel("first", "0", "10", "1");
  const auto wait = [&](int at, int ns, std::string_view op) {
    const std::string id = std::to_string(at);
    trace.cpu("cpu_op", op, std::to_string(at), std::to_string(ns))
        .cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(at + ns), "1",
             R"("correlation": )" + id)
        .kernel("next", std::to_string(at + ns), "10", id);
  };
  wait(10, 40, "aten::mm");
  wait(60, 90, "aten::cat");
  wait(160, 80, "aten::mm");
  wait(250, 30, "aten::mm");
  const auto snapshot = trace.load();
  const IdleTime idle = analyse_idle({*snapshot, whole_window()});
  const IdleDevice& device = idle.devices.at(0);
  const auto groups = longest_gaps(*snapshot, device, 3);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].text == "The GPU waited 90.00 µs for operators on the CPU: aten::cat.");
  CHECK(groups[1].text == "In 2 gaps, the GPU waited for operators on the CPU: aten::mm.");
  REQUIRE(groups[1].gaps.size() == 2);
  CHECK(device.known_ns(device.gaps[groups[1].gaps[0]]) == 80'000);
  CHECK(device.known_ns(device.gaps[groups[1].gaps[1]]) == 40'000);
  CHECK(longest_gaps(*snapshot, device, 0).empty());
}

TEST_CASE("a frame is told by its file and line") {
  CHECK(source_text("a/b/train.py(42): main") == "train.py:42");
  CHECK(source_text("<built-in method add>") == "<built-in method add>");
  CHECK(source_text("").empty());
  CHECK(frame_text("a/b/train.py(42): main") == "main (train.py:42)");
  CHECK(frame_text("<built-in method add>") == "<built-in method add>");
}

TEST_CASE("a gap in which the recording was paused is not told as a wait of the GPU") {
  const auto paused = [](const char* ts, const char* dur) {
    return TraceText().slice("overhead", "Paused", "100", "Capture", ts, dur);
  };
  CHECK(sentence(paused("10", "90")) ==
        "The recording was paused; GPU activity during that time is unknown.");
  CHECK(sentence(paused("20", "60")) ==
        "The recording was paused for 60.00 µs of these 90.00 µs; GPU activity during that "
        "time is unknown.");
  CHECK(sentence(paused("20", "10")) ==
        "The GPU waited 80.00 µs, mostly for the host; the trace does not show what it did. For "
        "another 10.00 µs the recording was paused.");
}
