#include "core/ranks/stragglers.h"

#include <doctest/doctest.h>

#include "core/analysis/idle/words.h"
#include "core/ranks/ranks.h"
#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

StragglerTable stragglers_of(const std::vector<RankCollectives>& traces) {
  const SharedGroups shared = shared_groups(traces);
  const auto clocks = align_clocks(traces, shared);
  const std::vector<RankActivity> activities(traces.size());
  return find_stragglers(traces, clocks, match_collectives(traces, shared, clocks), activities);
}

}  // namespace

TEST_CASE("who was last, what it cost the others, and what it waited itself") {
  // Starts are 0 4 6 · 20 28 22 · 44 40 45 · 60 62 64 · 90 92 95: the third rank is last but once.
  const StragglerTable table = stragglers_of(three_ranks());
  CHECK(table.collectives == 5);
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0].times_last == 0);
  CHECK(table.rows[1].times_last == 1);
  CHECK(table.rows[2].times_last == 4);
  // 8 + 6 of the second collective; 8, 6, 6 and 8 of the others.
  CHECK(table.rows[1].wait_caused_ns == 14 * kUs);
  CHECK(table.rows[2].wait_caused_ns == 28 * kUs);
  CHECK(table.rows[0].waited_ns == (6 + 8 + 1 + 4 + 5) * kUs);
  CHECK(table.rows[1].waited_ns == (2 + 0 + 5 + 2 + 3) * kUs);
  CHECK(table.rows[2].waited_ns == 6 * kUs);
  CHECK(table.wait_ns == 42 * kUs);
  CHECK(table.transfer_ns == 17 * kUs);
  CHECK(table.most_skew_ns == 8 * kUs);
  // After the first to arrive: 6, 2, 5, 4 and 5.
  CHECK(table.rows[2].mean_lateness_ns == doctest::Approx(4'400));
  REQUIRE(table.worst() != nullptr);
  CHECK(table.worst()->rank == 2);
}

TEST_CASE("waits are told apart by the step of the rank that was last") {
  auto traces = three_ranks();
  for (RankCollectives& trace : traces) {
    trace.steps = {{"ProfilerStep#1", 50 * kUs}, {"ProfilerStep#2", 50 * kUs}};
    for (std::size_t i = 1; i < 5; ++i) trace.collectives[i].step = i < 3 ? 0 : 1;
  }
  const StragglerTable table = stragglers_of(traces);
  CHECK(table.steps == std::vector<std::string>{"", "ProfilerStep#1", "ProfilerStep#2"});
  const auto& steps = table.rows[2].steps;
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].wait_caused_ns == 8 * kUs);
  CHECK(steps[1].times_last == 1);
  CHECK(steps[1].wait_caused_ns == 6 * kUs);
  CHECK(steps[2].times_last == 2);
  CHECK(steps[2].wait_caused_ns == 14 * kUs);
}

TEST_CASE("ranks that are not aligned have no row, and without collectives it is said") {
  auto traces = three_ranks();
  traces[1] = hand_made_rank(1, {});
  CHECK(stragglers_of(traces).rows.size() == 2);
  CHECK(straggler_sentence(stragglers_of({})) ==
        "no collective was found on all ranks of its group");
}

TEST_CASE("a pipeline's bubbles are nobody's fault, and hide no waits in collectives") {
  // Rank 1 waits 90 of 100 µs for what rank 0 sends, and makes it wait 30 in the all-reduce.
  std::vector<TimeRange> reduce_0, reduce_1, send, receive;
  for (const Ns end : {200, 410, 650, 880, 1130}) {
    send.push_back({end - 110, end - 100});
    receive.push_back({end - 200, end - 100});
    reduce_0.push_back({end - 80, end});
    reduce_1.push_back({end - 50, end});
  }
  std::vector<RankCollectives> traces = {hand_made_rank(0, reduce_0), hand_made_rank(1, reduce_1)};
  add_group(traces[0], "message 0 to 1", send);
  add_group(traces[1], "message 0 to 1", receive);
  traces[0].kinds.back() = "send";
  traces[1].kinds.back() = "recv";
  const StragglerTable table = stragglers_of(traces);
  CHECK(table.collectives == 5);
  CHECK(table.messages == 5);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].times_last == 0);
  CHECK(table.rows[0].wait_caused_ns == 0);
  CHECK(table.rows[1].waited_ns == 0);
  CHECK(table.rows[1].wait_caused_ns == 5 * 30 * kUs);
  CHECK(table.wait_ns == 5 * 30 * kUs);
}

TEST_CASE("of ranks that only exchange messages, none is late") {
  std::vector<TimeRange> send, receive;
  for (const Ns end : {200, 410, 650, 880, 1130}) {
    send.push_back({end - 10, end});
    receive.push_back({end - 100, end});
  }
  std::vector<RankCollectives> traces = {hand_made_rank(0, send, "message 0 to 1"),
                                         hand_made_rank(1, receive, "message 0 to 1")};
  traces[0].kinds = {"send"};
  traces[1].kinds = {"recv"};
  const StragglerTable table = stragglers_of(traces);
  CHECK(table.worst() == nullptr);
  CHECK(straggler_sentence(table) ==
        "the ranks have only 5 point-to-point messages in common, in which stages of a pipeline "
        "always wait");
}

TEST_CASE("ranks that come last together share the blame, and all at once is nobody's") {
  // In the first collective ranks 1 and 2 come at 6, rank 0 waits 6; in the second all come at 20.
  const std::vector<RankCollectives> traces = {
      hand_made_rank(0, {{0, 10}, {20, 30}, {41, 50}, {61, 70}}),
      hand_made_rank(1, {{6, 10}, {20, 30}, {44, 50}, {64, 70}}),
      hand_made_rank(2, {{6, 10}, {20, 30}, {44, 50}, {64, 70}})};
  const StragglerTable table = stragglers_of(traces);
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0].times_last == 0);
  // Rank 0 waits min(6, 10), 3 and 3: half of it for each of the two.
  for (const std::size_t rank : {1, 2}) {
    CHECK(table.rows[rank].times_last == 3);
    CHECK(table.rows[rank].times_together == 3);
    CHECK(table.rows[rank].wait_caused_ns == 6 * kUs);
  }
  CHECK(table.wait_ns == 12 * kUs);
  CHECK(straggler_sentence(table).starts_with(
      "ranks 1 and 2 each arrived last at 3 of 4 collectives; others waited 6.000 µs for each. "
      "Likely cause for rank 1: "));
}

TEST_CASE("nanoseconds that two ranks can not share evenly are not lost") {
  auto traces =
      std::vector<RankCollectives>{hand_made_rank(0, {{0, 10}, {20, 30}, {40, 50}, {60, 70}}),
                                   hand_made_rank(1, {{0, 10}, {20, 30}, {40, 50}, {60, 70}}),
                                   hand_made_rank(2, {{0, 10}, {20, 30}, {40, 50}, {60, 70}})};
  traces[1].collectives[0].range.begin_ns = traces[2].collectives[0].range.begin_ns = 3;
  const StragglerTable table = stragglers_of(traces);
  CHECK(table.rows[1].wait_caused_ns == 2);
  CHECK(table.rows[2].wait_caused_ns == 1);
}

TEST_CASE("a cause names an annotation without what frames its name") {
  LatenessCause cause;
  cause.term = kFirstIdleTerm + static_cast<std::size_t>(IdleClass::AnnotationOnly);
  cause.culprit = "## running sparse arch ##";
  CHECK(cause_text(cause) == "more GPU idle time, host in \"running sparse arch\"");
  cause.culprit = "##";
  CHECK(cause_text(cause) == "more GPU idle time, host in \"##\"");
  cause.culprit = "load\nbatch";
  CHECK(cause_text(cause) == "more GPU idle time, host in \"load batch\"");
}

TEST_CASE("terms are called what the window and the reports call them") {
  const auto idle = [](IdleClass what) {
    return lateness_term_title(kFirstIdleTerm + static_cast<std::size_t>(what));
  };
  CHECK(idle(IdleClass::DataLoading) == "data loading");
  for (std::size_t c = 0; c < kIdleClasses; ++c) {
    const auto what = static_cast<IdleClass>(c);
    CHECK(idle(what) == idle_class_title(what));
  }
  CHECK(lateness_term_title(kMemoryTerm) == "exposed copies and memsets");
}

TEST_CASE("a cause that the traces do not tell is called unknown, never left empty") {
  const StragglerTable table = stragglers_of(three_ranks());  // without anything they did
  CHECK(cause_text(table.rows[2]) == "unknown");
  CHECK(cause_text(table.rows[0]) == "");  // never last
  CHECK(straggler_sentence(table).ends_with(". Likely cause: unknown"));
}

TEST_CASE(
    "a step's waits are compared with that step of the others, not with the first so called") {
  // The first steps, of warm-up, are a hundred times as long as the second ones.
  RunFacts facts;
  facts.collectives = three_ranks();
  for (RankCollectives& own : facts.collectives) {
    own.steps = {{"train_step", 20'000 * kUs}, {"train_step", 50 * kUs}};
    for (std::size_t i = 0; i < 5; ++i) own.collectives[i].step = i < 3 ? 0 : 1;
    facts.times.push_back({.rank = own.rank});
  }
  facts.activities.resize(3);
  CHECK(compare_ranks(facts).summary.starts_with("rank 2 arrived last at 4 of 5 collectives"));
}
