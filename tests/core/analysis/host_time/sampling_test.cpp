// How much of the time samples cover. Times are in µs.
#include "core/analysis/host_time/sampling.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("what no sample covers is told, of states and of functions") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "20")
      .cpu("python_sample", "train.py(1): main", "80", "20")
      .cpu("thread_state", "running", "0", "30")
      .cpu("thread_state", "running", "80", "20");
  const auto snapshot = trace.load();
  const SampleCover cover = sample_cover(*snapshot, whole_window());
  CHECK(cover.lived_ns == 100'000);
  CHECK(cover.unknown_ns == 60'000);
  CHECK(cover_words(cover).starts_with("No sample covers 60 % of the time"));
  CHECK_FALSE(sample_cover(*snapshot, range_window({80'000, 100'000})).lacks_much());
}

TEST_CASE("a pause of the recording is named, and is no time that samples lack") {
  TraceText trace;
  trace.cpu("thread_state", "running", "0", "30")
      .cpu("thread_state", "running", "80", "20")
      .slice("overhead", "Paused", "1", "\"Capture\"", "30", "45");
  const auto snapshot = trace.load();
  const SampleCover cover = sample_cover(*snapshot, whole_window());
  CHECK(cover.lived_ns == 55'000);
  CHECK(cover.unknown_ns == 5'000);
  CHECK(sample_pause_words(*snapshot, whole_window()) ==
        "The recording was paused for 45.00 µs: no thread has samples or states there");
  CHECK(sample_pause_words(*snapshot, range_window({80'000, 100'000})).empty());
}
