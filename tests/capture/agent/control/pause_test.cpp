// A pause as seen by two threads: the one that receives the viewer's messages, and the drain
// thread.
#include "capture/agent/control/pause.h"

#include <doctest/doctest.h>

#include "capture/agent/agent.h"
#include "capture/agent/ring/clock.h"

using namespace lanescope::agent;
using Change = Pause::Change;

namespace {

/// Ends the pause, because Off::Paused would affect everything that follows in this process.
void end(Pause& pause) {
  pause.request(false);
  pause.resume(pause.follow(false));
}

}  // namespace

TEST_CASE("a pause is followed once and ends once") {
  Pause pause;
  CHECK(pause.follow(false).change == Change::None);
  const std::int64_t before_ns = now_ns();
  pause.request(true);
  const Pause::Step began = pause.follow(false);
  CHECK(began.change == Change::Began);
  CHECK(began.from >= before_ns);
  CHECK(pause.follow(false).change == Change::None);
  pause.request(false);
  const Pause::Step ended = pause.follow(false);
  CHECK(ended.change == Change::Ended);
  CHECK(ended.from == began.from);
  CHECK(ended.until >= ended.from);
  pause.resume(ended);
  CHECK(pause.follow(false).change == Change::None);
}

TEST_CASE("a pause that is over before the drain has seen it is told all the same") {
  Pause pause;
  pause.request(true);
  pause.request(false);
  const Pause::Step ended = pause.follow(false);
  CHECK(ended.change == Change::Ended);
  CHECK(ended.from != 0);
  pause.resume(ended);
  CHECK(pause.follow(false).change == Change::None);
}

TEST_CASE("a pause wished again while the drain ends the former one leaves no time between them") {
  Pause pause;
  pause.request(true);
  pause.follow(false);
  pause.request(false);
  const Pause::Step ended = pause.follow(false);
  REQUIRE(ended.change == Change::Ended);
  pause.request(true);
  pause.resume(ended);
  // Calls went unrecorded the whole time.
  const Pause::Step next = pause.follow(false);
  CHECK(next.change == Change::Began);
  CHECK(next.from == ended.until);
  end(pause);
}

TEST_CASE("the wish that stands in the ring pauses, too") {
  Pause pause;
  CHECK(pause.follow(true).change == Change::Began);
  CHECK(pause.follow(true).change == Change::None);
  const Pause::Step ended = pause.follow(false);
  CHECK(ended.change == Change::Ended);
  pause.resume(ended);
}

namespace {

bool is_off() {
  return (off_reasons.load() & static_cast<std::uint32_t>(Off::Paused)) != 0;
}

}  // namespace

TEST_CASE("calls are off from the wish on, and on again once the drain has followed") {
  Pause pause;
  pause.request(false);
  CHECK_FALSE(is_off());
  CHECK(pause.follow(false).change == Change::None);
  pause.request(true);
  CHECK(is_off());
  pause.follow(false);
  pause.request(false);
  CHECK(is_off());
  const Pause::Step ended = pause.follow(false);
  CHECK(is_off());
  pause.resume(ended);
  CHECK_FALSE(is_off());
}

TEST_CASE("a pause wished twice began with the first wish") {
  Pause pause;
  pause.request(true);
  const std::int64_t after_ns = now_ns();
  pause.request(true);
  CHECK(pause.follow(false).from <= after_ns);
  end(pause);
}

TEST_CASE("a pause wished again while the former one ends keeps calls off") {
  Pause pause;
  pause.request(true);
  pause.follow(false);
  pause.request(false);
  const Pause::Step ended = pause.follow(false);
  pause.request(true);
  pause.resume(ended);
  CHECK(is_off());
  end(pause);
  CHECK_FALSE(is_off());
}

TEST_CASE("a recording that begins paused is off at the drain's first look") {
  Pause pause;
  pause.begin(true);
  CHECK_FALSE(is_off());
  const std::int64_t before_ns = now_ns();
  const Pause::Step began = pause.follow(false);
  CHECK(began.change == Change::Began);
  CHECK(began.from >= before_ns);
  CHECK(is_off());
  end(pause);
  pause.begin(false);
  CHECK(pause.follow(false).change == Change::None);
}

TEST_CASE("the ring's wish takes calls off, and goes on when the message's ends") {
  Pause pause;
  pause.follow(true);
  CHECK(is_off());
  pause.request(true);
  pause.request(false);
  CHECK(pause.follow(true).change == Change::None);
  pause.resume(pause.follow(false));
  CHECK_FALSE(is_off());
}

TEST_CASE("since when it is paused is known until the drain has handled the end") {
  Pause pause;
  CHECK(pause.since() == 0);
  pause.request(true);
  const std::int64_t since_ns = pause.since();
  CHECK(since_ns != 0);
  pause.follow(false);
  pause.request(false);
  CHECK(pause.since() == since_ns);
  pause.resume(pause.follow(false));
  CHECK(pause.since() == 0);
}

TEST_CASE("a child forgets its parent's pause") {
  Pause pause;
  pause.request(true);
  pause.follow(false);
  pause.forget();
  CHECK(pause.follow(false).change == Change::None);
  // The next pause starts afresh.
  CHECK(pause.follow(true).change == Change::Began);
  pause.resume(pause.follow(false));
  set_off(Off::Paused, false);
}
