#include "core/ranks/rank_identity.h"

#include <array>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("a rank is read from the name of the file or its folder, a process number is not") {
  CHECK(rank_in_file_name("run/rank3.json") == 3);
  CHECK(rank_in_file_name("run/trace_Rank-12.pt.trace.json.gz") == 12);
  CHECK(rank_in_file_name("worker0.1623143566756.pt.trace.json.gz") == 0);
  CHECK(rank_in_file_name("run/rank_7/trace.json") == 7);
  CHECK(rank_in_file_name("run/step100_3.pt.trace.json") == 3);
  CHECK(rank_in_file_name("rank-70.Mar_25_20_48_12.2861.pt.trace.json.gz") == 70);
  CHECK(!rank_in_file_name("node7_54105.1698958768306379521.pt.trace.json"));
  CHECK(!rank_in_file_name("/tmp/libkineto_activities_4711.json"));
  CHECK(!rank_in_file_name("ranking.json"));
  CHECK(!rank_in_file_name("trace.json"));
  CHECK(!rank_in_file_name("rank99999999999999999999.json"));
  CHECK(!rank_in_file_name(""));
}

TEST_CASE("what the file says of its rank goes before its name, its name before the order") {
  const std::vector<RankClaim> claims = {{"a/rank5.json", 2, 4, RankSource::DistributedInfo},
                                         {"a/rank0.json", {}, {}, {}},
                                         {"a/x.json", {}, {}, {}},
                                         {"a/y.json", {}, {}, {}}};
  const RunRanks ranks = identify_ranks(claims);
  REQUIRE(ranks.traces.size() == 4);
  CHECK(ranks.traces[0].rank == 2);
  CHECK(ranks.traces[0].source == RankSource::DistributedInfo);
  CHECK(ranks.traces[1].rank == 0);
  CHECK(ranks.traces[1].source == RankSource::FileName);
  CHECK(ranks.traces[2].rank == 1);
  CHECK(ranks.traces[2].source == RankSource::FileOrder);
  CHECK(ranks.traces[3].rank == 3);
  CHECK(ranks.world_size == 4);
  CHECK(rank_problems(ranks).empty());
}

TEST_CASE("numbers of jobs are not taken for ranks") {
  const auto sources = [](const std::vector<RankClaim>& claims) {
    std::vector<RankSource> found;
    for (const RankIdentity& one : identify_ranks(claims).traces) found.push_back(one.source);
    return found;
  };
  using S = RankSource;
  CHECK(sources({{"run_1.json", {}, {}, {}}, {"run_2.json", {}, {}, {}}}) ==
        std::vector{S::FileName, S::FileName});
  CHECK(sources({{"resnet_1.json", {}, {}, {}}, {"bert_2.json", {}, {}, {}}}) ==
        std::vector{S::FileOrder, S::FileOrder});
  CHECK(sources({{"resnet_1.json", 0, 8, {}}, {"bert_2.json", {}, {}, {}}}) ==
        std::vector{S::DistributedInfo, S::FileOrder});
  // A word is believed, and what has no number says nothing about the others.
  CHECK(sources({{"node_a_rank1.json", {}, {}, {}}, {"node_b_rank2.json", {}, {}, {}}}) ==
        std::vector{S::FileName, S::FileName});
  CHECK(sources({{"run_1.json", {}, {}, {}}, {"run_2.json", {}, {}, {}}, {"x.json", {}, {}, {}}}) ==
        std::vector{S::FileName, S::FileName, S::FileOrder});
}

TEST_CASE("traces that were recorded one after the other, or differently, are not one run") {
  RankClaim first{"resnet_rank0.json", 0, 2, {}};
  RankClaim second{"bert_rank1.json", 1, 2, {}};
  CHECK(identify_ranks(std::array{first, second}).is_one_run());
  first.unix_time = {0, 100};
  second.unix_time = {50, 150};
  CHECK(identify_ranks(std::array{first, second}).is_one_run());
  second.unix_time = {200, 300};
  CHECK_FALSE(identify_ranks(std::array{first, second}).is_one_run());
  // A profiler may record one rank after the other.
  second.file = "resnet_rank1.json";
  CHECK(identify_ranks(std::array{first, second}).is_one_run());
  first.backend = "nccl";
  CHECK(identify_ranks(std::array{first, second}).is_one_run());
  second.backend = "gloo";
  CHECK_FALSE(identify_ranks(std::array{first, second}).is_one_run());
}

TEST_CASE("missing and duplicate ranks are named, and no trace is dropped") {
  const std::vector<RankClaim> claims = {
      {"a.json", 1, 4, {}}, {"b.json", 1, 4, {}}, {"c.json", 3, 4, {}}};
  const RunRanks ranks = identify_ranks(claims);
  CHECK(ranks.traces.size() == 3);
  CHECK(ranks.duplicates == std::vector<std::int64_t>{1});
  CHECK(ranks.missing == std::vector<std::int64_t>{0, 2});
  CHECK(rank_problems(ranks) ==
        "ranks 0, 2 of the run have no trace; several traces belong to rank 1");
}

TEST_CASE("without a world size ranks are missing below the largest") {
  const std::vector<RankClaim> claims = {{"rank0.json", {}, {}, {}}, {"rank2.json", {}, {}, {}}};
  const RunRanks ranks = identify_ranks(claims);
  CHECK(!ranks.world_size);
  CHECK(rank_problems(ranks) == "rank 1 of the run has no trace");
}

TEST_CASE("of a huge run only some missing ranks are listed, and all are counted") {
  const std::vector<RankClaim> claims = {{"a.json", 0, 100'000, {}}};
  const RunRanks ranks = identify_ranks(claims);
  CHECK(ranks.missing.size() == kMostMissingRanks);
  CHECK(ranks.missing_count == 99'999);
  CHECK(rank_problems(ranks) ==
        "ranks 1, 2, 3, 4, 5, 6, 7, 8 and 99991 more of the run have no trace");
  CHECK(identify_ranks({}).traces.empty());
}

TEST_CASE("a rank that makes no sense is none") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "1");
  trace.top_level(R"("distributedInfo": {"rank": -1, "world_size": 2})");
  const auto loaded = trace.load();
  const RankClaim claim = rank_claim(*loaded, "x.json", {});
  CHECK(!claim.rank);
  CHECK(claim.world_size == 2);
}

TEST_CASE("without distributedInfo a collective tells the rank, before the name of the file does") {
  TraceText trace;
  trace.cpu("cpu_op", "record_param_comms", "0", "1", R"("Collective name": "wait")");
  trace.cpu("cpu_op", "record_param_comms", "2", "1",
            R"("Collective name": "allreduce", "Rank": 6)");
  const LoadedText loaded = load_with_source(trace);
  const auto read = [&](EventId event) { return loaded.json(event); };
  const RankClaim claim = rank_claim(*loaded.snapshot, "rank0.json", read);
  CHECK(claim.rank == 6);
  CHECK(identify_ranks(std::vector{claim}).traces[0].source == RankSource::Collective);
  CHECK(rank_source_name(RankSource::Collective) == "collective");
  CHECK(!rank_claim(*loaded.snapshot, "rank0.json", {}).rank);
}
