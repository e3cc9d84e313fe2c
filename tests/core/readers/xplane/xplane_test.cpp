#include "core/readers/xplane/xplane.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/xplane/space.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"
#include "tests/core/readers/xplane/made_space.h"

using namespace lanescope;
using namespace lanescope::made_space;

TEST_CASE("an XSpace is told from other files by the name of its first plane") {
  CHECK(is_xplane(Plane(0, "/host:metadata").text()));
  CHECK(is_xplane(Plane(3, "/device:GPU:3").text()));
  CHECK(is_xplane(Plane(0, "Task Environment").text()));
  // A packet of a Perfetto trace, with a text where a plane has its name.
  CHECK_FALSE(is_xplane(bytes(1, number(1, 5) + bytes(2, "track"))));
  CHECK_FALSE(is_xplane(bytes(1, number(8, 5) + bytes(2, "/host:CPU"))));
  CHECK_FALSE(is_xplane("\n[\n"));
  CHECK_FALSE(is_xplane(""));
  // Whatever the file is called.
  Plane host(0, "/host:CPU");
  host.line(7, "main", 0, host.event("step", 0, 1000));
  CHECK(load_profile(host.text())->info.format == "xplane");
}

TEST_CASE("times count from each line's own, in ns that are rounded from ps") {
  Plane host(0, "/host:CPU");
  host.line(1, "python", 1'000, host.event("early", 1'499, 1'000));
  host.line(2, "worker/2", 5'000'000, host.event("late", 500, 2'000'000));
  const Loaded trace(host.text());
  CHECK(trace.one("early").range() == TimeRange{1'001, 1'002});
  CHECK(trace.one("late").range() == TimeRange{5'000'001, 5'002'001});
  CHECK(trace.snapshot().text(trace.one("late").track->name) == "thread 2 (worker)");
  CHECK_FALSE(trace.snapshot().info.base_ns);
}

TEST_CASE("the start of the profile gives times of day") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 50, host.event("work", 0, 1'000));
  Plane task(0, "Task Environment");
  task.fact("profile_start_time", 1'757'516'928'109'201'518);
  CHECK(Loaded(host.text() + task.text()).snapshot().info.base_ns == 1'757'516'928'109'201'518);
  // Older versions count from 1970.
  Plane older(0, "/host:CPU");
  older.line(1, "main", 1'700'000'000'000'000'000, older.event("work", 0, 1'000));
  CHECK(Loaded(older.text() + task.text()).snapshot().info.base_ns == 0);
}

TEST_CASE("a kernel has its launch by the correlation id alone, and its figures") {
  Plane gpu(0, "/device:GPU:2");
  const std::string details =
      "regs:40 static_shared:1024 dynamic_shared:96 grid:128,2,1 block:256,1,1 occ_pct:50";
  gpu.line(9, "Stream #17(Kernel)", 100,
           gpu.event("fusion", 10'000, 4'000'000,
                     gpu.stat("correlation_id", 5) + gpu.stat("kernel_details", details) +
                         gpu.stat("hlo_op", "fusion.3") + gpu.stat("hlo_module", "jit_step")));
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0,
            host.event("jit_step:XLA GPU module", 0, 9'000'000) +
                host.event("cuLaunchKernel", 1'000, 2'000'000,
                           host.stat("device_id", 53'022) + host.stat("correlation_id", 5)));
  const Loaded trace(gpu.text() + host.text());
  const Loaded::Slice kernel = trace.one("fusion");
  CHECK(kernel.track->kind == TrackKind::GpuStream);
  CHECK(kernel.track->device == 2);
  CHECK(kernel.track->stream == 17);
  CHECK(trace.kind("fusion") == CategoryKind::Kernel);
  CHECK(trace.linked(kernel) == "cuLaunchKernel");
  CHECK(trace.linked(trace.one("cuLaunchKernel")) == "jit_step:XLA GPU module");
  CHECK(trace.snapshot().kernel_links.with_op == 1);
  const std::string arguments = trace.arguments("fusion");
  for (const char* const part :
       {R"("device":2)", R"("stream":17)", R"("correlation":5)", R"("registers per thread":40)",
        R"("shared memory":1120)", R"("grid":[128,2,1])", R"("block":[256,1,1])",
        R"("hlo_op":"fusion.3")"}) {
    CAPTURE(part);
    CHECK(arguments.find(part) != std::string::npos);
  }
}

TEST_CASE("correlation ids of more than 32 bits link, and work without a launch is told") {
  constexpr std::int64_t kLarge = (std::int64_t{1} << 32U) + 5;
  Plane gpu(0, "/device:GPU:0");
  gpu.line(9, "Stream #17(Kernel)", 100,
           gpu.event("gemm", 10'000, 4'000'000, gpu.stat("correlation_id", kLarge)) +
               gpu.event("early", 5'000'000, 1'000'000, gpu.stat("correlation_id", 6)));
  gpu.fact("core_count", 132);
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0,
            host.event("cuLaunchKernel", 1'000, 2'000, host.stat("correlation_id", kLarge)) +
                host.event("cuMemsetAsync", 4'000, 2'000, host.stat("correlation_id", 5)));
  const Loaded trace(gpu.text() + host.text());
  CHECK(trace.linked(trace.one("gemm")) == "cuLaunchKernel");
  CHECK(trace.linked(trace.one("early")) == "");
  CHECK(issue_count(trace.snapshot(), "launch_not_recorded") == 1);
  CHECK(issue_count(trace.snapshot(), "large_correlation") == 0);
}

TEST_CASE("negative correlation ids are those of nothing") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(9, "Stream #17(Kernel)", 100,
           gpu.event("gemm", 10'000, 4'000'000, gpu.stat("correlation_id", -1)));
  gpu.fact("core_count", 132);
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0,
            host.event("cuLaunchKernel", 1'000, 2'000, host.stat("correlation_id", -1)));
  const Loaded trace(gpu.text() + host.text());
  CHECK(trace.linked(trace.one("gemm")) == "");
}

TEST_CASE("calls on lines of the GPU's profiler are put on the thread that made them") {
  Plane host(0, "/host:CPU");
  const auto call = [&](std::int64_t at_us, std::int64_t id) {
    return host.event("hipLaunchKernel", at_us * 1'000'000, 1'000'000,
                      host.stat("correlation_id", id) + host.stat("hlo_op", "fusion.1"));
  };
  host.line(7, "Host Threads/7", 1'000, call(20, 1) + call(40, 2));
  host.line(8, "idle thread/8", 0, host.event("fusion.1", 60'000'000, 1'000'000));
  host.line(812'345, "python3", 0,
            host.event("fusion.1", 20'000'000, 5'000'000) +
                host.event("fusion.1", 40'000'000, 5'000'000));
  const Loaded trace(host.text());
  const auto calls = trace.all("hipLaunchKernel");
  REQUIRE(calls.size() == 2);
  for (const Loaded::Slice& slice : calls) {
    CHECK(trace.snapshot().text(slice.track->thread) == "812345");
    CHECK(trace.linked(slice) == "fusion.1");
  }
  // Calls of no such thread stay where they are.
  Plane other(0, "/host:CPU");
  other.line(7, "Host Threads/7", 1'000,
             other.event("hipLaunchKernel", 0, 1'000'000,
                         other.stat("correlation_id", 1) + other.stat("hlo_op", "fusion.1")));
  other.line(9, "python3", 0, other.event("fusion.2", 0, 5'000'000));
  const Loaded apart(other.text());
  CHECK(apart.snapshot().text(apart.one("hipLaunchKernel").track->thread) == "7");
}

TEST_CASE("registers that no GPU has are left out and reported") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(1, "Stream #1(Kernel)", 0,
           gpu.event("conv", 0, 1'000,
                     gpu.stat("correlation_id", 1) +
                         gpu.stat("kernel_details",
                                  "regs:2191500840 static_shared:32462 dynamic_shared:0 "
                                  "grid:8,1,1 block:64,1,1 occ_pct:0")));
  const Loaded trace(gpu.text());
  CHECK(issue_count(trace.snapshot(), "unusable_figure") == 1);
  const std::string arguments = trace.arguments("conv");
  CHECK(arguments.find("registers per thread") == std::string::npos);
  CHECK(arguments.find("\"shared memory\"") == std::string::npos);
  CHECK(arguments.find(R"("grid":[8,1,1])") != std::string::npos);
}

TEST_CASE("copies and fills are named and measured as in torch.profiler's traces") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(3, "Stream #3(MemcpyH2D,Memset)", 0,
           gpu.event("MemcpyH2D", 0, 1'000'000,
                     gpu.stat("memcpy_details",
                              "kind_src:pinned kind_dst:device size:4096 dest:0 async:1")) +
               gpu.event("Memset", 2'000'000, 1'000'000,
                         gpu.stat("Memset_details", "kind:device num_bytes:512 async:1")));
  const Loaded trace(gpu.text());
  CHECK(trace.kind("Memcpy HtoD (Pinned -> Device)") == CategoryKind::Memcpy);
  const std::string arguments = trace.arguments("Memcpy HtoD (Pinned -> Device)");
  CHECK(arguments.find(R"("bytes":4096)") != std::string::npos);
  CHECK(arguments.find("\"memory bandwidth (GB/s)\":4.10") != std::string::npos);
  CHECK(trace.kind("Memset") == CategoryKind::Memset);
}

TEST_CASE("HLO modules and ops are a lane above the kernels that ran for them") {
  Plane gpu(0, "/device:GPU:0");
  std::string events;
  const auto kernel = [&](const std::string& name, const std::string& op, std::int64_t begin_us) {
    events +=
        gpu.event(name, begin_us * 1'000'000, 2'000'000,
                  gpu.stat("kernel_details", "grid:1,1,1 block:1,1,1") + gpu.stat("hlo_op", op) +
                      gpu.stat("hlo_module", "jit_step") + gpu.stat("program_id", 4));
  };
  for (const std::int64_t step_us : {0, 100}) {
    kernel("transpose", "copy.1", step_us);
    kernel("im2col", "conv.2", step_us + 10);
    kernel("gemm", "conv.2", step_us + 20);
  }
  gpu.line(1, "Stream #1(Kernel)", 0, events);
  const Loaded trace(gpu.text());
  const auto convolutions = trace.all("conv.2");
  REQUIRE(convolutions.size() == 2);
  CHECK(convolutions[0].range() == TimeRange{10'000, 22'000});
  CHECK(convolutions[0].track->kind == TrackKind::GpuAnnotation);
  const auto modules = trace.all("jit_step");
  REQUIRE(modules.size() == 2);
  CHECK(modules[0].range() == TimeRange{0, 22'000});
  CHECK(modules[1].range() == TimeRange{100'000, 122'000});
  // They are no events of the file.
  CHECK(trace.snapshot().counts.total == 6);
}

TEST_CASE("a file with lines of its own for modules gets no others") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(1, "Stream #1", 0,
           gpu.event("gemm", 0, 1'000,
                     gpu.stat("kernel_details", "grid:1,1,1 block:1,1,1") +
                         gpu.stat("hlo_op", "dot.1") + gpu.stat("hlo_module", "jit_f")));
  gpu.line(2, "XLA Modules", 0, gpu.event("jit_f(1)", 0, 2'000));
  const Loaded trace(gpu.text());
  CHECK(trace.all("dot.1").empty());
  CHECK(trace.one("jit_f(1)").track->kind == TrackKind::GpuAnnotation);
}

TEST_CASE("Python functions are named as torch.profiler names them") {
  Plane host(0, "/host:CPU");
  host.line(1, "python", 0,
            host.event("$train.py:12 step", 0, 9'000) + host.event("$builtins len", 1'000, 10) +
                host.event("$<unknown> append", 2'000, 10) + host.event("$time sleep", 3'000, 10));
  const Loaded trace(host.text());
  CHECK(trace.kind("train.py(12): step") == CategoryKind::PythonFunction);
  CHECK(trace.all("<built-in function len>").size() == 1);
  CHECK(trace.all("<built-in method append>").size() == 1);
  CHECK(trace.all("<built-in function time.sleep>").size() == 1);
}

TEST_CASE("steps that a program marks are steps of the trace") {
  Plane host(0, "/host:CPU");
  host.line(1, "python", 0,
            host.event("train", 0, 5'000'000, host.stat("step_num", 3)) +
                host.event("train", 6'000'000, 5'000'000, host.stat("step_num", 4)));
  const Loaded trace(host.text());
  REQUIRE(trace.snapshot().steps.size() == 2);
  CHECK(trace.snapshot().text(trace.snapshot().steps[1].name) == "ProfilerStep#4");
}

TEST_CASE("allocations are memory of their device, with the allocator's other figures as curves") {
  Plane host(0, "/host:CPU");
  const auto memory = [&](const std::string& name, std::int64_t at_us, std::int64_t allocated) {
    return host.event(name, at_us * 1'000'000, 0,
                      host.stat("allocator_name", "GPU_6_bfc") +
                          host.stat("allocation_bytes", 512) +
                          host.stat("bytes_allocated", allocated) + host.stat("addr", 77) +
                          host.stat("bytes_available", 9'000));
  };
  host.line(1, "main", 0,
            memory("MemoryAllocation", 1, 2'048) + memory("MemoryDeallocation", 2, 1'536));
  const Loaded trace(host.text());
  REQUIRE(trace.snapshot().memory.size() == 1);
  const MemoryTrack& track = *trace.snapshot().memory.front();
  CHECK(track.device_type == 1);
  CHECK(track.device_id == 6);
  REQUIRE(track.bytes.size() == 2);
  CHECK(track.bytes[0] == 512);
  CHECK(track.bytes[1] == -512);
  CHECK(track.allocated[0] == 2'048);
  CHECK(track.peak_allocated == 2'048);
  REQUIRE(trace.snapshot().counters.size() == 1);
  CHECK(trace.snapshot().text(trace.snapshot().counters.front()->name) ==
        "GPU_6_bfc available (bytes)");
  CHECK(trace.snapshot().counts.total == 2);
}

TEST_CASE("counters of a device are curves") {
  Plane gpu(0, "/device:GPU:1");
  gpu.line(90, "_counters_", 0,
           gpu.event("power_mw", 1'000, 0, gpu.stat("power_mw", 300'000)) +
               gpu.event("power_mw", 2'000, 0, gpu.stat("power_mw", 500'000)));
  const Loaded trace(gpu.text());
  REQUIRE(trace.snapshot().counters.size() == 1);
  CHECK(trace.snapshot().counters.front()->max == 500'000);
}

TEST_CASE("work handed from thread to thread is an arrow") {
  Plane host(0, "/host:CPU");
  host.line(1, "main", 0,
            host.event("Schedule", 0, 1'000'000, host.stat("_pt", 15) + host.stat("_p", 8)));
  host.line(
      2, "pool", 0,
      host.event("Run", 5'000'000, 1'000'000, host.stat("_ct", 15) + host.stat("_c", 8)) +
          host.event("Other", 7'000'000, 1'000'000, host.stat("_ct", 14) + host.stat("_c", 8)));
  const Loaded trace(host.text());
  const FlowTable& flows = *trace.snapshot().flows;
  REQUIRE(flows.size() == 2);
  CHECK(flows.slice[0] == trace.one("Schedule").id());
  CHECK(flows.slice[1] == trace.one("Run").id());
}

TEST_CASE("operators of a TPU are device work") {
  Plane tpu(0, "/device:TPU:0");
  tpu.line(1, "XLA Ops", 0, tpu.event("fusion.1", 0, 3'000'000));
  tpu.line(2, "Steps", 0, tpu.event("12", 0, 4'000'000));
  const Loaded trace(tpu.text());
  CHECK(trace.kind("fusion.1") == CategoryKind::DeviceWork);
  CHECK(trace.one("fusion.1").track->kind == TrackKind::GpuStream);
  CHECK(trace.one("12").track->kind == TrackKind::GpuAnnotation);
}

TEST_CASE("work of a stream is told by its line where it has no figures") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(2, "Stream #2(Kernel,MemcpyH2D)", 0,
           gpu.event("gemm", 0, 1'000) + gpu.event("MemcpyH2D", 2'000, 1'000));
  gpu.line(3, "Stream #3(HostRegister)", 0, gpu.event("mark", 0, 1'000));
  gpu.line(4, "Stream #4(MemcpyOther)", 0, gpu.event("other", 0, 1'000));
  const Loaded trace(gpu.text());
  CHECK(trace.kind("gemm") == CategoryKind::Kernel);
  CHECK(trace.kind("MemcpyH2D") == CategoryKind::Memcpy);
  CHECK(trace.kind("other") == CategoryKind::Memcpy);
  CHECK(trace.snapshot().kernel_links.count == 1);
  CHECK(trace.snapshot().gpu_links.count == 3);
  CHECK_FALSE(is_gpu_work(trace.kind("mark")));
}

TEST_CASE("what is on a stream of a GPU is GPU work, though nothing tells what it is") {
  Plane gpu(0, "/device:GPU:0");
  gpu.line(2, "Stream #2", 0,
           gpu.event("gemm", 0, 1'000) + gpu.event("CopyDeviceToHost", 2'000, 1'000) +
               gpu.event("Memset", 4'000, 1'000));
  const Loaded trace(gpu.text());
  CHECK(trace.kind("gemm") == CategoryKind::Kernel);
  CHECK(trace.kind("CopyDeviceToHost") == CategoryKind::Memcpy);
  CHECK(trace.kind("Memset") == CategoryKind::Memset);
}

TEST_CASE("stats whose names are not in the file are reported") {
  Plane gpu(0, "/device:GPU:0");
  const std::string unnamed = bytes(4, number(1, 77) + number(4, 5));
  gpu.line(2, "Stream #2", 0, gpu.event("gemm", 0, 1'000, unnamed + gpu.stat("known", 3)));
  const Loaded trace(gpu.text());
  CHECK(trace.kind("gemm") == CategoryKind::Kernel);
  CHECK(issue_count(trace.snapshot(), "missing_text") == 1);
  CHECK(issue_of(trace.snapshot(), "missing_text").example == "stat 77 of /device:GPU:0");
}
