#include "core/analysis/host/python_frame.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a frame is taken apart into function, file and line") {
  const DetailsFrame frame = parse_python_frame("models/resnet.py(88): forward");
  CHECK(frame.function == "forward");
  CHECK(frame.file == "models/resnet.py");
  CHECK(frame.line == 88);
  CHECK(frame.user);
}

TEST_CASE("brackets in paths and functions do not confuse it") {
  const DetailsFrame odd = parse_python_frame("my(dir)/a.py(3): <lambda>");
  CHECK(odd.file == "my(dir)/a.py");
  CHECK(odd.line == 3);
  CHECK(odd.function == "<lambda>");
}

TEST_CASE("built-ins have no file and lose their address, which differs from run to run") {
  const DetailsFrame frame =
      parse_python_frame("<built-in method add of type object at 0x7f3bb4d335d0>");
  CHECK(frame.function == "<built-in method add of type object>");
  CHECK(frame.file.empty());
  CHECK_FALSE(frame.user);
}

TEST_CASE("libraries are not the user's code") {
  for (const char* name :
       {"torch/nn/modules/module.py(1527): _call_impl", "threading.py(1002): _bootstrap",
        "/usr/lib/python3.10/threading.py(2): run", "<frozen runpy>(4): _run_code",
        "/opt/conda/lib/python3.8/site-packages/x/y.py(1): f", "multiprocessing/spawn.py(1): f",
        "flashinfer/autotuner.py(246): __hash__", "vllm/worker.py(1): run",
        "/venv/lib/python3.12/dist-packages/anything/y.py(1): f", "types.py(1): __get__"}) {
    CAPTURE(name);
    CHECK_FALSE(parse_python_frame(name).user);
  }
  CHECK_FALSE(parse_python_frame("lanescope_boot.py(350): TorchFinder.exec_module").user);
  CHECK(parse_python_frame("/home/me/train.py(1): main").user);
  CHECK(parse_python_frame("my_threading.py(1): main").user);
}

TEST_CASE("on Windows libraries are told from the user's code too") {
  const std::string site = R"(D:\work\.venv\Lib\site-packages\torch\functional.py(373): einsum)";
  const DetailsFrame library = parse_python_frame(site);
  CHECK(library.function == "einsum");
  CHECK(library.line == 373);
  CHECK_FALSE(library.user);
  CHECK_FALSE(parse_python_frame(R"(C:\Python311\Lib\threading.py(9): run)").user);
  CHECK(parse_python_frame(R"(D:\work\model.py(54): forward)").user);
}

TEST_CASE("a call stack is taken apart into frames, innermost first") {
  const auto frames = parse_call_stack(
      "?\?(0): c10::alloc();a/b.cpp(7): at::empty;torch/functional.py(3): einsum;\r\n"
      "model.py(54): forward;and 9 more;");
  REQUIRE(frames.size() == 5);
  CHECK(frames[0].function == "c10::alloc()");
  CHECK(frames[0].file.empty());
  CHECK_FALSE(frames[0].user);
  CHECK_FALSE(frames[1].user);
  CHECK(frames[3].function == "forward");
  CHECK(frames[3].file == "model.py");
  CHECK(frames[3].line == 54);
  CHECK(frames[4].function == "and 9 more");
  REQUIRE(frame_of_interest(frames) != nullptr);
  CHECK(frame_of_interest(frames)->file == "model.py");
  CHECK(frame_of_interest(parse_call_stack("torch/a.py(1): f"))->line == 1);
  CHECK(frame_of_interest(parse_call_stack("add")) == nullptr);
  CHECK(parse_call_stack(" ;; ").empty());
}

TEST_CASE("what is no frame is taken as it stands") {
  for (const char* name :
       {"", "(", "): ", "x): y", "a(b): c", "a.py(12", "a.py(99999999999999999999): f"}) {
    CAPTURE(name);
    const DetailsFrame frame = parse_python_frame(name);
    CHECK(frame.function == name);
    CHECK(frame.line == 0);
  }
}

TEST_CASE("a module's name has no prefix") {
  CHECK(module_name("nn.Module: Conv2d_3") == "Conv2d_3");
  CHECK(module_name("model.py(1): forward").empty());
}

}  // namespace lanescope
