#include "core/view/ranks/layout.h"

#include <array>

#include <doctest/doctest.h>

#include "core/view/ranks/text.h"

using namespace lanescope;

namespace {

/// Ranks whose clocks are in these states; of the first the snapshot is there, with two streams.
RanksPicture picture_of(const std::vector<ClockState>& states) {
  RanksPicture run;
  run.ranks.resize(states.size());
  run.analysis.clocks.resize(states.size());
  for (std::size_t t = 0; t < states.size(); ++t) {
    run.analysis.clocks[t].state = states[t];
    RankTimes times;
    times.rank = static_cast<std::int64_t>(t);
    run.times.push_back(times);
  }
  run.ranks[0].snapshot = std::make_shared<const Snapshot>();
  run.ranks[0].streams = {{TrackId{0}, "stream 7", "", 1}, {TrackId{1}, "stream 20", "", 2}};
  return run;
}

/// Two traces, and what they claim to be.
RanksPicture pair_of(const RankClaim& a, const RankClaim& b) {
  RanksPicture run = picture_of({ClockState::Reference, ClockState::Aligned});
  run.identities = identify_ranks(std::array{a, b});
  for (std::size_t t = 0; t < 2; ++t) run.times[t].rank = run.identities.traces[t].rank;
  run.ranks[0].file = a.file;
  run.ranks[1].file = b.file;
  return run;
}

}  // namespace

TEST_CASE("rows follow each other without gaps, ranks that are not aligned come last") {
  const RanksPicture run =
      picture_of({ClockState::Reference, ClockState::Refused, ClockState::Aligned});
  const RanksRowMetrics metrics;
  const RanksLayout layout = lay_out_ranks(run, {true, true, false}, metrics);
  REQUIRE(layout.rows.size() == 7);
  CHECK(layout.rows[0].kind == RanksRowKind::Rank);
  CHECK(layout.rows[1].kind == RanksRowKind::Stream);
  CHECK(layout.rows[2].height_px ==
        2 * (metrics.streams.slice_px + metrics.streams.gap_px) + 2 * metrics.streams.margin_px);
  CHECK(layout.rows[3].trace == 2);
  CHECK(layout.rows[4].kind == RanksRowKind::Heading);
  CHECK(layout.rows[5].trace == 1);
  CHECK(layout.rows[6].kind == RanksRowKind::NoStreams);
  for (std::size_t i = 1; i < layout.rows.size(); ++i)
    CHECK(layout.rows[i].y_px == layout.rows[i - 1].bottom_px());
  CHECK(layout.height_px == layout.rows.back().bottom_px());
  CHECK(layout.at(layout.rows[3].y_px + 1) == &layout.rows[3]);
  CHECK(layout.at(-1) == nullptr);
  CHECK(layout.at(layout.height_px) == nullptr);
  CHECK(layout.rank_row(1) == &layout.rows[5]);
  const auto seen = layout.visible(layout.rows[1].y_px, layout.rows[1].height_px);
  REQUIRE(seen.size() == 1);
  CHECK(seen.front().stream == 0);
}

TEST_CASE("many ranks have compact rows") {
  std::vector<ClockState> states(kManyRanks + 1, ClockState::Aligned);
  CHECK(lay_out_ranks(picture_of(states), std::vector<bool>(states.size()), {}).compact);
  states.pop_back();
  CHECK(!lay_out_ranks(picture_of(states), std::vector<bool>(states.size()), {}).compact);
}

TEST_CASE("ranks have compact rows where they would not fit otherwise") {
  const RanksPicture run = picture_of(std::vector<ClockState>(6, ClockState::Aligned));
  const RanksRowMetrics metrics;
  const std::vector<bool> folded(6);
  CHECK(!lay_out_ranks(run, folded, metrics, 6 * metrics.rank_px).compact);
  const RanksLayout low = lay_out_ranks(run, folded, metrics, 6 * metrics.compact_px);
  CHECK(low.compact);
  CHECK(low.height_px == 6 * metrics.compact_px);
}

TEST_CASE("a few ranks that nearly fit have lower rows, and far too many scroll") {
  const RanksPicture run = picture_of(std::vector<ClockState>(4, ClockState::Aligned));
  const RanksRowMetrics metrics;
  const std::vector<bool> folded(4);
  const RanksLayout low = lay_out_ranks(run, folded, metrics, 4 * metrics.compact_px - 10);
  CHECK(low.height_px <= 4 * metrics.compact_px - 10);
  CHECK(low.rows.front().height_px >= metrics.compact_px / 2);
  const RanksLayout tiny = lay_out_ranks(run, folded, metrics, 2 * metrics.compact_px);
  CHECK(tiny.height_px == 4 * metrics.compact_px);
}

TEST_CASE("a few ranks use the room that they have, and unfolding one moves none of the others") {
  const RanksPicture run = picture_of(std::vector<ClockState>(4, ClockState::Aligned));
  const RanksRowMetrics metrics;
  const RanksLayout roomy = lay_out_ranks(run, std::vector<bool>(4), metrics, 410);
  CHECK_FALSE(roomy.compact);
  CHECK(roomy.height_px > 400);
  CHECK(roomy.height_px <= 410);
  const RanksLayout unfolded = lay_out_ranks(run, {true, false, false, false}, metrics, 410);
  CHECK(unfolded.rank_row(0)->height_px == roomy.rank_row(0)->height_px);
  CHECK(unfolded.height_px > 410);
}

TEST_CASE("two ranks are not stretched over a whole screen, many share it evenly") {
  const RanksRowMetrics metrics;
  const RanksPicture two = picture_of(std::vector<ClockState>(2, ClockState::Aligned));
  CHECK(lay_out_ranks(two, std::vector<bool>(2), metrics, 2000).height_px < 700);
  const RanksPicture many = picture_of(std::vector<ClockState>(16, ClockState::Aligned));
  const RanksLayout shared = lay_out_ranks(many, std::vector<bool>(16), metrics, 560);
  CHECK(shared.compact);
  CHECK(shared.height_px == 560);
}

TEST_CASE("ranks that are not aligned are in view with their heading") {
  const RanksPicture run =
      picture_of({ClockState::Reference, ClockState::Aligned, ClockState::Refused});
  for (const float view_px : {110.0F, 130.0F, 300.0F}) {
    const RanksLayout layout = lay_out_ranks(run, std::vector<bool>(3), {}, view_px);
    CHECK(layout.height_px <= view_px);
  }
}

TEST_CASE("traces that are ranks of one run are called by their ranks") {
  const RanksPicture run = pair_of({"a/rank0.json", {}, {}, {}}, {"a/rank1.json", {}, {}, {}});
  CHECK(rank_title(run, 1) == "rank 1");
  CHECK(rank_label(run, 1) == "Rank 1");
  CHECK(unrelated_text(run).empty());
}

TEST_CASE("two traces of one rank are called by their files, and doubted to be one run") {
  const RanksPicture run = pair_of({"a/base.json", 0, 8, {}}, {"a/tuned.json", 0, 8, {}});
  CHECK(rank_label(run, 0) == "base.json");
  CHECK(rank_title(run, 1) == "tuned.json");
  CHECK(unrelated_text(run) ==
        "Several of these traces are from rank 0, so they may not be ranks of one run.");
}

TEST_CASE("traces that tell no rank are called by their files, with folders if they must") {
  const RanksPicture run = pair_of({"a/trace.json", {}, {}, {}}, {"b/trace.json", {}, {}, {}});
  CHECK(rank_title(run, 0) == "a/trace.json");
  CHECK(rank_title(run, 1) == "b/trace.json");
  CHECK(unrelated_text(run) ==
        "Nothing in these traces tells their ranks, so they may not be ranks of one run.");
}

TEST_CASE("runs of different sizes are not one run") {
  const RanksPicture run = pair_of({"a.json", 0, 8, {}}, {"b.json", 1, 4, {}});
  CHECK(rank_title(run, 1) == "rank 1");
  CHECK(unrelated_text(run) ==
        "These traces are from runs of different sizes, so they may not be ranks of one run.");
}

TEST_CASE("numbers of jobs are no ranks, and what was recorded apart is not one run") {
  const RanksPicture jobs = pair_of({"a/resnet_1.json", {}, {}, {}}, {"a/bert_2.json", {}, {}, {}});
  CHECK(rank_title(jobs, 0) == "resnet_1.json");
  CHECK(rank_title(jobs, 1) == "bert_2.json");
  CHECK(unrelated_text(jobs) ==
        "Nothing in these traces tells their ranks, so they may not be ranks of one run.");
  RankClaim first{"a/resnet_rank0.json", {}, {}, {}}, second{"a/bert_rank1.json", {}, {}, {}};
  first.unix_time = {0, 100};
  second.unix_time = {200, 300};
  const RanksPicture apart = pair_of(first, second);
  CHECK(rank_title(apart, 0) == "resnet_rank0.json");
  CHECK(unrelated_text(apart) ==
        "These traces have different names and were not recorded at the same time, so they may not "
        "be ranks of one run.");
}

TEST_CASE("offsets have a sign") {
  CHECK(signed_duration(12'000) == "+12.00 µs");
  CHECK(signed_duration(-500) == "−500 ns");
  CHECK(signed_duration(0) == "0 ns");
}
