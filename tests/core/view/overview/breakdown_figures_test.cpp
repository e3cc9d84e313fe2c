#include "core/view/overview/breakdown_figures.h"

#include <memory>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct Sources {
  GpuTime gpu_time;
  StepTable steps;
  KernelTable kernels;
  MemoryTable memory;
  IdleTime idle;
  LaunchTable launches;
  std::uint64_t early_kernels = 0;
  std::shared_ptr<const Snapshot> trace = TraceText().cpu("cpu_op", "aten::item", "0", "10").load();
  [[nodiscard]] KeyFigures figures() const {
    return build_key_figures(*trace,
                             {gpu_time, steps, kernels, memory, idle, launches, early_kernels});
  }
};

const KeyFigure* figure(const KeyFigures& figures, std::string_view title) {
  for (const KeyFigure& one : figures) {
    if (one.title == title) return &one;
  }
  return nullptr;
}

GpuTimeDevice device(std::int64_t number, Ns span_ns, Ns compute_ns, Ns exposed_comm_ns) {
  GpuTimeDevice out;
  out.device = number;
  out.span_ns = span_ns;
  out.compute_ns = compute_ns;
  out.exposed_comm_ns = exposed_comm_ns;
  out.total_comm_ns = 4 * exposed_comm_ns;
  out.busy_ns = compute_ns + exposed_comm_ns;
  out.idle_ns = span_ns - out.busy_ns;
  return out;
}

KernelRow kernels(std::uint64_t count, Ns total_ns) {
  KernelRow row;
  row.count = count;
  row.total_ns = total_ns;
  return row;
}

StepRow step(bool warm_up) {
  StepRow row;
  row.warm_up = warm_up;
  return row;
}

}  // namespace

TEST_CASE("a trace of nothing has no figures, rather than zeros") {
  CHECK(Sources().figures().empty());
}

TEST_CASE("the GPUs' figures are means over the devices") {
  Sources sources;
  sources.gpu_time.devices = {device(0, 1000, 600, 200), device(1, 1000, 400, 0)};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "GPU busy"));
  CHECK(figure(figures, "GPU busy")->value == "60 %");
  CHECK(figure(figures, "GPU busy")->note == "mean of 2 GPUs");
  REQUIRE(figure(figures, "Exposed communication"));
  CHECK(figure(figures, "Exposed communication")->value == "10 %");
  CHECK(figure(figures, "Exposed communication")->note == "75 % of comm hidden");
  CHECK(figure(figures, "Exposed copies and memsets") == nullptr);
}

TEST_CASE(
    "launches of kernels that the file lacks are a figure with the option that records them") {
  Sources sources;
  auto trace = std::make_shared<Snapshot>(*sources.trace);
  sources.trace = trace;
  CHECK(figure(sources.figures(), "Kernels not recorded") == nullptr);
  LoadIssue issue;
  issue.kind = "kernels_not_recorded";
  issue.count = 1200;
  trace->report.issues.push_back(issue);
  const KeyFigures figures = sources.figures();
  const KeyFigure* missing = figure(figures, "Kernels not recorded");
  REQUIRE(missing);
  CHECK(missing->value == "1,200 launches");
  CHECK(missing->note == "record with --trace=cuda");
  CHECK(missing->tab == "Load report");
}

TEST_CASE("graphs that hide their kernels are a figure that leads to the load report") {
  Sources sources;
  auto trace = std::make_shared<Snapshot>(*sources.trace);
  LoadIssue issue;
  issue.kind = "graphs_whole";
  issue.count = 1200;
  trace->report.issues.push_back(issue);
  trace->info.format = "nsys-sqlite";
  sources.trace = trace;
  const KeyFigures figures = sources.figures();
  const KeyFigure* hidden = figure(figures, "Graphs without kernels");
  REQUIRE(hidden);
  CHECK(hidden->value == "1,200");
  CHECK(hidden->note == "record with --cuda-graph-trace=node");
  CHECK(hidden->tab == "Load report");
  issue.kind = "graphs_without_kernels";
  trace->report.issues.assign(1, issue);
  trace->info.format = "kineto-json";
  CHECK(figure(sources.figures(), "Graphs without kernels")->note == "GPU time is missing");
  trace->report.issues.clear();
  CHECK(figure(sources.figures(), "Graphs without kernels") == nullptr);
}

TEST_CASE("kernels are counted per step where there are steps") {
  Sources sources;
  sources.kernels.rows = {kernels(30, 60'000), kernels(10, 20'000)};
  REQUIRE(figure(sources.figures(), "Kernels"));
  CHECK(figure(sources.figures(), "Kernels")->value == "40");
  sources.steps.rows = {step(true), step(false), step(false), step(false)};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Kernels per step"));
  CHECK(figure(figures, "Kernels per step")->value == "10");
  CHECK(figure(figures, "Kernels per step")->note == "mean 2.000 µs");
  CHECK(figure(figures, "Kernels per step")->tab == "Kernels");
  sources.early_kernels = 12;
  CHECK(figure(sources.figures(), "Kernels per step")->note == "12 launched before recording");
}

TEST_CASE("steps timed on the GPU are called so") {
  Sources sources;
  sources.steps.rows = {step(false), step(false)};
  sources.steps.spread_ns.median = 170e6;
  CHECK(figure(sources.figures(), "Median step time"));
  for (StepRow& row : sources.steps.rows) row.gpu_period = TimeRange{0, 170'000'000};
  REQUIRE(figure(sources.figures(), "Median GPU step time"));
  CHECK(figure(sources.figures(), "Median GPU step time")->value == "170.0 ms");
}

TEST_CASE("the largest cause of idle time is named and leads to its event") {
  Sources sources;
  const EventId item = event_named(*sources.trace, "aten::item");
  const auto slice = sources.trace->find_slice(item);
  IdleDevice device;
  device.window = {0, 1000};
  IdleCulprit wait;
  wait.what = IdleClass::DeviceWait;
  wait.total.ns = 500;
  IdleCulprit culprit;
  culprit.what = IdleClass::Sync;
  culprit.name = slice->chunk->name[slice->slice];
  culprit.event = item;
  culprit.total.ns = 250;
  device.culprits = {wait, culprit};
  device.classes[static_cast<std::size_t>(IdleClass::DeviceWait)].ns = 200;
  device.classes[static_cast<std::size_t>(IdleClass::Sync)].ns = 300;
  sources.idle.devices.push_back(std::move(device));
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Largest idle cause"));
  CHECK(figure(figures, "Largest idle cause")->value == "30 %");
  CHECK(figure(figures, "Largest idle cause")->note == "sync: aten::item");
  CHECK(figure(figures, "Largest idle cause")->event == item);
  // Work that was queued is nobody's code, and less than a hundredth of the time no cause to name.
  IdleDevice& queued = sources.idle.devices[0];
  queued.classes[static_cast<std::size_t>(IdleClass::DeviceWait)].ns = 500;
  const KeyFigures of_queue = sources.figures();
  REQUIRE(figure(of_queue, "Largest idle cause"));
  CHECK(figure(of_queue, "Largest idle cause")->value == "50 %");
  CHECK(figure(of_queue, "Largest idle cause")->note == "waiting despite queued work");
  CHECK(figure(of_queue, "Largest idle cause")->event == EventId::None);
  // Nobody knows whether it idled while the recording was paused.
  queued.paused = {queued.window.length_ns(), 1};
  queued.window.end_ns += queued.window.length_ns();
  const auto paused = sources.figures();
  CHECK(figure(paused, "Largest idle cause")->note == "waiting despite queued work");
  CHECK(figure(paused, "Largest idle cause")->value == "50 %");
  queued.window = {0, 100'000};
  CHECK(figure(sources.figures(), "Largest idle cause") == nullptr);
}

TEST_CASE("a cause of idle time without code of its own leads to its longest gap") {
  Sources sources;
  sources.trace = TraceText()
                      .kernel("a", "0", "10", "1")
                      .kernel("a", "15", "10", "2")
                      .kernel("a", "60", "40", "3")
                      .load();
  sources.idle = analyse_idle({*sources.trace, whole_window()});
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Largest idle cause"));
  CHECK(figure(figures, "Largest idle cause")->event == EventId::None);
  CHECK(figure(figures, "Largest idle cause")->gap == GapRef{0, {25'000, 60'000}});
}

TEST_CASE("launches cost what the median call takes, however long some of them block") {
  Sources sources;
  sources.launches.total.calls = 41;
  sources.launches.total.call_ns = 42'200'000;
  sources.launches.median_call_ns = 5'000;
  sources.steps.rows = {step(false), step(false)};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Launch overhead"));
  CHECK(figure(figures, "Launch overhead")->value == "5.000 µs");
  CHECK(figure(figures, "Launch overhead")->note == "median · 21 calls per step");
  sources.steps.rows.clear();
  CHECK(figure(sources.figures(), "Launch overhead")->note == "median · 41 calls");
}

TEST_CASE("the step time is the median of steps that do not warm up, and is left out without any") {
  Sources sources;
  sources.steps.rows = {step(true)};
  CHECK(figure(sources.figures(), "Median step time") == nullptr);
  CHECK(figure(sources.figures(), "Step time") == nullptr);
  sources.steps.rows.push_back(step(false));
  sources.steps.spread_ns = {.mean = 90e6, .median = 90e6, .std = 0, .min = 90e6, .max = 90e6};
  const KeyFigures alone = sources.figures();
  REQUIRE(figure(alone, "Step time"));  // a median of one is none
  CHECK(figure(alone, "Step time")->value == "90.00 ms");
  sources.steps.rows.push_back(step(false));
  sources.steps.spread_ns = {.mean = 110e6, .median = 100e6, .std = 0, .min = 90e6, .max = 140e6};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Median step time"));
  CHECK(figure(figures, "Median step time")->value == "100.0 ms");
  CHECK(figure(figures, "Median step time")->note == "90.00 ms to 140.0 ms");
}

TEST_CASE("a range that cuts every step has no step time, and nothing is divided by steps") {
  Sources sources;
  sources.steps.steps_of_trace = 3;
  sources.steps.rows = {step(false)};
  sources.steps.rows[0].whole = false;
  sources.kernels.rows = {kernels(20, 40'000)};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Step time"));
  CHECK(figure(figures, "Step time")->value == "n/a");
  CHECK(figure(figures, "Step time")->note == "no whole step in the range");
  REQUIRE(figure(figures, "Kernels"));
  CHECK(figure(figures, "Kernels")->value == "20");
  sources.steps.rows.clear();
  CHECK(figure(sources.figures(), "Step time"));
}

TEST_CASE("the peak is the highest of the devices, not of the host") {
  Sources sources;
  MemoryDevice host;
  host.peak_at_ns = 5;
  host.peak_allocated = std::int64_t{1} << 40U;
  MemoryDevice first;
  first.device_type = 1;
  first.peak_at_ns = 5;
  first.peak_allocated = std::int64_t{1} << 30U;
  MemoryDevice second = first;
  second.peak_allocated *= 2;
  second.has_totals = true;
  second.peak_reserved = std::int64_t{3} << 30U;
  sources.memory.devices = {host};
  CHECK(figure(sources.figures(), "Peak memory") == nullptr);
  sources.memory.devices = {host, first, second};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Peak memory"));
  CHECK(figure(figures, "Peak memory")->value == "2.000 GiB");
  CHECK(figure(figures, "Peak memory")->note == "3.000 GiB reserved");
}

TEST_CASE("an allocator that does not say what it reserves is not said to reserve nothing") {
  Sources sources;
  MemoryDevice device;
  device.device_type = 1;
  device.peak_at_ns = 5;
  device.peak_allocated = std::int64_t{1} << 30U;
  device.has_totals = true;
  sources.memory.devices = {device};
  const KeyFigures figures = sources.figures();
  REQUIRE(figure(figures, "Peak memory"));
  CHECK(figure(figures, "Peak memory")->note.empty());
  CHECK(figure(figures, "Peak memory")->meaning.find("reserved") == std::string::npos);
}

}  // namespace lanescope
