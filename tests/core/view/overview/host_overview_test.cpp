#include "core/view/overview/host_overview.h"

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_states.h"
#include "core/analysis/results.h"
#include "core/view/colors/role_palette.h"
#include "core/view/colors/state_look.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// The main thread runs for 60 of 100 µs, then sleeps for 30 and reads a file for 10.
TraceText program() {
  TraceText trace;
  trace.cpu("python_sample", "train.py(10): main", "0", "100")
      .cpu("python_line", "train.py:11", "0", "60")
      .cpu("python_line", "train.py:12", "60", "40")
      .cpu("thread_state", "running", "0", "60")
      .cpu("thread_state", "clock_nanosleep", "60", "30")
      .cpu("thread_state", "read /data/a.bin", "90", "10");
  return trace;
}

const KeyFigure* figure(const KeyFigures& figures, std::string_view title) {
  for (const KeyFigure& one : figures) {
    if (one.title == title) return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("states are classed by the call, and by what it is about") {
  const auto of = [](std::string_view text) { return host_state_of(parse_thread_state(text)); };
  CHECK(of("running · GIL") == HostState::Running);
  CHECK(of("runnable · GIL") == HostState::Runnable);
  CHECK(of("waiting for the GIL") == HostState::Gil);
  CHECK(of("futex · GIL") == HostState::Lock);
  CHECK(of("clock_nanosleep") == HostState::Sleep);
  CHECK(of("read /data/a.bin · GIL") == HostState::Disk);
  CHECK(of("read pipe") == HostState::Channel);
  CHECK(of("read /dev/pts/1") == HostState::Channel);
  CHECK(of("poll socket") == HostState::Channel);
  CHECK(of("page fault") == HostState::PageFault);
  CHECK(of("event loop is idle") == HostState::EventLoop);
  CHECK(of("wait4") == HostState::Other);
  CHECK(of("waiting") == HostState::Other);
}

TEST_CASE("a state has the same color in the bar as on the lane") {
  for (const char* text :
       {"running", "waiting for the GIL", "futex", "read /data/a.bin", "read pipe", "poll socket",
        "clock_nanosleep", "page fault", "event loop is idle"}) {
    CAPTURE(text);
    const auto state = static_cast<std::size_t>(host_state_of(parse_thread_state(text)));
    CHECK(host_state_role(state) == thread_state_role(text));
  }
}

TEST_CASE("a program without GPU work has figures and a bar of its main thread") {
  const auto trace = program().load();
  const AnalysisResults results(*trace, whole_window());
  const KeyFigures figures = key_figures_insight(results);
  REQUIRE(figure(figures, "Running or waiting for a CPU") != nullptr);
  CHECK(figure(figures, "Running or waiting for a CPU")->value == "60 %");
  CHECK(figure(figures, "Waiting")->value == "40 %");
  const KeyFigure* wait = figure(figures, "Largest wait, main thread");
  REQUIRE(wait != nullptr);
  CHECK(wait->value == "30 %");
  CHECK(wait->note == "clock_nanosleep at train.py:12");
  CHECK(wait->event == event_named(*trace, "clock_nanosleep"));
  CHECK(figure(figures, "Waiting for the GIL") == nullptr);
  const Breakdown breakdown = breakdown_insight(results);
  REQUIRE(breakdown.bars.size() == 1);
  const std::vector<BreakdownPart>& parts = breakdown.bars[0].parts;
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].title == "running or waiting for a CPU");
  CHECK(parts[1].title == "sleep");
  CHECK(parts[2].title == "disk");
  CHECK(parts[2].share == doctest::Approx(0.1));
}

TEST_CASE(
    "waiting for a CPU, and the native function that used most of them, are in the overview") {
  const auto trace = TraceText()
                         .cpu("python_sample", "train.py(10): main", "0", "100")
                         .cpu("native_frame", "at::native::add (libtorch_cpu.so)", "0", "30")
                         .cpu("thread_state", "running", "0", "60")
                         .cpu("thread_state", "waiting for a CPU", "60", "40")
                         .load();
  const AnalysisResults results(*trace, whole_window());
  const std::vector<BreakdownPart> parts = breakdown_insight(results).bars.at(0).parts;
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].title == "running");
  CHECK(parts[1].title == "waiting for a CPU");
  CHECK(parts[1].share == doctest::Approx(0.4));
  const KeyFigures figures = key_figures_insight(results);
  REQUIRE(figure(figures, "Largest wait, main thread") != nullptr);
  CHECK(figure(figures, "Largest wait, main thread")->note.starts_with("waiting for a CPU"));
  const KeyFigure* native = figure(figures, "Top native function, all threads");
  REQUIRE(native != nullptr);
  CHECK(native->value == "50 %");
  CHECK(native->note.find("add") != std::string::npos);
  CHECK(native->event == event_named(*trace, "at::native::add (libtorch_cpu.so)"));
}

TEST_CASE("figures of the main thread are told from those of all threads") {
  TraceText trace = program();
  trace.slice("python_sample", "train.py(20): load", "100", "101", "0", "100")
      .slice("thread_state", "running · GIL", "100", "101", "0", "20")
      .slice("thread_state", "waiting for the GIL", "100", "101", "20", "80")
      .slice("python_sample", "train.py(30): save", "100", "102", "0", "100")
      .slice("thread_state", "waiting for the GIL", "100", "102", "0", "100");
  const auto loaded = trace.load();
  const KeyFigures figures = key_figures_insight(AnalysisResults(*loaded, whole_window()));
  for (const char* title : {"Running or waiting for a CPU", "Waiting"}) {
    CAPTURE(title);
    REQUIRE(figure(figures, title) != nullptr);
    CHECK(figure(figures, title)->note.ends_with(", main thread"));
  }
  CHECK(figure(figures, "Largest wait, main thread") != nullptr);
  const KeyFigure* gil = figure(figures, "Waiting for the GIL");
  REQUIRE(gil != nullptr);
  CHECK(gil->value == "180.0 µs");
  CHECK(gil->note == "20.00 µs held, all threads");
}

TEST_CASE("a thread that runs may wait for a CPU only where context switches were not recorded") {
  const auto running = [](const TraceText& text, std::string_view title) {
    const auto trace = text.load();
    const AnalysisResults results(*trace, whole_window());
    const std::vector<BreakdownPart> parts = breakdown_insight(results).bars.at(0).parts;
    const KeyFigures figures = key_figures_insight(results);
    const KeyFigure* figure_of = figure(figures, title);
    REQUIRE(figure_of != nullptr);
    const BreakdownBar bar = breakdown_insight(results).bars.at(0);
    return bar.facts + ": " + parts.at(0).title + ". " + std::string(parts[0].meaning) + " " +
           std::string(figure_of->meaning);
  };
  const std::string unknown = running(program(), "Running or waiting for a CPU");
  CHECK(unknown.starts_with("100.0 µs sampled: "));
  CHECK(
      unknown.find(": running or waiting for a CPU. The thread is running or waiting for a CPU") !=
      std::string::npos);
  CHECK(unknown.find("in which it was running or waiting for a CPU") != std::string::npos);
  TraceText switched = program();
  switched.cpu("thread_state", "runnable", "100", "10");
  CHECK(running(switched, "Running").find("or waiting") == std::string::npos);
}

TEST_CASE("the functions with the most self time are listed with their line") {
  const auto trace = program().load();
  const HostOverview host = host_overview_insight(AnalysisResults(*trace, whole_window()));
  REQUIRE(host.functions.size() == 1);
  CHECK(host.functions[0].share_text == "100 %");
  CHECK(host.functions[0].note == "train.py:11");
  CHECK(host.functions[0].event == event_named(*trace, "train.py(10): main"));
}

TEST_CASE("functions in which helper threads wait for others are listed last") {
  TraceText trace = program();
  trace.slice("python_sample", "threading.py(295): Condition.wait", "100", "101", "0", "900")
      .slice("thread_state", "futex", "100", "101", "0", "900")
      .slice("python_sample", "socket.py(286): socket.accept", "100", "102", "0", "900")
      .slice("thread_state", "accept4 socket", "100", "102", "0", "900")
      .slice("python_sample", "lock.py(10): worker", "100", "103", "0", "800")
      .slice("thread_state", "futex", "100", "103", "0", "800");
  const auto loaded = trace.load();
  const HostOverview host = host_overview_insight(AnalysisResults(*loaded, whole_window()));
  REQUIRE(host.functions.size() == 4);
  CHECK(host.functions[0].name == "lock.py(10): worker");  // for a lock that somebody holds
  CHECK(host.functions[1].event == event_named(*loaded, "train.py(10): main"));
  CHECK(host.functions[2].share > host.functions[0].share);
}

TEST_CASE("with GPU work the overview is about the GPU") {
  TraceText trace = program();
  trace.kernel("gemm", "0", "50", "1");
  const auto loaded = trace.load();
  const AnalysisResults results(*loaded, whole_window());
  CHECK(host_overview_insight(results).empty());
  for (const char* const title : {"Running", "Running or waiting for a CPU"})
    CHECK(figure(key_figures_insight(results), title) == nullptr);
  CHECK(breakdown_insight(results).bars[0].device == 0);
}

TEST_CASE("any two states are told apart under every vision") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    for (std::size_t a = 0; a < kHostStates; ++a) {
      for (std::size_t b = a + 1; b < kHostStates; ++b) {
        // Lanes do not tell these two apart, so the bar has one color for both.
        const bool is_lane_lock = static_cast<HostState>(a) == HostState::Lock &&
                                  static_cast<HostState>(b) == HostState::OtherThread;
        if (is_lane_lock) continue;
        CAPTURE(a);
        CAPTURE(b);
        for (const Vision vision :
             {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia}) {
          const auto seen = [&](std::size_t state) {
            return to_oklab(simulate(vision, role_color(theme, host_state_role(state))));
          };
          CHECK(distance(seen(a), seen(b)) >= 0.11);
        }
      }
    }
  }
}

}  // namespace lanescope
