// Threads that run code of a subinterpreter: Python has several states for one thread of the
// system.
#include <doctest/doctest.h>

#include "capture/sampler/python/remote_python_reader.h"
#include "capture/sampler/sampler.h"
#include "tests/capture/pythons.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// The module is called as each version does.
constexpr std::string_view kProgram = R"(
import threading
try:
    import _interpreters as interpreters
    run = lambda code: interpreters.exec(interpreters.create(), code)
except ImportError:
    import _xxsubinterpreters as interpreters
    run = lambda code: interpreters.run_string(interpreters.create(), code)

CODE = """
def inner_sub():
    total = 0
    for number in range(100000):
        total += number
    return total

while True:
    inner_sub()
"""
thread = threading.Thread(target=run, args=(CODE,))
thread.start()
thread.join()
)";

}  // namespace

TEST_CASE("of two states for one thread, that of the code that runs counts") {
  const PythonThread outer{.tid = 7, .depth = 3}, inner{.tid = 7, .depth = 2}, none{.tid = 7};
  PythonThread holding = outer, torn = none;
  holding.holds_gil = torn.torn = true;
  CHECK_FALSE(runs_instead(outer, inner));
  CHECK(runs_instead(outer, none));
  CHECK_FALSE(runs_instead(none, inner));
  CHECK(runs_instead(holding, inner));
  CHECK_FALSE(runs_instead(outer, torn));
}

TEST_CASE("code of a subinterpreter is sampled, not who called it") {
  for (const Interpreter& python : pythons()) {
    CAPTURE(python.path);
    TempFolder folder;
    const std::string script = folder.write("sub.py", kProgram);
    KeptSamples kept;
    const Child child({python.path, script});
    SamplerOptions options;
    options.command = child.pid();
    options.rate_hz = 500;
    options.python = make_remote_python_reader();
    auto sampler = HostSampler::start(std::move(options), kept);
    REQUIRE(sampler.ok());
    CHECK(kept.soon_has(child.pid(), 50, [](const DecodedSample& sample) {
      return !sample.frames.empty() && sample.frames.front().starts_with("inner_sub@");
    }));
  }
}
