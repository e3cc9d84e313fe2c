#include "core/view/details/model.h"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "core/view/details/text.h"
#include "tests/core/view/details/training_details.h"

namespace lanescope {

TEST_CASE("a kernel knows its launch and how long it waited") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  CHECK(model.found);
  CHECK(model.category == "kernel");
  CHECK(model.role == ColorRole::Gemm);
  CHECK(model.short_name == "sm90_xmma_fprop_implicit_gemm<float, …>");
  CHECK(model.lane == "GPU 0 H200 · stream 7");
  REQUIRE(model.launch);
  CHECK(model.launch->name == "cudaLaunchKernel");
  CHECK(model.launch->delay_ns == 50'000);
  CHECK(model.launch->queued_ns == 45'000);
  CHECK(model.launch->event == event_named(trace.snapshot(), "cudaLaunchKernel", 0));
}

TEST_CASE("a kernel knows its operators with shapes, its module and its Python stack") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  REQUIRE(model.ops.size() == 2);
  CHECK(model.ops[0].name == "aten::cudnn_convolution");
  CHECK(model.ops[0].input_shapes->to_text() == "[[64,256]]");
  CHECK(model.ops[0].input_strides->to_text() == "[[256,1]]");
  CHECK(model.ops[1].name == "aten::conv2d");
  CHECK(model.ops[1].input_types->to_text() == R"(["float","float"])");
  CHECK_FALSE(model.ops[1].input_strides);
  CHECK(module_names(model) == std::vector<std::string>{"ResNet_0", "Conv2d_3"});
  REQUIRE(model.python.size() == 2);
  CHECK(model.python[0].function == "_call_impl");
  CHECK_FALSE(model.python[0].user);
  CHECK(model.python[1].file == "train.py");
  CHECK(model.python[1].user);
  REQUIRE(model.annotations.size() == 1);
  CHECK(model.annotations[0].name == "ProfilerStep#7");
}

TEST_CASE("a kernel of NCCL has the message size of the NVTX range around its launch") {
  TraceText trace;
  trace.cpu("user_annotation", "ncclAllReduce", "0", "50",
            R"("NCCL communicator ID":9,"Message size [bytes]":4096)");
  trace.cpu("user_annotation", "ncclCommCount", "5", "30", R"("NCCL communicator ID":9)");
  trace.cpu("cuda_runtime", "cudaLaunchKernelExC", "10", "5", R"("correlation":11)");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "40", "5", R"("correlation":12)");
  trace.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "60",
               "20", "11");
  trace.kernel("gemm", "90", "20", "12");
  const Opened opened(trace);
  const DetailsModel model =
      opened.details("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
  REQUIRE(model.collective);
  CHECK(model.collective->name == "ncclAllReduce");
  CHECK(model.collective->bytes == 4096);
  CHECK(model.collective->group == "9");
  CHECK_FALSE(opened.details("gemm").collective);
}

TEST_CASE("a sampled function knows its callers, its own time and its lane") {
  TraceText trace;
  trace.metadata("process_name", "100", "0", R"("name":"python")");
  trace.cpu("python_sample", "train.py(9): main", "0", "100");
  trace.cpu("python_sample", "data.py(12): tokenize", "20", "50");
  trace.cpu("python_line", "data.py:41", "20", "50");
  const Opened opened(trace);
  const DetailsModel model = opened.details("data.py(12): tokenize");
  CHECK(model.category == "python_sample");
  CHECK(model.self_ns == 50'000);
  CHECK(model.lane == "python pid 100 · samples of main thread 100");
  REQUIRE(model.python.size() == 2);
  CHECK(model.python[0].function == "tokenize");
  CHECK(model.python[1].function == "main");
  CHECK(model.python[1].line == 9);
  CHECK(model.missing.empty());
  CHECK_FALSE(model.launch);
  // Of its line, the editor opens that line.
  const DetailsModel line = opened.details("data.py:41");
  REQUIRE(line.python.size() == 2);
  CHECK(line.python[0].function == "tokenize");
  CHECK(line.python[0].line == 41);
}

TEST_CASE("a native function knows its library and the Python that called it") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(9): main", "0", "100");
  trace.cpu("python_line", "train.py:11", "0", "100");
  trace.cpu("native_frame", "f(void (*)(int)) (libtorch_cpu.so)", "20", "50");
  trace.cpu("native_frame", "g(int)", "20", "30");
  const Opened opened(trace);
  const auto fact = [&](std::string_view name, std::string_view key) {
    const DetailsText text = details_text(opened.snapshot(), opened.details(name));
    for (const DetailLine& line : text.sections.at(0).lines) {
      if (line.key == key) return line.value;
    }
    return std::string();
  };
  const auto library = [&](std::string_view name) { return fact(name, "Library"); };
  CHECK(library("f(void (*)(int)) (libtorch_cpu.so)") == "libtorch_cpu.so");
  CHECK(library("g(int)").empty());
  CHECK(library("train.py:11").empty());
  const DetailsModel model = opened.details("f(void (*)(int)) (libtorch_cpu.so)");
  CHECK(model.self_ns == 20'000);
  REQUIRE(model.python.size() == 1);
  CHECK(model.python[0].function == "main");
  // At the line that called, which the editor opens, not at the function's first.
  CHECK(model.python[0].line == 11);
  CHECK(source_of(model).line == 11);
  CHECK(fact("f(void (*)(int)) (libtorch_cpu.so)", "Self") == "20.00 µs");
  CHECK(fact("g(int)", "Self") == fact("g(int)", "Duration"));
}

TEST_CASE("a kernel knows its step and its backward twin") {
  const Opened trace(training());
  const DetailsModel model = trace.details(kKernel);
  REQUIRE(model.step);
  CHECK(model.step->name == "ProfilerStep#7");
  CHECK(model.step->offset_ns == 150'000);
  REQUIRE(model.twin);
  CHECK(model.twin->name == "ConvolutionBackward0");
  CHECK(model.twin->backward);
  CHECK(model.twin->kernels == 1);
  CHECK(model.twin->gpu_ns == 80'000);
  CHECK(model.missing.empty());
}

TEST_CASE("an operator knows its kernels, its memory and itself first") {
  const Opened trace(training());
  const DetailsModel model = trace.details("aten::conv2d");
  CHECK(model.ops.size() == 1);
  CHECK(model.ops[0].event == model.event);
  CHECK(model.gpu_work.count == 2);
  CHECK(model.gpu_work.total_ns == 42'000);
  CHECK(model.self_ns == 100'000);
  REQUIRE(model.memory.size() == 1);
  CHECK(model.memory[0].allocations == 1);
  CHECK(model.memory[0].freed_bytes == 512);
  REQUIRE(model.twin);
  CHECK_FALSE(model.launch);
}

TEST_CASE("a Python function is the innermost of its own stack") {
  const Opened trace(training());
  const DetailsModel model = trace.details("train.py(41): train_step");
  REQUIRE(model.python.size() == 1);
  CHECK(model.python[0].event == model.event);
  CHECK(model.gpu_work.count == 2);
  CHECK(model.missing.empty());
}

TEST_CASE("a memory event says what the allocator did, where") {
  const Opened trace(training());
  const DetailsModel model = trace.details("[memory]", 1);
  CHECK(model.instant);
  REQUIRE(model.allocation);
  CHECK(model.allocation->bytes == -512);
  CHECK(model.allocation->allocated_bytes == 1000);
  CHECK(model.allocation->reserved_bytes == 4096);
  REQUIRE(model.ops.size() == 2);
  CHECK(model.ops[0].name == "aten::cudnn_convolution");
  CHECK(model.python.size() == 2);
  CHECK_FALSE(model.same_name);
}

TEST_CASE("every rung that is missing names the option that would have recorded it") {
  TraceText bare;
  bare.cpu("cpu_op", "aten::mm", "0", "50");
  bare.cpu("cuda_runtime", "cudaLaunchKernel", "10", "5", R"("correlation":1)");
  bare.kernel("k", "30", "5", "1").kernel("orphan", "60", "5", "99");
  const Opened trace(bare);
  const DetailsModel op = trace.details("aten::mm");
  for (const char* level : {"shapes", "python", "modules", "step", "memory"}) {
    CAPTURE(level);
    CHECK(misses(op, level));
  }
  const auto why = [&](const DetailsModel& model, std::string_view level) {
    for (const DetailsMissing& m : model.missing) {
      if (m.level == level) return m.why;
    }
    return std::string();
  };
  CHECK(why(op, "shapes").find("record_shapes=True") != std::string::npos);
  CHECK(why(op, "python").find("with_stack=True") != std::string::npos);
  CHECK(why(op, "memory").find("profile_memory=True") != std::string::npos);
  const DetailsModel orphan = trace.details("orphan");
  CHECK(misses(orphan, "launch"));
  CHECK_FALSE(misses(orphan, "python"));  // with_stack=True would not help it
  CHECK_FALSE(orphan.launch);
  CHECK_FALSE(misses(trace.details("k"), "launch"));
}

TEST_CASE("without the text of events nothing is said about shapes") {
  TraceText bare;
  bare.cpu("cpu_op", "aten::mm", "0", "50", R"("Input Dims":[[1]])");
  const auto snapshot = bare.load();
  const DetailsModel model = build_details(*snapshot, event_named(*snapshot, "aten::mm"));
  CHECK_FALSE(misses(model, "shapes"));
  CHECK_FALSE(model.args);
}

TEST_CASE("arguments that can not be read are said to be so, not to be missing from the trace") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "50", R"("Input Dims":[[1]])");
  const auto snapshot = trace.load();
  const DetailsModel model = build_details(
      *snapshot, event_named(*snapshot, "aten::mm"), [](EventId) -> Result<JsonValue> {
        return Error{Error::Kind::Unreadable, "the file has changed since it was loaded"};
      });
  REQUIRE(misses(model, "arguments"));
  CHECK(model.missing.front().why == "cannot be read: the file has changed since it was loaded");
  CHECK_FALSE(misses(model, "shapes"));
}

TEST_CASE("unknown ids find nothing") {
  const Opened trace(training());
  CHECK_FALSE(build_details(trace.snapshot(), EventId::None).found);
  CHECK_FALSE(build_details(trace.snapshot(), EventId{5000}).found);
  CHECK(details_text(trace.snapshot(), build_details(trace.snapshot(), EventId::None)).title ==
        "No such event");
}

TEST_CASE("work that starts after the step that launched it is not said to be in it") {
  const Opened trace(training());
  DetailsModel model = trace.details(kKernel);
  REQUIRE(model.step);
  model.step->offset_ns = model.step->dur_ns + 139'000;
  const DetailsText text = details_text(trace.snapshot(), model);
  const auto& facts = text.sections[0].lines;
  const auto start = std::ranges::find(facts, "Start", &DetailLine::key);
  REQUIRE(start != facts.end());
  CHECK(start->value == "139.0 µs after step 7, which launched it");
}

TEST_CASE("the text puts what people came for first and every rung under its head") {
  const Opened trace(training());
  const DetailsText text = details_text(trace.snapshot(), trace.details(kKernel));
  CHECK(text.title == "sm90_xmma_fprop_implicit_gemm<float, …>");
  CHECK(text.subtitle == "kernel · GPU 0 H200 · stream 7");
  std::vector<std::string> titles;
  for (const DetailSection& section : text.sections) titles.push_back(section.title);
  CHECK(titles == std::vector<std::string>{"", "LAUNCHED BY", "OPERATORS", "MODULE", "PYTHON",
                                           "TWIN", "INSIDE", "FULL NAME", "ARGUMENTS"});
  const auto& facts = text.sections[0].lines;
  const auto value = [&](std::string_view key) {
    for (const DetailLine& line : facts) {
      if (line.key == key) return line.value;
    }
    return std::string();
  };
  CHECK(value("Duration") == "40.00 µs");
  CHECK(value("Start") == "in step 7 + 150.0 µs");
  CHECK(value("Grid · block") == "528 × 1 × 1 · 256");
  CHECK(value("Registers · shared") == "168 · 98.00 KiB");
  CHECK(value("Est. occupancy") == "50 %");
  CHECK(facts[0].exact == "40 000 ns");
  const DetailLine& launch = text.sections[1].lines[0];
  CHECK(launch.key == "cudaLaunchKernel");
  CHECK(launch.value == "5.000 µs · waited 45.00 µs");
  CHECK(launch.link == event_named(trace.snapshot(), "cudaLaunchKernel", 0));
  CHECK(text.sections[2].lines[1].value == "[64,256] 1");
  CHECK(text.sections[2].lines[2].value == "contiguous");
  CHECK(text.sections[3].lines[0].value == "ResNet_0 › Conv2d_3");
  REQUIRE(text.sections[3].lines[0].parts.size() == 2);
  CHECK(text.sections[3].lines[0].parts[1].link ==
        event_named(trace.snapshot(), "nn.Module: Conv2d_3"));
  CHECK(text.sections[4].lines[0].style == DetailStyle::Faint);
  CHECK(text.sections[4].lines[1].value == "train.py:41");
  CHECK(text.sections[4].lines[1].source.file == "train.py");
  CHECK(text.sections[5].lines[0].value == "backward, 1 kernel, 80.00 µs");
  CHECK(text.sections[6].lines[0].key == "ProfilerStep#7");
  CHECK(text.full_title == kKernel);
}

TEST_CASE("options that were on are not asked for") {
  TraceText bare;
  bare.top_level(R"("record_shapes": 1, "with_stack": true, "profile_memory": 1)");
  bare.cpu("cpu_op", "aten::mm", "0", "50");
  const Opened trace(bare);
  const DetailsModel op = trace.details("aten::mm");
  for (const char* level : {"shapes", "python", "modules", "memory"}) {
    CAPTURE(level);
    CHECK_FALSE(misses(op, level));
  }
}

TEST_CASE("a kernel that seems to run before its launch says that clocks disagree") {
  TraceText skewed;
  skewed.cpu("cuda_runtime", "cudaLaunchKernel", "100", "5", R"("correlation":1)");
  skewed.kernel("early", "40", "5", "1");
  const Opened trace(skewed);
  const DetailsText text = details_text(trace.snapshot(), trace.details("early"));
  REQUIRE(text.sections[1].title == "LAUNCHED BY");
  CHECK(text.sections[1].lines[0].value == "5.000 µs · started 65.00 µs before the call returned");
  CHECK(text.sections[1].lines.back().value.find("clocks") != std::string::npos);
}

TEST_CASE("a kernel whose launch is one of several with its id says that it is not certain") {
  TraceText text;
  for (const char* pid : {"100", "200"}) {
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, "10.5", "5", R"("correlation": 1)");
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, "20.5", "5",
               std::string("\"correlation\": ") + pid);
  }
  text.kernel("shared", "50.5", "3", "1").kernel("own", "60.5", "3", "100");
  text.kernel("other", "70.5", "3", "200");
  const Opened trace(text);
  for (const char* name : {"shared", "own"}) {
    CAPTURE(name);
    const std::string plain =
        details_plain_text(details_text(trace.snapshot(), trace.details(name)));
    CHECK((plain.find("several launches have its correlation ID") != std::string::npos) ==
          (std::string_view(name) == "shared"));
  }
}

TEST_CASE("a communication kernel has the facts of its operator, others do not") {
  TraceText ranks;
  ranks.cpu("cpu_op", "record_param_comms", "0", "50",
            R"("Collective name":"allreduce","dtype":"Float","In msg nelems":1000,"Group size":4)");
  ranks.cpu("cuda_runtime", "cudaLaunchKernel", "10", "5", R"("correlation":1)");
  ranks.cpu("cuda_runtime", "cudaLaunchKernel", "20", "5", R"("correlation":2)");
  ranks.kernel("ncclDevKernel_AllReduce", "30", "2", "1").kernel("cast", "40", "2", "2");
  const Opened trace(ranks);
  const DetailsModel model = trace.details("ncclDevKernel_AllReduce");
  REQUIRE(model.collective);
  CHECK(model.collective->bytes == 4000);
  CHECK(model.collective->bus_gb_per_s == doctest::Approx(3.0));  // 4000 B in 2 µs, times 2 * 3 / 4
  CHECK_FALSE(trace.details("cast").collective);
}

TEST_CASE("the line to open is that of the frame, else the innermost of the user's own") {
  const Opened trace(training());
  CHECK(source_of(trace.details(kKernel)).file == "train.py");
  CHECK(source_of(trace.details(kKernel)).line == 41);
  const auto library = trace.details("torch/nn/modules/module.py(1527): _call_impl");
  CHECK(source_of(library).line == 1527);
  CHECK(source_of(DetailsModel()).file.empty());
}

TEST_CASE("what has a line of its own is not repeated among the arguments") {
  const Opened trace(training());
  const DetailsText text = details_text(trace.snapshot(), trace.details(kKernel));
  const auto& arguments = text.sections.back().lines;
  for (const DetailLine& line : arguments) CHECK(line.key != "grid");
  CHECK(std::any_of(arguments.begin(), arguments.end(),
                    [](const DetailLine& line) { return line.key == "correlation"; }));
  const std::string plain = details_plain_text(text);
  CHECK(plain.find("LAUNCHED BY\ncudaLaunchKernel  5.000 µs") != std::string::npos);
  CHECK(plain.find("Duration  40 000 ns") != std::string::npos);
}

TEST_CASE("a call stack that is an argument is shown as Python frames") {
  TraceText trace;
  trace.instant("[memory]", "10",
                R"("Device Type":1,"Device Id":0,"Addr":16,"Bytes":512,"Call stack":)"
                R"("torch/functional.py(3): einsum;model.py(54): forward;train.py(9): main")");
  trace.cpu("cpu_op", "aten::mm", "20", "10", R"("Call stack":"net.py(7): block;")");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "22", "2", R"("correlation":1)");
  trace.kernel("sgemm", "25", "3", "1");
  const Opened opened(trace);
  const DetailsModel memory = opened.details("[memory]");
  REQUIRE(memory.python.size() == 3);
  CHECK_FALSE(memory.python[0].user);
  CHECK(memory.python[1].function == "forward");
  CHECK(memory.python[1].event == EventId::None);
  CHECK(source_of(memory).file == "model.py");
  CHECK(source_of(memory).line == 54);
  CHECK_FALSE(misses(memory, "python"));
  const std::string words = details_plain_text(details_text(opened.snapshot(), memory));
  CHECK(words.find("PYTHON\neinsum  torch/functional.py:3\nforward  model.py:54\n") != words.npos);
  CHECK(words.find("Call stack") == words.npos);
  // A kernel shows where its operator was called.
  const DetailsModel kernel = opened.details("sgemm");
  REQUIRE(kernel.python.size() == 1);
  CHECK(kernel.python[0].file == "net.py");
  CHECK(source_of(kernel).line == 7);
}

TEST_CASE("of a block of memory the end that is selected is here, the other one a link") {
  const Opened trace(training());
  const auto block = [&](std::size_t nth) {
    const DetailsText text = details_text(trace.snapshot(), trace.details("[memory]", nth));
    const auto section = std::ranges::find(text.sections, "MEMORY BLOCK", &DetailSection::title);
    REQUIRE(section != text.sections.end());
    std::map<std::string, DetailLine> lines;
    for (const DetailLine& line : section->lines) lines[line.key] = line;
    return lines;
  };
  const EventId begin = event_named(trace.snapshot(), "[memory]", 0),
                end = event_named(trace.snapshot(), "[memory]", 1);
  auto allocated = block(0);
  CHECK(allocated["Allocated"].value == "here");
  CHECK(allocated["Allocated"].link == EventId::None);
  CHECK(allocated["Freed"].link == end);
  CHECK(allocated["Freed"].value != "here");
  CHECK(allocated["Lifetime"].value == "10.00 µs");
  auto freed = block(1);
  CHECK(freed["Freed"].value == "here");
  CHECK(freed["Allocated"].link == begin);
}

TEST_CASE("of more GPU work than is listed, the lines say how much is, and none is left over") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::many", "0", "5000");
  constexpr std::uint64_t kWork = DetailsModel::kMaxListed + 97;
  for (std::uint64_t i = 1; i <= kWork; ++i) {
    const std::string at = std::to_string(4 * i), id = std::to_string(i);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", at, "1", R"("correlation":)" + id);
    trace.kernel("k", std::to_string(10'000 + 4 * i), "2", id);
  }
  const Opened opened(trace);
  const DetailsText text = details_text(opened.snapshot(), opened.details("aten::many"));
  const auto work = std::ranges::find(text.sections, "GPU WORK", &DetailSection::title);
  REQUIRE(work != text.sections.end());
  CHECK(work->lines.front().key == "1,097 events, the first 1,000 listed");
  CHECK(work->lines.size() == 1 + DetailsModel::kMaxListed);
}

TEST_CASE("kernels of one short name keep the part in which they differ when a line is cut") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::two", "0", "100");
  for (const char* const id : {"1", "2"}) {
    trace.cpu("cuda_runtime", "cudaLaunchKernel", id == std::string("1") ? "10" : "20", "1",
              std::string(R"("correlation":)") + id);
  }
  trace.kernel("void gemm<float, 128>()", "200", "10", "1");
  trace.kernel("void gemm<float, 256>()", "220", "10", "2");
  const Opened opened(trace);
  const DetailsText text = details_text(opened.snapshot(), opened.details("aten::two"));
  const auto work = std::ranges::find(text.sections, "GPU WORK", &DetailSection::title);
  REQUIRE(work != text.sections.end());
  REQUIRE(work->lines.size() == 3);
  CHECK(work->lines[1].key.substr(work->lines[1].differs_at) == "[128]");
  CHECK(work->lines[2].key.substr(work->lines[2].differs_at) == "[256]");
}

TEST_CASE("a profiler's range leads to the launch that it measured, by their order") {
  TraceText trace;
  for (int i = 0; i < 2; ++i) {
    const std::string at = std::to_string(1000 + 100 * i);
    trace.cpu("cpu_op", i == 0 ? "aten::mm" : "aten::add", at, "50");
    trace.cpu("cuda_runtime", "cudaLaunchKernel", at, "2");
    trace.slice("cuda_profiler_range", i == 0 ? "gemm" : "plus", "0", "0", std::to_string(10 * i),
                "10", R"("dram__bytes.sum": 5)");
  }
  const Opened opened(trace);
  const DetailsModel model = opened.details("plus");
  REQUIRE(model.launch);
  CHECK(model.launch->by_order);
  REQUIRE(model.ops.size() == 1);
  CHECK(model.ops[0].name == "aten::add");
  CHECK_FALSE(misses(model, "launch"));
  const std::string words = details_plain_text(details_text(opened.snapshot(), model));
  CHECK(words.find("from launch order") != words.npos);
  CHECK(words.find("Launch to start") == words.npos);
  // Its length is not that of the kernel, so nothing compares it.
  CHECK(words.find("Duration") == words.npos);
  trace.slice("cuda_profiler_range", "plus", "0", "0", "20", "10", R"("dram__bytes.sum": 5)");
  const Opened twice(trace);
  const std::string of_two =
      details_plain_text(details_text(twice.snapshot(), twice.details("plus")));
  CHECK(of_two.find("of 2 with this name") != of_two.npos);
  CHECK(of_two.find("percentile") == of_two.npos);
  CHECK(of_two.find("longest") == of_two.npos);

  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2000", "2");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2100", "2");
  const Opened unsure(trace);
  CHECK_FALSE(unsure.details("plus").launch);
  CHECK(misses(unsure.details("plus"), "launch"));
}

}  // namespace lanescope
