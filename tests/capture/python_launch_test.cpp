// From a line of Python to the capture file: every launch with the stack that caused it.
#include <sstream>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "tests/capture/agent/ring/channel_stacks.h"
#include "tests/capture/capture_chunks.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

/// Launches through a fake driver, and records CPython's own view of its frames each time.
constexpr char kScript[] = R"(import ctypes, os, sys
driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
driver.fake_call.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()
out = open(sys.argv[1], "w")
def note(frame):
    frames = []
    while frame is not None:
        code = frame.f_code
        name = getattr(code, "co_qualname", code.co_name)
        frames.append(f"{name}|{code.co_filename}|{frame.f_lineno}")
        frame = frame.f_back
    out.write("\t".join(frames) + "\n")
def launch():
    note(sys._getframe()); driver.fake_call(0, b"kernel", 7, 1)
def layer(depth):
    if depth: return layer(depth - 1)
    launch()
    [launch() for _ in range(2)]
for step in range(50):
    layer(step % 10)
    (lambda: launch())()
out.close()
)";

}  // namespace

TEST_CASE("200 launches from known lines of Python arrive with these lines") {
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const TempFolder folder;
    write_below(folder, "train.py", kScript);
    CaptureOptions options;
    options.command = {python.path, folder.path() + "/train.py", folder.path() + "/expected"};
    options.agent = binary_folder() + "/liblanescope_inject.so";
    options.file = folder.path() + "/run.lanes";
    options.environment = {
        {"LANESCOPE_CUPTI", binary_folder() + "/tests/capture/fake/libfake_cupti.so"}};
    auto started = CaptureSession::start(options, nullptr);
    REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
    REQUIRE(started.value()->wait_finished(60'000));
    started.value().reset();

    const CaptureChunks file = take_apart(read_below(folder, "run.lanes"));
    std::vector<ChannelStack> launches;
    for (std::uint32_t channel = 1; channel < 64; ++channel) {
      const auto found = stacks_in_channel(file.records(0, channel));
      launches.insert(launches.end(), found.begin(), found.end());
    }
    std::stringstream expected(read_below(folder, "expected"));
    REQUIRE(launches.size() == 200);
    for (const ChannelStack& launch : launches) {
      std::string line, reported;
      REQUIRE(std::getline(expected, line));
      for (const std::string& frame : launch.frames)
        reported += (reported.empty() ? "" : "\t") + frame;
      CHECK(reported == line);
    }
  }
}
