// When the window draws its next frame, told by a clock of the test's own.
#include "app/platform/window_pace.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

constexpr double kNever = -1, kFrameS = 0.02;

/// A window that has drawn its first frames and has nothing to do.
WindowPace asleep(double& now_s) {
  WindowPace pace;
  while (pace.wait_s(kNever) == 0) {
    pace.note_frame(now_s, now_s + kFrameS);
    now_s += kFrameS;
  }
  return pace;
}

void draw(WindowPace& pace, double& now_s) {
  pace.note_frame(now_s, now_s + kFrameS);
  now_s += kFrameS;
}

}  // namespace

TEST_CASE("a window at rest waits without end, or as long as its content says") {
  double now_s = 10;
  const WindowPace pace = asleep(now_s);
  CHECK(pace.wait_s(kNever) == kNever);
  CHECK(pace.wait_s(0.5) == 0.5);
}

TEST_CASE("input is answered at once with three frames, and so is all else for a second") {
  double now_s = 10;
  WindowPace pace = asleep(now_s);
  pace.note_input(now_s);
  for (int frame = 0; frame < 3; ++frame) {
    CHECK(pace.wait_s(kNever) == 0);
    CHECK(pace.rest_s(now_s, kNever, false) == 0);
    draw(pace, now_s);
  }
  CHECK(pace.wait_s(kNever) == kNever);
  CHECK(pace.rest_s(now_s, kNever, true) == 0);
  CHECK(pace.rest_s(now_s + 2, kNever, true) == 0);  // the last frame is long past
}

TEST_CASE("results that come one after another get half of the time") {
  double now_s = 10;
  WindowPace pace = asleep(now_s);
  draw(pace, now_s);
  CHECK(pace.rest_s(now_s, kNever, true) == doctest::Approx(kFrameS));
  CHECK(pace.rest_s(now_s + kFrameS / 2, kNever, true) == doctest::Approx(kFrameS / 2));
  CHECK(pace.rest_s(now_s + kFrameS, kNever, true) == doctest::Approx(0));
}

TEST_CASE("a load whose progress is shown gets nine tenths") {
  double now_s = 10;
  WindowPace pace = asleep(now_s);
  draw(pace, now_s);
  CHECK(pace.rest_s(now_s, 0.1, false) == doctest::Approx(9 * kFrameS));
}

TEST_CASE("an animation rests for nothing") {
  double now_s = 10;
  WindowPace pace = asleep(now_s);
  draw(pace, now_s);
  CHECK(pace.rest_s(now_s, 0, false) == 0);
  CHECK(pace.wait_s(0) == 0);
}

TEST_CASE("after the last of several results the picture settles") {
  double now_s = 10;
  WindowPace pace = asleep(now_s);
  for (int result = 0; result < 5; ++result) {
    pace.note_wake();
    draw(pace, now_s);
  }
  for (int frame = 0; frame < 2; ++frame) {
    const double wait_s = pace.wait_s(kNever);
    CHECK(wait_s > 0);
    CHECK(wait_s < 0.1);
    draw(pace, now_s);
  }
  CHECK(pace.wait_s(kNever) == kNever);
}

TEST_CASE("a frame of seconds causes a rest of a quarter of a second") {
  WindowPace pace;
  for (int frame = 0; frame < 3; ++frame) pace.note_frame(10, 13);
  CHECK(pace.rest_s(13, kNever, true) == doctest::Approx(0.25));
}
