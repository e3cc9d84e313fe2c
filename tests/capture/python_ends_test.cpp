// How Python programs exit, and which processes they start, while they are recorded.
#include <chrono>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "capture/host/runner/launcher.h"
#include "capture/host/runner/session.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

/// 50 launches through a fake driver; what follows is up to each test.
constexpr char kLaunches[] = R"(import ctypes, os, sys
driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
driver.fake_call.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
def launch(times):
    for _ in range(times): driver.fake_call(0, b"kernel", 7, 1)
def work():
    ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()
    launch(50)
)";

/// Results over all processes of a capture.
struct PythonRun {
  std::uint64_t calls = 0, kernels = 0;
  std::set<std::uint32_t> pids;  // processes that opened channels
  std::string output;
  CaptureState state;
};

PythonRun record(const Interpreter& python, const std::string& script,
                 const Environment& environment = {}) {
  const TempFolder folder;
  write_below(folder, "train.py", kLaunches + script);
  CaptureOptions options;
  // Keep the exceptions it prints out of the test's output.
  options.command = {"sh",
                     "-c",
                     "exec \"$0\" \"$1\" 2> /dev/null > \"$2\"",
                     python.path,
                     folder.path() + "/train.py",
                     folder.path() + "/output"};
  options.agent = binary_folder() + "/liblanescope_inject.so";
  options.file = folder.path() + "/run.lanes";
  options.environment = {
      {"LANESCOPE_CUPTI", binary_folder() + "/tests/capture/fake/libfake_cupti.so"},
      {"PYTHONPATH", source_folder() + "/capture/py/lanescope_boot"}};
  options.environment.insert(options.environment.end(), environment.begin(), environment.end());
  auto started = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
  REQUIRE(started.value()->wait_finished(60'000));
  PythonRun run;
  run.state = started.value()->state();
  run.output = read_below(folder, "output");
  started.value().reset();
  for (const ReadChunk& chunk : take_apart(read_below(folder, "run.lanes")).all) {
    if (!chunk.is(wire::ChunkKind::Records)) continue;
    for (std::size_t at = 0; at < chunk.payload.size();) {
      wire::RecordHeader header;
      std::memcpy(&header, chunk.payload.data() + at, sizeof header);
      REQUIRE(header.words != 0);
      const auto type = static_cast<wire::RecordType>(header.type);
      run.calls += type == wire::RecordType::ApiBegin ? 1U : 0U;
      run.kernels += type == wire::RecordType::Kernel ? 1U : 0U;
      if (type == wire::RecordType::ChannelOpen) {
        wire::ChannelOpenRecord open;
        std::memcpy(&open, chunk.payload.data() + at, sizeof open);
        run.pids.insert(open.pid);
      }
      at += header.words * wire::kWord;
    }
  }
  return run;
}

}  // namespace

TEST_CASE("however a program of Python ends right after a launch, nothing is missing") {
  struct Ending {
    const char* script;
    int code;
  };
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    for (const Ending& ending : {Ending{"work()\n", 0}, Ending{"work(); sys.exit(3)\n", 3},
                                 Ending{"work(); raise KeyError('gone')\n", 1}}) {
      CAPTURE(ending.script);
      const PythonRun run = record(python, ending.script);
      CHECK(run.calls == 50);
      CHECK(run.kernels == 50);
      CHECK(run.state.dropped_records == 0);
      REQUIRE(run.state.command);
      CHECK(run.state.command->exit_code == ending.code);
    }
    // No exit hook runs: all calls are there, and the kernels delivered so far.
    const PythonRun cut = record(python, "work(); os._exit(4)\n");
    CHECK(cut.calls == 50);
    CHECK(cut.kernels <= 50);
    CHECK(cut.state.command->exit_code == 4);
  }
}

TEST_CASE("threads that launch while their interpreter is taken apart do no harm") {
  // Four threads that have left the interpreter keep launching to the very end. What it has freed
  // of them has other contents by then, and its exit takes a while.
  const std::string script = R"(
import builtins, threading, time
driver.fake_calls.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
libc.usleep.argtypes = [ctypes.c_uint]
class Reuses:
    def __init__(self): self.libc = libc
    def __del__(self):
        for size in range(200, 4000, 16):
            for _ in range(40): self.libc.memset(self.libc.malloc(size), 0x40, size)
        self.libc.usleep(100_000)
def deep(levels):
    if levels: deep(levels - 1)
    else: driver.fake_calls(1 << 40, 20_000)
work()
for levels in range(4):
    threading.Thread(target=deep, args=(levels * 10,), daemon=True).start()
time.sleep(0.2)
builtins.reuses = sys.modules["reuses"] = Reuses()
sys.exit(5)
)";
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const PythonRun run = record(python, script);
    REQUIRE(run.state.command);
    CHECK(run.state.command->exit_code == 5);
    CHECK(run.calls > 50);
  }
}

TEST_CASE("a GPU that never ends its work holds up the end of the program for seconds only") {
  // A fake PyTorch that satisfies the bootstrap, on a driver whose GPU waits for a peer that is
  // gone.
  const std::string script = R"(
import types
for name in ("torch", "torch.cuda", "torch.version", "torch.autograd", "torch.autograd.profiler"):
    package = sys.path[0] + "/" + name.replace(".", "/")
    os.makedirs(package, exist_ok=True)
    with open(package + "/__init__.py", "w") as file:
        if name == "torch": file.write("from . import autograd, cuda, version\n")
        if name == "torch.cuda": file.write("def is_initialized(): return True\n")
        if name == "torch.version": file.write("cuda = '13.0'\n")
        if name == "torch.autograd": file.write("from . import profiler\n")
        if name == "torch.autograd.profiler": file.write("class profile: pass\nclass emit_nvtx: pass\n")
fakes = os.path.dirname(os.environ["LANESCOPE_CUPTI"])
ctypes.CDLL(fakes + "/libfake_driver.so")
import torch
work()
sys.exit(6)
)";
  using Clock = std::chrono::steady_clock;
  for (const Interpreter& python : pythons()) {
    Clock::duration usual = Clock::duration::zero();  // on this machine under its current load
    for (const char* how : {"ends", "hangs"}) {
      INFO(python.path);
      CAPTURE(how);
      const auto begin = Clock::now();
      const PythonRun run = record(python, script, {{"FAKE_DRIVER", how}});
      const Clock::duration took = Clock::now() - begin;
      if (std::string_view(how) == "ends") usual = took;
      CHECK(took < usual + std::chrono::seconds(10));
      REQUIRE(run.state.command);
      CHECK(run.state.command->exit_code == 6);
      CHECK(run.calls == 50);
      CHECK(run.kernels == 50);
      CHECK(run.output == "the GPU is waited for\n");
    }
  }
}

TEST_CASE("workers of every start method come and go, and write to nobody's channels") {
  for (const Interpreter& python : pythons()) {
    for (const char* method : {"fork", "spawn", "forkserver"}) {
      INFO(python.path);
      CAPTURE(method);
      const PythonRun run = record(python, std::string(R"(
import multiprocessing
def load(number): return number * number
if __name__ == "__main__":
    work()
    context = multiprocessing.get_context(")") +
                                               method +
                                               R"(")
    for epoch in range(3):
        with context.Pool(4) as pool: total = sum(pool.map(load, range(100)))
        launch(10)
    sys.exit(0 if total == 328350 else 1)
)");
      REQUIRE(run.state.command);
      CHECK(run.state.command->exit_code == 0);
      CHECK(run.calls == 80);
      CHECK(run.kernels == 80);
      CHECK(run.pids.size() == 1);
      CHECK(run.state.processes.size() == 1);
      CHECK(run.state.dropped_records == 0);
    }
  }
}
