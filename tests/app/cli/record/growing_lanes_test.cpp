// Lanes of samples while the program that is recorded still runs, as the window shows them.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "core/session/session.h"
#include "tests/core/base/temp_folder.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

/// A thread that is always in another function, and one that does the same for hours.
constexpr std::string_view kProgram = R"py(
import threading, time

def one():
    time.sleep(0.02)

def other():
    time.sleep(0.02)

threading.Thread(target=lambda: time.sleep(1000), daemon=True).start()
while True:
    one()
    other()
)py";

constexpr const char* kPython = "/usr/bin/python3";
constexpr Ns kMs = 1'000'000;

/// Up to when a lane tells what its thread did, in a snapshot; 0 if there is no such lane yet.
Ns end_of(const Snapshot& trace, TrackKind kind, bool main_thread) {
  for (const Track& track : trace.tracks) {
    const bool is_main = trace.text(track.thread) == trace.text(track.process);
    if (track.kind == kind && is_main == main_thread && track.slices > 0)
      return track.bounds.end_ns;
  }
  return 0;
}

/// By how much a lane grew from one snapshot that showed more of it to the next.
class LaneGrowth {
 public:
  void note(Ns end_ns) {
    if (end_ns == 0 || end_ns <= end_ns_) return;
    if (end_ns_ != 0) steps_.push_back(end_ns - end_ns_);
    end_ns_ = end_ns;
  }
  [[nodiscard]] std::size_t count() const { return steps_.size(); }
  [[nodiscard]] Ns median_ns() const {
    std::vector<Ns> sorted = steps_;
    std::ranges::sort(sorted);
    return sorted.at(sorted.size() / 2);
  }

 private:
  Ns end_ns_ = 0;
  std::vector<Ns> steps_;
};

}  // namespace

TEST_CASE("lanes of samples grow four times a second or more while the program runs") {
  if (!std::filesystem::exists(kPython)) skip_case("there is no /usr/bin/python3");
  const TempFolder folder;
  CaptureOptions options;
  options.command = {kPython, folder.write("program.py", std::string(kProgram))};
  options.agent = "/nowhere/agent.so";
  options.file = folder.path() + "/run.lanes";
  options.sample_hz = 200;
  options.own_group = true;
  auto recorded = CaptureSession::start(options, nullptr);
  REQUIRE_MESSAGE(recorded.ok(), (recorded.ok() ? "" : recorded.error().message));
  const Session followed(options.file, {}, Session::Kind::Capture);

  constexpr std::size_t kEnough = 20;
  constexpr int kLooks = 12'000;
  LaneGrowth functions, resting;
  std::uint64_t generation = 0;
  for (int i = 0; i < kLooks && std::min(functions.count(), resting.count()) < kEnough; ++i) {
    const auto seen = followed.snapshot();
    if (seen.value && std::exchange(generation, seen.generation) != seen.generation) {
      functions.note(end_of(*seen.value, TrackKind::ThreadSamples, true));
      resting.note(end_of(*seen.value, TrackKind::ThreadState, false));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const bool is_live = followed.state() == Session::State::Live;
  const CaptureState state = recorded.value()->state();
  recorded.value()->end_program(CaptureSession::EndProgram::Kill);
  CHECK(is_live);
  CHECK(state.phase == CapturePhase::Recording);
  REQUIRE(functions.count() >= kEnough);
  REQUIRE(resting.count() >= kEnough);
  // A machine that is busy may lose time now and then, but not mostly.
  CHECK(functions.median_ns() <= 250 * kMs);
  CHECK(resting.median_ns() <= 250 * kMs);
}
