#include "core/readers/collapsed/collapsed.h"

#include <string>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"

using namespace lanescope;

using Times = std::map<std::string, Ns>;

constexpr Ns kSampleNs = 10'000'000;

TEST_CASE("py-spy's raw format becomes a lane of stacks, 10 ms for each sample") {
  const auto trace = load_profile(
      "<module> (train.py:3);main (train.py:20);tokenize (data.py:41) 120\n"
      "<module> (train.py:3);main (train.py:20) 30\n"
      "<module> (train.py:3);read 7\n");
  CHECK(trace->info.format == "collapsed-stacks");
  CHECK(stack_times(*trace) ==
        Times{{"train.py(3): <module>;train.py(20): main;data.py(41): tokenize", 120 * kSampleNs},
              {"train.py(3): <module>;train.py(20): main", 30 * kSampleNs},
              {"train.py(3): <module>;read", 7 * kSampleNs}});
  CHECK(sampled_track(*trace, "order is not time").slices == 4);
  CHECK(issue_of(*trace, "order_is_not_time").example ==
        "samples counted as 10 ms each; the file has no times");
  CHECK(issue_count(*trace, "value_is_not_time") == 0);
  CHECK(trace->report.listed == 0);
}

TEST_CASE("stacks that come again are added up, the heaviest is first") {
  const auto trace = load_profile("a;light 1\na;heavy 5\na;light 2\na 0\n");
  CHECK(stack_times(*trace) == Times{{"a;heavy", 5 * kSampleNs}, {"a;light", 3 * kSampleNs}});
  const Track& track = sampled_track(*trace, "");
  const TrackChunk& chunk = *track.chunks.front();
  CHECK(trace->text(chunk.name[chunk.in_time_order(1)]) == "heavy");
}

TEST_CASE("weights that are times are not taken for samples") {
  // Of torch's export_stacks, by its spelling; and more than anybody samples.
  const auto torch = load_profile("train.py(3): main;train.py(9): step 120\n");
  CHECK(stack_times(*torch) == Times{{"train.py(3): main;train.py(9): step", 120}});
  const auto long_run = load_profile("main;step 1000000\nmain;load 5\n");
  CHECK(stack_times(*long_run) == Times{{"main;step", 1'000'000}, {"main;load", 5}});
  for (const auto& trace : {torch, long_run}) {
    CHECK(issue_count(*trace, "value_is_not_time") == 1);
    CHECK(sampled_track(*trace, "a weight of 1 is drawn as 1 ns").slices > 0);
  }
}

TEST_CASE("the functions of collapsed stacks have host time, as running") {
  // As py-spy, with counts; and as this program, with times.
  for (const char* const text : {"main (train.py:20);tokenize (data.py:41) 120\n",
                                 "train.py(20): main;data.py(41): tokenize 1200000000\n"}) {
    const auto trace = load_profile(text);
    const HostTime time = analyse_host_time(*trace, AnalysisWindow());
    REQUIRE(time.threads.size() == 1);
    CHECK(time.threads[0].running_ns == 120 * kSampleNs);
    REQUIRE(time.functions.size() == 2);
    CHECK(trace->text(time.functions[0].name) == "data.py(41): tokenize");
    CHECK(time.functions[0].self_running_ns == 120 * kSampleNs);
    CHECK(issue_count(*trace, "assumed_running") == 1);
  }
}

TEST_CASE("lines that are no stacks are listed") {
  const auto trace = load_profile("a;b 3\nwithout a weight\na;c -4\na;d 99999999999999999999\na;b");
  CHECK(stack_times(*trace) == Times{{"a;b", 3 * kSampleNs}});
  CHECK(issue_count(*trace, "unusable_sample") == 4);
  CHECK(issue_of(*trace, "unusable_sample").first_offset == 6);
  CHECK(trace->report.listed == 4);
  CHECK(trace->report.kept + trace->report.listed == trace->counts.total);
}

TEST_CASE("stacks behind a remark, after a tab or of one frame each are read too") {
  const Times times{{"a;b", 3 * kSampleNs}, {"a;c", 4 * kSampleNs}};
  CHECK(stack_times(*load_profile("# py-spy 0.4, unit: samples; 3\na;b 3\na;c 4\n")) == times);
  CHECK(stack_times(*load_profile("a;b\t3\na;c \t4\n")) == times);
  CHECK(stack_times(*load_profile("load 3\ntrain 4\n")) ==
        Times{{"load", 3 * kSampleNs}, {"train", 4 * kSampleNs}});
  CHECK(stack_times(*load_profile("#<Class:0x7f>;call 3\n")) ==
        Times{{"#<Class:0x7f>;call", 3 * kSampleNs}});
}

TEST_CASE("weights that are not whole are rounded, which is told") {
  const auto trace = load_profile("a;b 2.75\na;c 4.2\na;d 1e1\n");
  CHECK(stack_times(*trace) == Times{{"a;b", 3}, {"a;c", 4}, {"a;d", 10}});
  CHECK(trace->report.listed == 0);
  CHECK(issue_of(*trace, "value_is_not_time").example ==
        "a weight of 1 is drawn as 1 ns; 2 fractional weights rounded");
  CHECK(issue_of(*load_profile("a;b 0.5\n"), "value_is_not_time").example ==
        "a weight of 1 is drawn as 1 ns; 1 fractional weight rounded");
}

TEST_CASE("weights whose sum is more than a profile can last are listed") {
  const auto text = collapsed_text("a;b 4000000000000000000\na;c 4000000000000000000\n", nullptr);
  REQUIRE(text.ok());
  CHECK(text.value().issues.lost() == 1);
  CHECK(text.value().text.find("\"c\"") == std::string::npos);
}

TEST_CASE("a file of zero weights has nothing to show") {
  CHECK(profile_error("a;b 0\nb;c 0\n").find("without a single stack") != std::string::npos);
}

TEST_CASE("frames beyond the deepest that are shown are left out and listed") {
  std::string line = "f0";
  for (int i = 1; i < 3'000; ++i) line += ";f" + std::to_string(i);
  const auto trace = load_profile(line + " 10\n");
  CHECK(sampled_track(*trace, "").depth == 1'024);
  CHECK(issue_count(*trace, "deep_stack") == 1);
}

TEST_CASE("a million frames are read") {
  std::string many;
  for (int i = 0; i < 100'000; ++i)
    many += "main;a;b;c;d;e;f;g;h;leaf" + std::to_string(i % 1'000) + " 1\n";
  const auto times = stack_times(*load_profile(many));
  CHECK(times.size() == 1'000);
  CHECK(times.at("main;a;b;c;d;e;f;g;h;leaf7") == 100 * kSampleNs);
}
