// A program of Python is recorded from outside, and opened.
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/app/cli/record/recorder_run.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// Three quarters of the time are spent in slow(), in its second line. Writes what it measured, and
/// who its children are.
constexpr std::string_view kProgram = R"py(import os, subprocess, sys, threading, time

def slow():
    end = time.perf_counter() + 0.03
    while time.perf_counter() < end: pass

def quick():
    end = time.perf_counter() + 0.01
    while time.perf_counter() < end: pass

def load():
    time.sleep(1000)

def rest():
    time.sleep(1000)

def measured(function):
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin

threading.Thread(target=load, daemon=True).start()
copy = os.fork()
if copy == 0:
    rest()
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
slow_s = quick_s = 0
while slow_s + quick_s < 2:
    slow_s += measured(slow)
    quick_s += measured(quick)
print(slow_s / (slow_s + quick_s), os.getpid(), copy, child.pid, file=open("measured", "w"))
os.kill(copy, 9)
child.kill()
)py";

/// What the program measured of itself.
struct Measured {
  explicit Measured(const std::string& text) {
    std::istringstream(text) >> share >> pid >> copy >> child;
  }
  double share = 0;
  std::string pid, copy, child;
};

/// Times by name in the tracks of a kind, of one thread or of all of a process.
class Times {
 public:
  Times(const Snapshot& trace, TrackKind kind, std::string_view pid, std::string_view tid = "") {
    for (const Track& track : trace.tracks) {
      if (track.kind != kind || trace.text(track.process) != pid) continue;
      if (!tid.empty() && trace.text(track.thread) != tid) continue;
      ++tracks;
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t s = 0; s < chunk->size(); ++s)
          by_name_[std::string(trace.text(chunk->name[s]))] += chunk->dur_ns[s];
      }
    }
  }
  /// Of all whose names end so.
  [[nodiscard]] Ns of(std::string_view end) const {
    Ns sum = 0;
    for (const auto& [name, time_ns] : by_name_) sum += name.ends_with(end) ? time_ns : 0;
    return sum;
  }
  [[nodiscard]] std::string all() const {
    std::string text;
    for (const auto& [name, time_ns] : by_name_)
      text += name + " " + std::to_string(time_ns) + "\n";
    return text;
  }
  int tracks = 0;

 private:
  std::map<std::string, Ns> by_name_;
};

constexpr const char* kPython = "/usr/bin/python3";

}  // namespace

TEST_CASE("a slow function of Python is found with its share and its line, in every process") {
  if (!std::filesystem::exists(kPython)) skip_case("there is no /usr/bin/python3");
  RecorderRun recording({kPython, "planted.py"});
  recording.folder.write("planted.py", std::string(kProgram));
  REQUIRE(recording.run() == 0);
  INFO(recording.errors());
  CHECK(contains(recording.errors(), " samples of 3 processes in "));
  CHECK(contains(recording.errors(), "open it with `lanescope"));
  CHECK_FALSE(contains(recording.errors(), "not sampled"));

  const Measured measured(text_of_file(recording.folder.path() + "/measured"));
  const auto loaded = load_trace(recording.options.output);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(trace.report.complete);
  const Times main(trace, TrackKind::ThreadSamples, measured.pid, measured.pid);
  INFO(main.all());
  CHECK(main.tracks == 1);
  const auto slow = static_cast<double>(main.of("planted.py(3): slow"));
  const auto quick = static_cast<double>(main.of("planted.py(7): quick"));
  REQUIRE(slow > 0);
  CHECK(slow / (slow + quick) > measured.share - 0.1);
  CHECK(slow / (slow + quick) < measured.share + 0.1);
  const auto line = static_cast<double>(main.of("planted.py:5"));
  CHECK(line > 0.8 * slow);
  // The thread beside it, what it waits in, and the other processes.
  CHECK(Times(trace, TrackKind::ThreadSamples, measured.pid).of("planted.py(11): load") > 0);
  CHECK(Times(trace, TrackKind::ThreadState, measured.pid).of("clock_nanosleep") > 0);
  CHECK(Times(trace, TrackKind::ThreadSamples, measured.copy).of("planted.py(14): rest") > 0);
  CHECK(Times(trace, TrackKind::ThreadSamples, measured.child).of("<string>(1): <module>") > 0);
}

TEST_CASE("without samples a program of Python leaves no recording") {
  if (!std::filesystem::exists(kPython)) skip_case("there is no /usr/bin/python3");
  RecorderRun recording({kPython, "-c", "import time; time.sleep(0.2)"});
  recording.options.sample_hz = 0;
  CHECK(recording.run() == 0);
  CHECK_FALSE(recording.has_file());
  CHECK(contains(recording.errors(), "no process of the command used CUDA or NVTX\n"));
}
