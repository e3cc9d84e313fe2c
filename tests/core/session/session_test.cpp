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
