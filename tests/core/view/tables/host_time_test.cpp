// The table of what sampled host threads did.
#include <doctest/doctest.h>

#include "core/view/tables/data_tables.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// One thread for 100 µs: tokenize() runs for 30 of them at line 41 and 10 at line 42, and the rest
/// is a sleep of main().
std::shared_ptr<const Snapshot> program() {
  TraceText trace;
  trace.cpu("python_sample", "train.py(10): main", "0", "100")
      .cpu("python_line", "train.py:12", "0", "60")
      .cpu("python_sample", "data.py(12): tokenize", "60", "40")
      .cpu("python_line", "data.py:41", "60", "30")
      .cpu("python_line", "data.py:42", "90", "10")
      .cpu("thread_state", "clock_nanosleep", "0", "60")
      .cpu("thread_state", "running · GIL", "60", "40");
  return trace.load();
}

std::string cell(const DataTable& table, std::size_t row, std::string_view title) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title == title) return table.rows.at(row).cells[i].text;
  }
  FAIL("no column " << title);
  return "";
}

}  // namespace

TEST_CASE("functions and lines are listed by self time, with what of it the thread ran") {
  const auto trace = program();
  const AnalysisResults results(*trace, whole_window());
  const DataTable functions = host_time_table({results}, HostRows::Function, {});
  REQUIRE(functions.rows.size() == 2);
  CHECK(trace->text(functions.rows[0].full_name) == "train.py(10): main");
  CHECK(cell(functions, 0, "Self") == "60.00 µs");
  CHECK(cell(functions, 0, "Self running") == "0 ns");
  CHECK(cell(functions, 0, "Top line") == "train.py:12");
  CHECK(cell(functions, 1, "Self running") == "40.00 µs");
  CHECK(cell(functions, 1, "Top line") == "data.py:41");
  const DataTable lines = host_time_table({results}, HostRows::Line, {});
  REQUIRE(lines.rows.size() == 3);
  CHECK(lines.rows[1].name == "data.py:41");
  CHECK(lines.rows[1].event == event_named(*trace, "data.py:41"));
}

TEST_CASE("threads have their time by what they did, and lead to their longest wait") {
  const auto trace = program();
  const AnalysisResults results(*trace, whole_window());
  const DataTable threads = host_time_table({results}, HostRows::Thread, {});
  REQUIRE(threads.rows.size() == 1);
  CHECK(threads.rows[0].name == "main thread 100");
  CHECK(cell(threads, 0, "Running") == "40.00 µs");
  CHECK(cell(threads, 0, "Sleep") == "60.00 µs");
  CHECK(cell(threads, 0, "Disk") == "0 ns");
  CHECK(threads.rows[0].event == event_named(*trace, "clock_nanosleep"));
}

TEST_CASE("native functions are listed by the CPU time that they used themselves") {
  TraceText text;
  text.cpu("python_sample", "train.py(10): main", "0", "100")
      .cpu("native_frame", "THPVariable_add (libtorch_python.so)", "0", "80")
      .cpu("native_frame", "at::native::add (libtorch_cpu.so)", "0", "65")
      .cpu("thread_state", "running", "0", "100");
  const auto trace = text.load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = host_time_table({results}, HostRows::NativeFunction, {});
  REQUIRE(table.rows.size() == 2);
  CHECK(trace->text(table.rows[0].full_name) == "at::native::add (libtorch_cpu.so)");
  CHECK(cell(table, 0, "% CPU time") == "65 %");
  CHECK(cell(table, 0, "Self running") == "65.00 µs");
  CHECK(cell(table, 1, "Self running") == "15.00 µs");
  CHECK(cell(table, 1, "Total running") == "80.00 µs");
  CHECK(table.rows[0].event == event_named(*trace, "at::native::add (libtorch_cpu.so)"));
  // Python's functions are as without them.
  const DataTable functions = host_time_table({results}, HostRows::Function, {});
  REQUIRE(functions.rows.size() == 1);
  CHECK(cell(functions, 0, "Self") == "100.0 µs");
}

TEST_CASE(
    "where context switches were not recorded, native functions have no share, and it says so") {
  const auto trace =
      TraceText()
          .cpu("native_frame", "at::native::add (libtorch_cpu.so)", "0", "30")
          .cpu("thread_state", "running", "0", "100")
          .slice("overhead", "Context switches not recorded", "100", "\"Capture\"", "40", "40")
          .load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = host_time_table({results}, HostRows::NativeFunction, {});
  REQUIRE(table.rows.size() == 1);
  CHECK(cell(table, 0, "% CPU time") == "50 %");
  CHECK(table.facts.find("not recorded for 40.00 µs") != std::string::npos);
  CHECK(host_time_table({results}, HostRows::Thread, {}).facts == table.facts);
}

TEST_CASE("a thread that waits for a CPU has that time in a column") {
  const auto trace = TraceText()
                         .cpu("thread_state", "running", "0", "60")
                         .cpu("thread_state", "runnable · GIL", "60", "40")
                         .load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable threads = host_time_table({results}, HostRows::Thread, {});
  REQUIRE(threads.rows.size() == 1);
  CHECK(cell(threads, 0, "Running") == "60.00 µs");
  CHECK(cell(threads, 0, "Waiting for CPU") == "40.00 µs");
  CHECK(cell(threads, 0, "Other waits") == "0 ns");
}

TEST_CASE("without context switches nobody knows how long a thread waited for a CPU") {
  const auto trace = TraceText()
                         .cpu("thread_state", "running", "0", "60")
                         .cpu("thread_state", "clock_nanosleep", "60", "40")
                         .load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable threads = host_time_table({results}, HostRows::Thread, {});
  REQUIRE(threads.rows.size() == 1);
  CHECK(cell(threads, 0, "Waiting for CPU") == "n/a");
  CHECK(cell(threads, 0, "Running") == "60.00 µs");
}

TEST_CASE("native stacks come with context switches, so that no wait for a CPU is 0 ns") {
  const auto trace = TraceText()
                         .cpu("python_sample", "train.py(10): main", "0", "60")
                         .cpu("native_frame", "at::native::add (libtorch_cpu.so)", "0", "60")
                         .cpu("thread_state", "running", "0", "60")
                         .load();
  const AnalysisResults results(*trace, whole_window());
  const DataTable threads = host_time_table({results}, HostRows::Thread, {});
  REQUIRE(threads.rows.size() == 1);
  CHECK(cell(threads, 0, "Waiting for CPU") == "0 ns");
}

TEST_CASE("a trace without samples has no such table") {
  const auto trace = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  CHECK_FALSE(has_host_samples(*trace));
  CHECK(has_host_samples(*program()));
  const AnalysisResults results(*trace, whole_window());
  const DataTable table = host_time_table({results}, HostRows::Function, {});
  CHECK(table.rows.empty());
  CHECK(table.empty.find("lanescope record") != std::string::npos);
}

TEST_CASE("that running includes waiting for a CPU is said where nobody knows how long it was") {
  const auto facts_with = [](const char* state) {
    const auto trace = TraceText()
                           .cpu("thread_state", "running", "0", "60")
                           .cpu("thread_state", state, "60", "40")
                           .load();
    const AnalysisResults results(*trace, whole_window());
    return host_time_table({results}, HostRows::Thread, {}).facts;
  };
  const std::string words = "running includes waiting for a CPU";
  CHECK(facts_with("clock_nanosleep").find(words) != std::string::npos);
  CHECK(facts_with("waiting for a CPU").find(words) == std::string::npos);
}

}  // namespace lanescope
