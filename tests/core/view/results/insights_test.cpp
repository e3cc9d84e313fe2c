#include "core/view/results/insights.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/steps/steps.h"
#include "core/base/memory_shortage.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

/// Two steps of 100 µs; the GPU works from 20 to 50 and from 150 to 190.
std::shared_ptr<const Snapshot> two_steps() {
  return TraceText()
      .cpu("user_annotation", "ProfilerStep#1", "0", "100")
      .cpu("user_annotation", "ProfilerStep#2", "100", "100")
      .kernel("a", "20", "30", "1")
      .kernel("b", "150", "40", "2")
      .load();
}

template <typename Ask>
auto wait_for(const Ask& ask) {
  for (int i = 0; i < 10'000; ++i) {
    auto answer = ask();
    if (answer.current) return answer;
    std::this_thread::sleep_for(1ms);
  }
  FAIL("no answer");
  return ask();
}

Ns idle_ns(const Insight<GpuTime>& answer) {
  REQUIRE(answer.value);
  REQUIRE(answer.value->devices.size() == 1);
  return answer.value->devices[0].idle_ns;
}

struct Counted {
  int number = 0;
};
std::atomic<int> g_counted{0};
Counted count_up(const AnalysisResults& in) {
  return {++g_counted + static_cast<int>(in.of<StepTable>()->rows.size()) * 100};
}

Counted count_slowly(const AnalysisResults& /*in*/) {
  std::this_thread::sleep_for(20ms);
  return {++g_counted};
}
struct Twice {
  int number = 0;
};
Twice count_slowly_and_more(const AnalysisResults& in) {
  return {in.of<Counted>(&count_slowly)->number};
}

struct LookedAt {
  AnalysisWindow window;
};
LookedAt tell_window(const AnalysisResults& in) {
  return {in.window};
}

std::atomic<bool> g_go{false};
struct Slow {
  TimeRange range;
  bool stopped = false;
};
struct TooLarge {};
std::atomic<int> g_tried{0};
TooLarge take_too_much(const AnalysisResults&) {
  ++g_tried;
  throw std::bad_alloc();
}

Slow wait_to_go(const AnalysisResults& in) {
  while (!g_go && !in.stop.stop_requested()) std::this_thread::sleep_for(1ms);
  return {in.window.range, in.stop.stop_requested()};
}

}  // namespace

TEST_CASE("an insight is of the whole trace, of its steps, or of the selected range") {
  Insights insights;
  const auto trace = two_steps();
  insights.follow(trace, 1, std::nullopt, {});
  const auto ask = [&](InsightScope scope) {
    return wait_for([&] { return insights.ask<GpuTime>(scope); });
  };
  CHECK(idle_ns(ask(InsightScope::Whole)) == 100'000);
  CHECK(idle_ns(ask(InsightScope::Steps)) == 130'000);
  CHECK(idle_ns(ask(InsightScope::Chosen)) == 130'000);
  insights.follow(trace, 1, TimeRange{0, 40'000}, {});
  CHECK(insights.meaning(InsightScope::Chosen) == InsightScope::Chosen);
  CHECK(idle_ns(ask(InsightScope::Chosen)) == 20'000);
  CHECK(idle_ns(ask(InsightScope::Steps)) == 130'000);
}

TEST_CASE("an insight that there is no memory for is told, tried once, and holds up no other") {
  (void)take_memory_shortage();
  g_tried = 0;
  Insights insights;
  insights.follow(two_steps(), 1, std::nullopt, {});
  const auto ask = [&] { return insights.ask<TooLarge>(InsightScope::Whole, take_too_much); };
  CHECK_FALSE(ask().current);
  CHECK(idle_ns(wait_for([&] { return insights.ask<GpuTime>(InsightScope::Whole); })) == 100'000);
  for (int i = 0; i < 20; ++i) CHECK_FALSE(ask().current);
  CHECK(take_memory_shortage());
  CHECK_FALSE(insights.busy());
  CHECK(g_tried == 1);
}

TEST_CASE("of a trace that is followed no more nothing stays in memory") {
  Insights insights;
  auto trace = two_steps();
  const std::weak_ptr<const Snapshot> before = trace;
  insights.follow(trace, 1, std::nullopt, {});
  (void)wait_for([&] { return insights.ask<GpuTime>(InsightScope::Steps); });
  trace = two_steps();
  insights.follow(trace, 2, std::nullopt, {});
  (void)wait_for([&] { return insights.ask<GpuTime>(InsightScope::Whole); });
  for (int i = 0; i < 10'000 && !before.expired(); ++i) std::this_thread::sleep_for(1ms);
  CHECK(before.expired());
}

TEST_CASE("a trace without steps is looked at as a whole") {
  Insights insights;
  insights.follow(TraceText().kernel("a", "20", "30", "1").kernel("b", "80", "1", "2").load(), 1,
                  std::nullopt, {});
  CHECK(insights.meaning(InsightScope::Chosen) == InsightScope::Whole);
  CHECK(idle_ns(wait_for([&] { return insights.ask<GpuTime>(InsightScope::Steps); })) == 30'000);
}

TEST_CASE("without a range the chosen insights are about the window that is looked at") {
  Insights insights;
  const auto trace = two_steps();
  insights.follow(trace, 1, std::nullopt, {});
  const auto ask = [&] {
    return wait_for([&] { return insights.ask<LookedAt>(InsightScope::Chosen, tell_window); })
        .value->window;
  };
  CHECK(ask().kind == WindowKind::Steps);
  for (const WindowKind kind : {WindowKind::Whole, WindowKind::Hta, WindowKind::Tb}) {
    insights.look_at(kind);
    CHECK(insights.window() == kind);
    CHECK(ask().kind == kind);
  }
  // Work begun before the last step, which starts at 100 µs.
  insights.look_at(WindowKind::Hta);
  CHECK(ask().range.end_ns == 100'000);
  insights.follow(trace, 1, TimeRange{0, 40'000}, {});
  CHECK(insights.window() == WindowKind::Range);
  insights.look_at(WindowKind::Whole);
  CHECK(ask().kind == WindowKind::Range);
  insights.follow(trace, 1, std::nullopt, {});
  CHECK(ask().kind == WindowKind::Whole);
}

TEST_CASE("windows made of steps are the whole trace where there are none") {
  Insights insights;
  insights.follow(TraceText().kernel("a", "20", "30", "1").load(), 1, std::nullopt, {});
  for (const WindowKind kind : {WindowKind::Steps, WindowKind::Hta, WindowKind::Tb}) {
    insights.look_at(kind);
    CHECK(insights.window() == WindowKind::Whole);
    CHECK(insights.meaning(InsightScope::Chosen) == InsightScope::Whole);
  }
}

TEST_CASE("what nobody wants any more is stopped, and made anew when it is wanted again") {
  Insights insights;
  g_go = false;
  insights.follow(two_steps(), 1, std::nullopt, {});
  const auto ask = [&] { return insights.ask<Slow>(InsightScope::Whole, wait_to_go); };
  ask();
  std::this_thread::sleep_for(5ms);
  insights.drop<Slow>();
  CHECK_FALSE(insights.busy());
  // Were it not stopped, this would wait for ever.
  wait_for([&] { return insights.ask<GpuTime>(InsightScope::Whole); });
  g_go = true;
  CHECK_FALSE(wait_for(ask).value->stopped);
}

TEST_CASE("an insight is made once for all who ask, and may be made from others") {
  Insights insights;
  g_counted = 0;
  insights.follow(two_steps(), 1, std::nullopt, {});
  const auto ask = [&] { return insights.ask<Counted>(InsightScope::Steps, count_up); };
  const auto first = wait_for(ask);
  CHECK(first.value->number == 201);
  CHECK(ask().value == first.value);
  // What it was made from is there for others.
  CHECK(insights.ask<StepTable>(InsightScope::Steps).current);
  CHECK_FALSE(insights.busy());
  CHECK(g_counted == 1);
}

TEST_CASE("other thresholds make every insight anew") {
  Insights insights;
  const auto trace = two_steps();
  const auto judged_by = [](const AnalysisResults& in) {
    return Counted{static_cast<int>(in.window.thresholds->poll_loop)};
  };
  const auto ask = [&](InsightScope scope) {
    return wait_for([&] { return insights.ask<Counted>(scope, +judged_by); }).value->number;
  };
  insights.follow(trace, 1, TimeRange{0, 10}, {});
  CHECK(ask(InsightScope::Whole) == 3);
  CHECK(ask(InsightScope::Steps) == 3);
  CHECK(ask(InsightScope::Chosen) == 3);
  Thresholds changed;
  changed.poll_loop = 9;
  insights.follow(trace, 1, TimeRange{0, 10}, {}, SharedThresholds(changed));
  CHECK_FALSE(insights.ask<Counted>(InsightScope::Steps, +judged_by).current);
  CHECK(ask(InsightScope::Whole) == 9);
  CHECK(ask(InsightScope::Steps) == 9);
  CHECK(ask(InsightScope::Chosen) == 9);
}

TEST_CASE("while a range changes the value of the old one is shown, and is not called current") {
  Insights insights;
  g_go = true;
  const auto trace = two_steps();
  insights.follow(trace, 1, TimeRange{0, 10}, {});
  const auto ask = [&] { return insights.ask<Slow>(InsightScope::Chosen, wait_to_go); };
  wait_for(ask);
  g_go = false;
  insights.follow(trace, 1, TimeRange{0, 20}, {});
  CHECK_FALSE(ask().current);
  CHECK(ask().value->range.end_ns == 10);
  CHECK(insights.busy());
  // The computation for 20 is stopped for that for 30, and is not kept.
  std::this_thread::sleep_for(5ms);
  insights.follow(trace, 1, TimeRange{0, 30}, {});
  ask();
  g_go = true;
  const auto last = wait_for(ask);
  CHECK(last.value->range.end_ns == 30);
  CHECK_FALSE(last.value->stopped);
}

TEST_CASE("another snapshot forgets everything, for events have other numbers there") {
  Insights insights;
  insights.follow(two_steps(), 1, std::nullopt, {});
  const auto ask = [&] { return insights.ask<GpuTime>(InsightScope::Whole); };
  wait_for(ask);
  insights.follow(TraceText().kernel("a", "20", "30", "1").load(), 2, std::nullopt, {});
  CHECK(insights.ask<StepTable>(InsightScope::Whole).value == nullptr);
  CHECK(idle_ns(wait_for(ask)) == 0);
}

TEST_CASE("what is asked of the next snapshot beforehand is there when it is followed") {
  Insights insights;
  const ReadEvent read = [](EventId) { return std::nullopt; };
  const auto first = two_steps();
  const auto next = TraceText().kernel("a", "20", "30", "1").kernel("b", "90", "10", "2").load();
  insights.follow(first, 1, {}, read);
  const auto ask = [&] { return insights.ask<GpuTime>(InsightScope::Whole); };
  const auto before = wait_for(ask);
  for (int i = 0; i < 10'000 && !insights.prepare(next, read); ++i)
    std::this_thread::sleep_for(1ms);
  REQUIRE(insights.prepare(next, read));
  CHECK(ask().value == before.value);  // still about the first
  insights.follow(next, 2, {}, read);
  const auto after = ask();
  CHECK(after.current);
  CHECK(idle_ns(after) == 40'000);  // from 50 to 90
}

TEST_CASE("what is on the screen does not wait for what is not") {
  g_go = false;
  Insights insights;
  insights.follow(two_steps(), 1, std::nullopt, {});
  CHECK_FALSE(insights.ask<Slow>(InsightScope::Whole, &wait_to_go, InsightFor::Later).current);
  // Even when the other one was asked for long before, and whatever else is asked for then.
  CHECK(wait_for([&] { return insights.ask<GpuTime>(InsightScope::Whole); }).value);
  CHECK(wait_for([&] { return insights.ask<StepTable>(InsightScope::Steps); }).value);
  CHECK(insights.busy());
  g_go = true;
  CHECK(wait_for([&] {
          return insights.ask<Slow>(InsightScope::Whole, &wait_to_go, InsightFor::Later);
        }).value);
}

TEST_CASE("a part of what is made already is waited for, not made twice") {
  g_counted = 0;
  Insights insights;
  insights.follow(two_steps(), 1, std::nullopt, {});
  (void)insights.ask<Twice>(InsightScope::Whole, &count_slowly_and_more, InsightFor::Later);
  const auto part =
      wait_for([&] { return insights.ask<Counted>(InsightScope::Whole, &count_slowly); });
  const auto whole =
      wait_for([&] { return insights.ask<Twice>(InsightScope::Whole, &count_slowly_and_more); });
  CHECK(part.value->number == 1);
  CHECK(whole.value->number == 1);
  CHECK(g_counted == 1);
}

TEST_CASE("nothing is computed while a trace loads") {
  Insights insights;
  auto loading = std::make_shared<Snapshot>(*two_steps());
  loading->complete = false;
  insights.follow(loading, 1, std::nullopt, {});
  CHECK(insights.ask<GpuTime>(InsightScope::Whole).value == nullptr);
  CHECK_FALSE(insights.busy());
}

TEST_CASE("insights that nobody waits for any more do not hold up the end") {
  g_go = false;
  Insights insights;
  insights.follow(two_steps(), 1, TimeRange{0, 10}, {});
  insights.ask<Slow>(InsightScope::Chosen, wait_to_go);
  std::this_thread::sleep_for(2ms);
}

}  // namespace lanescope
