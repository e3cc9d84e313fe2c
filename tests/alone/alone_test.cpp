// Where there are no threads, loads and tasks run when the main loop lets them, in between frames.
#include "core/base/threads/alone.h"

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/task_pool.h"
#include "core/session/bookmark_file.h"
#include "core/session/rank_run.h"
#include "core/session/session.h"
#include "core/view/results/background.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/generated_trace.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr std::chrono::milliseconds kShort{1}, kLong{60'000};

std::string some_trace(std::uint64_t seed) {
  return trace_text(generated_events(seed, 200), TraceLayout::Minified);
}

}  // namespace

TEST_CASE("without threads no thread is started, and nobody is told of a shortage") {
  CHECK_FALSE(has_threads());
  std::jthread thread;
  CHECK_FALSE(start_thread(thread, [] {}));
  CHECK_FALSE(take_thread_shortage());
  std::vector<std::thread::id> by(20);
  parallel_for(by.size(), 8, [&](std::size_t i, unsigned) { by[i] = std::this_thread::get_id(); });
  for (const auto& id : by) CHECK(id == std::this_thread::get_id());
  bool done = false;
  do_elsewhere([&done] { done = true; }).wait();
  CHECK(done);
}

TEST_CASE("without threads a trace loads between two frames") {
  const TempFolder folder;
  int woken = 0;
  Session session(folder.write("a.json", some_trace(7)), [&woken] { ++woken; });
  CHECK(session.state() == Session::State::Loading);
  CHECK(session.snapshot().value == nullptr);
  CHECK_FALSE(run_waiting_tasks(kLong));
  CHECK(session.state() == Session::State::Ready);
  CHECK(woken > 0);
  CHECK(session.snapshot().value->report.complete);
}

TEST_CASE("without threads a load that is closed before it began never begins") {
  const TempFolder folder;
  int woken = 0;
  {
    const Session session(folder.write("a.json", some_trace(7)), [&woken] { ++woken; });
  }
  CHECK_FALSE(run_waiting_tasks(kLong));
  CHECK(woken == 0);
}

TEST_CASE("without threads, waiting for a trace loads it") {
  const TempFolder folder;
  Session session(folder.write("a.json", some_trace(7)), [] {});
  session.wait();
  CHECK(session.state() == Session::State::Ready);
}

TEST_CASE("without threads the ranks of a run load one after the other") {
  const TempFolder folder;
  std::vector<std::string> files;
  for (std::uint64_t rank = 0; rank < 3; ++rank)
    files.push_back(folder.write("rank" + std::to_string(rank) + ".json", some_trace(rank)));
  RankRun run(files, [] {}, {});
  CHECK(run.state() == RankRun::State::Loading);
  CHECK_FALSE(run_waiting_tasks(kLong));
  CHECK(run.state() == RankRun::State::Ready);
  CHECK(run.progress().done == 3);
}

TEST_CASE("without threads urgent tasks come first, and frames between long ones") {
  std::string order;
  TaskGroup tasks;
  const auto adds = [&order](char letter) {
    return [&order, letter] {
      order += letter;
      std::this_thread::sleep_for(2 * kShort);
    };
  };
  CHECK(tasks.submit(Urgency::Later, adds('l')));
  CHECK(tasks.submit(Urgency::Shown, adds('s')));
  CHECK(tasks.submit(Urgency::Quick, adds('q')));
  CHECK(run_waiting_tasks(kShort));
  CHECK(order == "q");
  while (run_waiting_tasks(kShort)) {
  }
  CHECK(order == "qsl");
}

TEST_CASE("without threads tasks of a group that ends are dropped") {
  bool ran = false;
  {
    TaskGroup tasks;
    CHECK(tasks.submit(Urgency::Quick, [&ran] { ran = true; }));
  }
  CHECK_FALSE(run_waiting_tasks(kLong));
  CHECK_FALSE(ran);
}

TEST_CASE("without threads a pane gets its result in a later frame") {
  Background<int, int> results;
  const auto ask = [&] { return results.ask(1, [](const std::stop_token&) { return 42; }); };
  CHECK(ask().value == nullptr);
  CHECK_FALSE(run_waiting_tasks(kLong));
  REQUIRE(ask().current);
  CHECK(*ask().value == 42);
}
