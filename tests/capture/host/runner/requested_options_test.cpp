#include <algorithm>
#include <span>

#include <doctest/doctest.h>

#include "capture/host/runner/options.h"
#include "capture/host/runner/session.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

using Sentences = std::vector<std::string>;

RequestedOptions requested(bool shapes, bool memory, bool stacks = false) {
  CaptureOptions options;
  options.shapes = shapes;
  options.memory = memory;
  options.stacks = stacks;
  return RequestedOptions(options);
}

/// The problems reported for a recording of `script`, which launches once.
Sentences problems_of(const Interpreter& python, const std::string& script) {
  const TempFolder folder;
  write_below(folder, "train.py", R"(import ctypes, os, sys
driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()
driver.fake_call(0, b"kernel", ctypes.c_uint64(7), ctypes.c_uint64(1))
)" + script);
  write_below(folder, "torch/__init__.py", "from . import version\n");
  write_below(folder, "torch/version.py", "cuda = None\n");
  CaptureOptions options;
  options.command = {python.path, folder.path() + "/train.py"};
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.python_folder = source_folder() + "/capture/py/lanescope_boot";
  options.file = folder.path() + "/run.lanes";
  options.shapes = options.memory = true;
  options.environment = {
      {"LANESCOPE_CUPTI", binary_folder() + "/tests/capture/fake/libfake_cupti.so"}};
  auto started = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
  REQUIRE(started.value()->wait_finished(60'000));
  Sentences texts;
  for (const CaptureProblem& problem : started.value()->state().problems)
    texts.push_back(problem.text);
  return texts;
}

}  // namespace

TEST_CASE("an option that no process fulfilled is told with the reason") {
  RequestedOptions none = requested(true, true);
  CHECK(none.unfulfilled() ==
        Sentences{"No operators with shapes recorded: no process imported PyTorch.",
                  "No PyTorch allocator memory recorded: no process imported PyTorch."});
  none.take_caps("clock=realtime\nshapes=this PyTorch is built without CUDA\n");
  CHECK(none.unfulfilled().front() ==
        "No operators with shapes recorded: this PyTorch is built without CUDA.");
  // One process of several is enough.
  none.take_caps("shapes=on\n");
  const std::string mm = "aten::mm, op_id = 1, sizes = [[2]]";
  none.take_records(std::as_bytes(std::span(mm)));
  none.take_caps("memory=on\n");
  none.take_caps("shapes=this PyTorch is built without CUDA\n");
  CHECK(none.unfulfilled().empty());
  CHECK(requested(false, false).unfulfilled().empty());
}

TEST_CASE("PyTorch that ran no operator is told of, as long as there is none") {
  RequestedOptions options = requested(true, false);
  options.take_caps("shapes=on\n");
  const std::string other = "step 1", mm = "aten::mm, seq = 3, op_id = 7, sizes = [[2, 3], [3, 4]]";
  options.take_records(std::as_bytes(std::span(other)));
  CHECK(options.unfulfilled() ==
        Sentences{"No operators with shapes recorded: none ran on a main thread or in its backward "
                  "passes."});
  options.take_records(std::as_bytes(std::span(mm)));
  options.take_records(std::as_bytes(std::span(other)));
  CHECK(options.unfulfilled().empty());
}

TEST_CASE("stacks are missed where there was a Python to take them of") {
  RequestedOptions stacks = requested(false, false, true);
  CHECK(stacks.unfulfilled().empty());
  stacks.take_caps("python=\npython_stacks=no Python in this process\n");
  CHECK(stacks.unfulfilled().empty());
  stacks.take_caps("python=\npython_stacks=only Python 3.10 to 3.14 is supported\n");
  CHECK(stacks.unfulfilled() ==
        Sentences{"No Python stacks recorded: only Python 3.10 to 3.14 is supported."});
  stacks.take_caps("python=3.11\npython_stacks=on\n");
  CHECK(stacks.unfulfilled().empty());
}

TEST_CASE("an option is told of where no process joined, and in the file") {
  const TempFolder folder;
  write_below(folder, "wait.py", "import time\nfor _ in range(300): time.sleep(0.001)\n");
  CaptureOptions options;
  options.command = {pythons().front().path, folder.path() + "/wait.py"};
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.python_folder = source_folder() + "/capture/py/lanescope_boot";
  options.file = folder.path() + "/run.lanes";
  options.shapes = true;
  options.sample_hz = 200;
  auto started = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
  REQUIRE(started.value()->wait_finished(60'000));
  const CaptureState state = started.value()->state();
  REQUIRE(state.has_file);
  CHECK(state.processes.empty());
  constexpr const char* kSentence =
      "No operators with shapes recorded: no process imported PyTorch.";
  CHECK(std::ranges::count(state.problems, kSentence, &CaptureProblem::text) == 1);
  CHECK(content_of_file(options.file).find(kSentence) != std::string::npos);
}

TEST_CASE("the end of a recording tells which of its options recorded nothing") {
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    CHECK(problems_of(python, "") ==
          Sentences{"No operators with shapes recorded: no process imported PyTorch.",
                    "No PyTorch allocator memory recorded: no process imported PyTorch."});
    CHECK(problems_of(python, "import torch\n") ==
          Sentences{"No operators with shapes recorded: this PyTorch is built without CUDA.",
                    "No PyTorch allocator memory recorded: this PyTorch is built without CUDA."});
  }
}
