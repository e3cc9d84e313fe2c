#include "core/session/session.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/generated_trace.h"

using namespace lanescope;

namespace {

std::string some_trace(std::size_t rounds) {
  return trace_text(generated_events(7, rounds), TraceLayout::Minified);
}

}  // namespace

TEST_CASE("a session loads by itself, wakes its window and answers for each event") {
  const TempFolder folder;
  std::atomic<int> woken{0};
  Session session(folder.write("a.json", some_trace(200)), [&woken] { ++woken; });
  session.wait();
  CHECK(session.state() == Session::State::Ready);
  CHECK(session.load_seconds() > 0);
  CHECK(session.load_seconds() == session.load_seconds());  // the clock stands
  const auto trace = session.snapshot().value;
  REQUIRE(trace != nullptr);
  CHECK(trace->report.complete);
  const auto text = session.event_json(EventId{0});
  REQUIRE(text.ok());
  CHECK(text.value().find("name") != nullptr);
  CHECK(!session.event_json(EventId::None).ok());
}

TEST_CASE("a session that can not load says why, and wakes its window for it") {
  std::atomic<int> woken{0};
  {
    Session session("/nowhere/at-all.json", [&woken] { ++woken; });
    session.wait();
    CHECK(session.state() == Session::State::Failed);
    CHECK(!session.error().message.empty());
    CHECK(session.snapshot().value == nullptr);
    CHECK(!session.event_json(EventId{0}).ok());
  }
  CHECK(woken == 1);
}

TEST_CASE("a session that is cancelled keeps what it has read and says that it is not all") {
  const TempFolder folder;
  const std::string path = folder.write("b.json", some_trace(20'000));
  Session whole(path, {});
  whole.wait();
  Session session(path, {});
  session.cancel();
  session.wait();
  CHECK(session.state() == Session::State::Cancelled);
  if (const auto trace = session.snapshot().value) {
    CHECK(trace->counts.total < whole.snapshot().value->counts.total);
    CHECK(!trace->report.complete);
  }
}

TEST_CASE("a session can be dropped in the middle of a load") {
  const TempFolder folder;
  const std::string path = folder.write("c.json", some_trace(20'000));
  std::atomic<int> reported = 0;
  for (int i = 0; i < 5; ++i) const Session session(path, [&] { ++reported; });
  // Nobody is left that could still tell of it.
  const int before = reported;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(reported == before);
}

TEST_CASE("a load that waits for a pipe's writer can be cancelled") {
  const TempFolder folder;
  const std::string path = folder.path() + "/pipe.json";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  Session session(path, {});
  session.cancel();
  session.wait();
  CHECK(session.state() == Session::State::Failed);
  CHECK(session.error().kind == Error::Kind::Cancelled);
}

namespace {

std::string looping_trace() {
  std::string text = "{\"traceEvents\": [";
  for (int i = 0; i < 8; ++i) {
    const std::string at = std::to_string(i * 10);
    text += std::string(i == 0 ? "" : ",") + R"({"ph": "X", "cat": "user_annotation", "name": ")" +
            (i % 2 == 0 ? "ProfilerStep#" : "batch ") + std::to_string(i) +
            R"(", "pid": 1, "tid": 1, "ts": )" + at + R"(, "dur": 9})";
  }
  return text + "]}";
}

/// The name of the first step, and how many there are.
std::string steps_of(const Session& session) {
  const auto trace = session.snapshot().value;
  if (!trace || trace->steps.empty()) return "none";
  return std::string(trace->text(trace->steps.front().name)) + " of " +
         std::to_string(trace->steps.size());
}

void wait_for_choice(const Session& session) {
  while (session.choosing_steps()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

TEST_CASE("the steps of an open trace can be chosen, and found again") {
  const TempFolder folder;
  Session session(folder.write("a.json", looping_trace()), {});
  session.wait();
  CHECK(steps_of(session) == "ProfilerStep#0 of 4");
  const auto generation = session.snapshot().generation;
  session.choose_steps("batch *");
  wait_for_choice(session);
  CHECK(steps_of(session) == "batch 1 of 4");
  CHECK(session.snapshot().generation == generation + 1);
  CHECK(session.picture().complete.snapshot == session.snapshot().value);
  CHECK(session.event_json(EventId{1}).ok());
  session.choose_steps("batch *");  // they are the steps already
  CHECK(session.snapshot().generation == generation + 1);
  session.choose_steps("nothing");
  wait_for_choice(session);
  CHECK(steps_of(session) == "ProfilerStep#0 of 4");
  const auto problem = session.take_steps_problem();
  REQUIRE(problem);
  CHECK(problem->starts_with("has no range named 'nothing'"));
  CHECK_FALSE(session.take_steps_problem());
  session.choose_steps("batch 3");
  session.choose_steps("");  // the last choice counts
  wait_for_choice(session);
  CHECK(steps_of(session) == "ProfilerStep#0 of 4");
}

TEST_CASE("steps that are named for opening a trace must be in it") {
  const TempFolder folder;
  const std::string path = folder.write("a.json", looping_trace());
  Session named(path, {}, Session::Kind::File, {.steps = "batch *"});
  named.wait();
  CHECK(steps_of(named) == "batch 1 of 4");
  Session wrong(path, {}, Session::Kind::File, {.steps = "step *"});
  wrong.wait();
  CHECK(wrong.state() == Session::State::Failed);
  CHECK(wrong.error().message ==
        "has no range named 'step *'; these repeat: 'ProfilerStep#*' (4 times), 'batch *' (4 "
        "times)");
}
