#include "core/view/lanes/state_labels.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "core/view/lanes/hover_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Waits in join(), then for a lock of its own; between them it reads a file.
std::shared_ptr<const Snapshot> joining() {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "900")
      .cpu("python_sample", "threading.py(1087): Thread.join", "0", "300")
      .cpu("thread_state", "futex", "0", "300")
      .cpu("thread_state", "read /data/a.bin", "300", "300")
      .cpu("thread_state", "futex", "600", "300");
  return trace.load();
}

TrackId states_of(const Snapshot& snapshot) {
  const auto track = std::ranges::find(snapshot.tracks, TrackKind::ThreadState, &Track::kind);
  REQUIRE(track != snapshot.tracks.end());
  return track->id;
}

}  // namespace

TEST_CASE("a thread in join waits for another thread, also on its lane") {
  const auto snapshot = joining();
  const StateLabels labels(*snapshot, states_of(*snapshot));
  CHECK(labels.of(event_named(*snapshot, "futex", 0)) == "waiting for another thread");
  CHECK(labels.of(event_named(*snapshot, "futex", 1)).empty());
  CHECK(labels.of(event_named(*snapshot, "read /data/a.bin")).empty());
}

TEST_CASE("what a wait is for most of the time counts, on its lane as in sums") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "900")
      .cpu("python_sample", "threading.py(1087): Thread.join", "0", "140")
      .cpu("python_sample", "threading.py(1087): Thread.join", "160", "140")
      .cpu("python_sample", "threading.py(1087): Thread.join", "440", "20")
      .cpu("thread_state", "futex", "0", "300")
      .cpu("thread_state", "running", "300", "100")
      .cpu("thread_state", "futex", "400", "100");
  const auto snapshot = trace.load();
  const StateLabels labels(*snapshot, states_of(*snapshot));
  CHECK(labels.of(event_named(*snapshot, "futex", 0)) == "waiting for another thread");
  CHECK(labels.of(event_named(*snapshot, "futex", 1)).empty());
  const HostTime time = analyse_host_time(*snapshot, whole_window());
  REQUIRE(time.waits.size() == 2);
  CHECK(time.waits[0].for_thread);
  CHECK(time.waits[0].total_ns == 300'000);
  CHECK_FALSE(time.waits[1].for_thread);
}

TEST_CASE("without samples of Python a state is called what the system calls it") {
  const auto snapshot = TraceText().cpu("thread_state", "futex", "0", "300").load();
  CHECK(StateLabels(*snapshot, states_of(*snapshot)).of(event_named(*snapshot, "futex")).empty());
  CHECK(StateLabels(*snapshot, TrackId::None).of(event_named(*snapshot, "futex")).empty());
}

TEST_CASE("the tooltip of a wait says the same as its lane") {
  const auto snapshot = joining();
  const auto state_in = [&](std::size_t nth) {
    LaneHit hit;
    hit.event = event_named(*snapshot, "futex", nth);
    hit.range = {0, 300'000};
    const HoverText text = hover_text(*snapshot, hit);
    const auto at = std::ranges::find(text.facts, "State", [](const auto& f) { return f.first; });
    return at == text.facts.end() ? std::string() : at->second;
  };
  CHECK(state_in(0) == "waiting for another thread");
  CHECK(state_in(1) == "lock");
}

}  // namespace lanescope
