// The Python that led to an event: sampled functions and lines, native code, stacks in arguments.
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/details/text.h"
#include "tests/core/view/details/training_details.h"

namespace lanescope {

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

TEST_CASE("a Python function is the innermost of its own stack") {
  const Opened trace(training());
  const DetailsModel model = trace.details("train.py(41): train_step");
  REQUIRE(model.python.size() == 1);
  CHECK(model.python[0].event == model.event);
  CHECK(model.gpu_work.count == 2);
  CHECK(model.missing.empty());
}

TEST_CASE("the line to open is that of the frame, else the innermost of the user's own") {
  const Opened trace(training());
  CHECK(source_of(trace.details(kKernel)).file == "train.py");
  CHECK(source_of(trace.details(kKernel)).line == 41);
  const auto library = trace.details("torch/nn/modules/module.py(1527): _call_impl");
  CHECK(source_of(library).line == 1527);
  CHECK(source_of(DetailsModel()).file.empty());
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

TEST_CASE("a call stack of machine code is not called Python") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "22", "2",
            R"("correlation":1,"Call stack":"cudaLaunchKernel;at::native::mm;main")");
  const Opened opened(trace);
  const std::string words =
      details_plain_text(details_text(opened.snapshot(), opened.details("cudaLaunchKernel")));
  CHECK(words.find("CALL STACK\ncudaLaunchKernel\nat::native::mm\nmain\n") != words.npos);
  CHECK(words.find("PYTHON") == words.npos);
}

}  // namespace lanescope
