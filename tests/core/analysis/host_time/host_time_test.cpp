#include "core/analysis/host_time/host_time.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/flame/flame.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/thread_waits.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// Two threads for 100 µs. The main one is in main(), and in it twice in tokenize(), which calls
/// itself once; it reads from 60 to 80 µs with the GIL held. The other one waits for the GIL, then
/// for nobody knows what.
std::shared_ptr<const Snapshot> program() {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  const auto other = thread_writer(trace, "100", "101");
  main("python_sample", "train.py(10): main", "0", "100");
  main("python_sample", "data.py(12): tokenize", "10", "30");
  main("python_sample", "data.py(12): tokenize", "20", "10");
  main("python_line", "data.py:41", "20", "10");
  main("python_sample", "data.py(12): tokenize", "60", "20");
  main("python_line", "data.py:44", "60", "20");
  main("thread_state", "running · GIL", "0", "60");
  main("thread_state", "read /data/a.bin · GIL", "60", "20");
  main("thread_state", "running", "80", "20");
  other("python_sample", "train.py(10): main", "0", "100");
  other("thread_state", "waiting for the GIL", "0", "40");
  other("thread_state", "futex", "40", "10");
  other("thread_state", "waiting for the GIL", "50", "30");
  other("thread_state", "waiting", "80", "20");
  return trace.load();
}

/// A thread for 100 µs in main(), which calls a binding from 20 to 80, which calls add() until 60.
/// From 50 to 80 another thread has the CPU.
std::shared_ptr<const Snapshot> native_program() {
  TraceText trace;
  const auto add = thread_writer(trace, "100", "100");
  add("python_sample", "train.py(10): main", "0", "100");
  add("python_line", "train.py:11", "0", "100");
  add("native_frame", "THPVariable_add (libtorch_python.so)", "20", "60");
  add("native_frame", "at::native::add (libtorch_cpu.so)", "20", "40");
  add("thread_state", "running", "0", "50");
  add("thread_state", "runnable", "50", "30");
  add("thread_state", "running", "80", "20");
  return trace.load();
}

const SampledCode& named(const Snapshot& trace, const std::vector<SampledCode>& rows,
                         std::string_view name) {
  const auto at =
      std::ranges::find(rows, name, [&](const SampledCode& row) { return trace.text(row.name); });
  REQUIRE(at != rows.end());
  return *at;
}

}  // namespace

TEST_CASE("threads run, wait, and hold the GIL for as long as their states say") {
  const auto trace = program();
  const HostTime time = analyse_host_time(*trace, whole_window());
  REQUIRE(time.threads.size() == 2);
  const HostThreadTime &main = time.threads[0], &other = time.threads[1];
  CHECK(trace->text(main.thread) == "100");
  CHECK(main.sampled_ns == 100'000);
  CHECK(main.running_ns == 80'000);
  CHECK(main.gil_wait_ns == 0);
  CHECK(main.other_wait_ns == 20'000);
  CHECK(main.gil_held_ns == 80'000);
  CHECK(other.running_ns == 0);
  CHECK(other.gil_wait_ns == 70'000);
  CHECK(other.other_wait_ns == 30'000);
  CHECK(other.gil_held_ns == 0);
  REQUIRE(time.waits.size() == 4);
  CHECK(trace->text(time.waits[0].state) == "read /data/a.bin · GIL");
  CHECK(time.waits[0].gil_held_ns == 20'000);
  CHECK(time.waits[1].thread == 1);
  CHECK(trace->text(time.waits[1].state) == "waiting for the GIL");
  CHECK(time.waits[1].total_ns == 70'000);
  CHECK(time.waits[1].count == 2);
  CHECK(time.waits[1].longest_ns == 40'000);
  CHECK(time.waits[1].longest == event_named(*trace, "waiting for the GIL", 0));
}

TEST_CASE("waits for another thread are told from those for a lock") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", "train.py(10): main", "0", "100");
  main("thread_state", "futex", "0", "30");  // with lock:
  main("python_sample", "/usr/lib/python3.11/threading.py(1087): Thread.join", "30", "70");
  main("python_sample", "/usr/lib/python3.11/threading.py(1125): Thread._wait_for_tstate_lock",
       "31", "69");
  main("thread_state", "futex", "32", "68");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.waits.size() == 2);
  CHECK(time.waits[0].for_thread);
  CHECK(time.waits[0].total_ns == 68'000);
  CHECK_FALSE(time.waits[1].for_thread);
  CHECK(time.waits[1].total_ns == 30'000);
  const auto states = host_states(*loaded, time, 0);
  CHECK(states[static_cast<std::size_t>(HostState::Lock)] == 30'000);
  CHECK(states[static_cast<std::size_t>(HostState::OtherThread)] == 68'000);
}

TEST_CASE("a thread that waits for a queue waits for another thread, wherever it is") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  main("python_sample", "train.py(10): main", "0", "100");
  main("thread_state", "waiting for a queue", "0", "30");
  main("thread_state", "futex", "40", "20");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.waits.size() == 2);
  CHECK(time.waits[0].for_thread);
  CHECK(time.waits[0].total_ns == 30'000);
  CHECK_FALSE(time.waits[1].for_thread);
  CHECK(host_state_of({kStateWaitsForQueue}) == HostState::Lock);
}

TEST_CASE("the functions that wait for other threads, by file and name") {
  for (const char* const waits :
       {"threading.py(320): Condition.wait", "/usr/lib/python3.8/threading.py(979): join",
        "C:\\Python312\\Lib\\threading.py(295): Condition.wait",
        "concurrent/futures/thread.py(69): _worker",
        "logging/handlers.py(1522): QueueListener.dequeue"}) {
    CAPTURE(waits);
    CHECK(waits_for_thread(waits));
  }
  for (const char* const other :
       {"my_threading.py(3): join", "threading.py(1): Thread.run", "train.py(3): wait",
        "threading.py(1): Condition.wait.<locals>.own", "read", "thread.py(3): _worker"}) {
    CAPTURE(other);
    CHECK_FALSE(waits_for_thread(other));
  }
}

TEST_CASE("a profile beside the trace counts where the trace has no samples of the process") {
  TraceText trace;
  trace.top_level(R"("lanescopeProfileProcesses": {"2000000": 100, "2000001": 7})");
  for (const char* pid : {"100", "2000000", "2000001"}) {
    trace.slice("python_sample", "train.py(10): main", pid, "100", "0", "100");
    trace.slice("thread_state", "running", pid, "100", "0", "100");
  }
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.threads.size() == 2);
  CHECK(loaded->text(time.threads[0].process) == "100");
  CHECK(loaded->text(time.threads[1].process) == "2000001");
  CHECK(named(*loaded, time.functions, "train.py(10): main").total_ns == 200'000);
  FlameQuery query;
  query.stack = FlameStack::Samples;
  query.weight = FlameWeight::WallTime;
  const FlameTree flame = build_flame_tree(*loaded, whole_window(), query);
  CHECK(flame.total() == 200'000);
}

TEST_CASE("functions have their own time, and that of what they call once") {
  const auto trace = program();
  const HostTime time = analyse_host_time(*trace, whole_window());
  const SampledCode& main = named(*trace, time.functions, "train.py(10): main");
  CHECK(main.total_ns == 200'000);
  CHECK(main.self_ns == 150'000);
  CHECK(main.running_ns == 80'000);
  CHECK(main.self_running_ns == 50'000);
  CHECK(main.threads == 2);
  const SampledCode& tokenize = named(*trace, time.functions, "data.py(12): tokenize");
  CHECK(tokenize.total_ns == 50'000);
  CHECK(tokenize.self_ns == 50'000);
  CHECK(tokenize.running_ns == 30'000);
  CHECK(tokenize.threads == 1);
  CHECK(time.functions[0].name == main.name);
  REQUIRE(time.lines.size() == 2);
  CHECK(trace->text(time.lines[0].name) == "data.py:44");
  CHECK(time.lines[0].total_ns == 20'000);
  CHECK(time.lines[0].running_ns == 0);
  CHECK(time.lines[1].running_ns == 10'000);
}

TEST_CASE("only what is in the window counts") {
  const auto trace = program();
  const HostTime time = analyse_host_time(*trace, range_window({50'000, 70'000}));
  REQUIRE(time.threads.size() == 2);
  CHECK(time.threads[0].sampled_ns == 20'000);
  CHECK(time.threads[0].running_ns == 10'000);
  CHECK(named(*trace, time.functions, "data.py(12): tokenize").total_ns == 10'000);
  CHECK(named(*trace, time.functions, "train.py(10): main").self_ns == 30'000);
  CHECK(analyse_host_time(*trace, range_window({900'000, 950'000})).threads.empty());
}

TEST_CASE("what threads recorded themselves is no sample") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "10"),
                             slice("python_function", "train.py(1): main", "0", "20")});
  const HostTime time = analyse_host_time(*trace, whole_window());
  CHECK(time.threads.empty());
  CHECK(time.functions.empty());
}

TEST_CASE("a flame graph of samples has CPU time where the thread ran, and wall time everywhere") {
  const auto trace = program();
  const FlameQuery usual = usual_flame_query(*trace);
  CHECK(usual.stack == FlameStack::Samples);
  CHECK(usual.weight == FlameWeight::CpuTime);
  CHECK(flame_sources(*trace).samples);
  const FlameTree cpu = build_flame_tree(*trace, whole_window(), usual);
  CHECK(cpu.total() == 80'000);
  FlameQuery query = usual;
  query.weight = FlameWeight::WallTime;
  const FlameTree wall = build_flame_tree(*trace, whole_window(), query);
  CHECK(wall.total() == 200'000);
  // main, tokenize, tokenize, and the line.
  CHECK(wall.lines() == 5);
  // Of one thread, whichever of its tracks it was chosen by.
  for (const Track& track : trace->tracks) {
    query.thread = track.id;
    CHECK(build_flame_tree(*trace, whole_window(), query).total() == 100'000);
  }
  // Nothing of it is in the graph of what was recorded.
  CHECK(build_flame_tree(*trace, whole_window(), {}).total() == 0);
}

TEST_CASE("each sampled thread has its two tracks") {
  const auto trace = program();
  const auto threads = sampled_threads(*trace);
  REQUIRE(threads.size() == 2);
  for (const SampledThread& thread : threads) {
    REQUIRE(thread.samples != nullptr);
    REQUIRE(thread.states != nullptr);
    CHECK(is_same_thread(*thread.samples, *thread.states));
  }
  CHECK(running_times(*trace, *threads[0].samples) ==
        std::vector<TimeRange>{{0, 60'000}, {80'000, 100'000}});
}

TEST_CASE("native functions have a list of their own, and take nothing from Python's time") {
  const auto trace = native_program();
  const HostTime time = analyse_host_time(*trace, whole_window());
  REQUIRE(time.functions.size() == 1);
  CHECK(time.functions[0].self_ns == 100'000);
  CHECK(time.functions[0].self_running_ns == 70'000);
  REQUIRE(time.lines.size() == 1);
  CHECK(time.lines[0].self_ns == 100'000);
  REQUIRE(time.native_functions.size() == 2);
  const SampledCode &add = time.native_functions[0], &binding = time.native_functions[1];
  CHECK(trace->text(add.name) == "at::native::add (libtorch_cpu.so)");
  CHECK(add.self_ns == 40'000);
  CHECK(add.self_running_ns == 30'000);
  CHECK(binding.total_ns == 60'000);
  CHECK(binding.self_ns == 20'000);
  CHECK(binding.self_running_ns == 0);
}

TEST_CASE("a thread that waits for a CPU does not run, and does not wait for anything else") {
  const auto trace = native_program();
  const HostTime time = analyse_host_time(*trace, whole_window());
  REQUIRE(time.threads.size() == 1);
  CHECK(time.threads[0].running_ns == 70'000);
  CHECK(time.threads[0].runnable_ns == 30'000);
  CHECK(time.threads[0].other_wait_ns == 0);
  CHECK(time.threads[0].sampled_ns == 100'000);
  CHECK(host_states(*trace, time, 0)[static_cast<std::size_t>(HostState::Runnable)] == 30'000);
}

TEST_CASE("a flame graph of samples has machine code below the line that called it") {
  const auto trace = native_program();
  const FlameTree tree = build_flame_tree(*trace, whole_window(), usual_flame_query(*trace));
  CHECK(tree.total() == 70'000);
  const auto at = std::ranges::find_if(tree.nodes, [&](const FlameNode& node) {
    return node.kind == CategoryKind::NativeFrame &&
           trace->text(node.name) == "at::native::add (libtorch_cpu.so)";
  });
  REQUIRE(at != tree.nodes.end());
  CHECK(at->total == 30'000);
  std::string path;
  for (const std::uint32_t node : tree.path(static_cast<std::uint32_t>(at - tree.nodes.begin())))
    path += std::string(trace->text(tree.nodes[node].name)) + ";";
  CHECK(path ==
        "train.py(10): main;train.py:11;THPVariable_add (libtorch_python.so);"
        "at::native::add (libtorch_cpu.so);");
}

TEST_CASE("time without context switches is told of the threads of that process") {
  TraceText trace;
  trace.slice("thread_state", "running", "100", "100", "0", "50")
      .slice("thread_state", "futex", "100", "100", "50", "50")
      .slice("thread_state", "running", "200", "200", "0", "100")
      .slice("overhead", "Context switches not recorded", "100", "\"Capture\"", "40", "30")
      .slice("overhead", "Context switches not recorded", "100", "\"Capture\"", "70", "10");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  CHECK(time.switch_gap_ns == 40'000);
  CHECK(time.switch_gap_running_ns == 10'000);
  CHECK(analyse_host_time(*loaded, range_window({0, 45'000})).switch_gap_ns == 5'000);
}

TEST_CASE("a wait's line is the one with the most of it, not that of its longest stretch") {
  TraceText trace;
  const auto add = thread_writer(trace, "100", "100");
  add("python_sample", "train.py(10): main", "0", "100");
  const auto wait_at = [&](const char* line, const char* begin, const char* length) {
    add("python_line", line, begin, length);
    add("thread_state", "runnable", begin, length);
  };
  wait_at("train.py:5", "0", "20");
  for (const char* const begin : {"20", "40", "60"}) {
    wait_at("train.py:7", begin, "15");
    add("thread_state", "running", std::to_string(std::stoi(begin) + 15).c_str(), "5");
  }
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.waits.size() == 1);
  CHECK(time.waits[0].total_ns == 65'000);
  CHECK(time.waits[0].longest_ns == 20'000);
  CHECK(time.waits[0].top_line_ns == 45'000);
  CHECK(loaded->text(slice_name(*loaded, code_of_wait(*loaded, time.waits[0]))) == "train.py:7");
}

TEST_CASE("samples without states are running time where only what runs is sampled") {
  TraceText text;
  text.cpu("native_frame", "main", "0", "100").cpu("native_frame", "inner", "20", "30");
  Snapshot trace = *text.load();
  // Of other profiles nobody knows: they may be of bytes.
  CHECK(analyse_host_time(trace, whole_window()).threads.empty());
  trace.info.format = "nsys-sqlite";
  const HostTime time = analyse_host_time(trace, whole_window());
  REQUIRE(time.threads.size() == 1);
  CHECK(time.threads[0].sampled_ns == 100'000);
  CHECK(time.threads[0].running_ns == 100'000);
  REQUIRE(time.native_functions.size() == 2);
  CHECK(time.native_functions[0].self_running_ns == 70'000);
}
