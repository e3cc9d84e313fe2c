#include "core/view/results/sampled_text.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr Ns kMs = 1'000'000;

SampledChange change_of(std::string name, Ns a_ms, Ns b_ms, std::string line = "") {
  SampledChange change;
  change.name = std::move(name);
  change.a_ns = change.running_a_ns = a_ms * kMs;
  change.b_ns = change.running_b_ns = b_ms * kMs;
  change.line = std::move(line);
  return change;
}

/// Sampled every 10 ms.
SampledChanges changes_of(std::vector<SampledChange> functions, std::vector<SampledChange> waits) {
  SampledChanges changes;
  changes.functions = std::move(functions);
  changes.waits = std::move(waits);
  changes.period_a_ns = changes.period_b_ns = 10 * kMs;
  changes.switches_a = changes.switches_b = true;
  return changes;
}

SampledChanges slower() {
  return changes_of({change_of("/src/gil.py(2): hog", 100, 1300, "/src/gil.py:4")},
                    {change_of("running", 100, 1300),
                     change_of("waiting for the GIL", 900, 400, "/src/gil.py:9")});
}

DiffWords words_of(std::string parts) {
  DiffWords words;
  words.conclusion = "Recording length rose 10.0 %";
  words.sentence = words.conclusion + (parts.empty() ? "" : ": " + parts) + ".";
  words.parts = std::move(parts);
  return words;
}

RunDiff diff_with_rows(std::size_t rows, AlignBy by = AlignBy::Start) {
  RunDiff diff;
  diff.rows.resize(rows);
  diff.runs.a.by = diff.runs.b.by = by;
  return diff;
}

}  // namespace

TEST_CASE("the function that runs longer and the wait that changed are named with their lines") {
  CHECK(sampled_words(slower()) ==
        "hog (gil.py:2) +1.200 s running, waiting for the GIL at gil.py:9 −500.0 ms");
}

TEST_CASE("a change of a few samples is not named") {
  // 10 and 14 samples: the difference has a standard deviation of 4.9.
  CHECK(sampled_words(changes_of({change_of("f", 100, 140)}, {change_of("futex", 0, 10)})).empty());
  CHECK(sampled_words(changes_of({}, {})).empty());
  CHECK(sampled_words(changes_of({change_of("f", 100, 140)}, {change_of("futex", 100, 900)})) ==
        "futex +800.0 ms");
  CHECK(names_function(slower()));
  CHECK_FALSE(names_function(changes_of({change_of("f", 100, 140)}, {})));
}

TEST_CASE("what stands before the conclusion stays, as that one run has no GPU events") {
  DiffWords words = words_of("nothing traced explains 100 %");
  words.sentence = "B has no GPU events, so host work is compared. " + words.sentence;
  CHECK(with_samples(words, diff_with_rows(0), slower())
            .sentence.starts_with("B has no GPU events, so host work is compared. Recording length "
                                  "rose 10.0 %: hog (gil.py:2) +1.200 s running"));
}

TEST_CASE(
    "where only samples tell something they explain the change, not that nothing was traced") {
  const DiffWords words =
      with_samples(words_of("nothing traced explains 100 %"), diff_with_rows(0), slower());
  CHECK(words.parts == sampled_words(slower()));
  CHECK(words.sentence == "Recording length rose 10.0 %: " + sampled_words(slower()) + ".");
  const DiffWords same = with_samples(words_of("nothing traced explains 100 %"), diff_with_rows(0),
                                      changes_of({change_of("f", 100, 100)}, {}));
  CHECK(same.parts.empty());
  CHECK(same.sentence == "Recording length rose 10.0 %.");
  const DiffWords first = with_samples(words_of(""), diff_with_rows(0), slower());
  CHECK(first.sentence == "Recording length rose 10.0 %: " + sampled_words(slower()) + ".");
}

TEST_CASE("that samples are of whole recordings is said where steps are compared") {
  const DiffWords words = with_samples(words_of("nothing traced explains 100 %"),
                                       diff_with_rows(0, AlignBy::Steps), slower());
  CHECK(words.parts == "samples of the whole recordings: " + sampled_words(slower()));
}

TEST_CASE("beside GPU work samples tell more only where nothing was traced") {
  const DiffWords untraced = with_samples(words_of("nothing traced (idle) explains 80 %"),
                                          diff_with_rows(3, AlignBy::Steps), slower());
  CHECK(untraced.parts == "nothing traced (idle) explains 80 %; samples of the whole recordings: " +
                              sampled_words(slower()));
  const DiffWords traced =
      with_samples(words_of("aten::mm explains 80 %"), diff_with_rows(3), slower());
  CHECK(traced.parts == "aten::mm explains 80 %");
  CHECK(traced.sentence == "Recording length rose 10.0 %: aten::mm explains 80 %.");
}

TEST_CASE("a run without samples is named once, with what to do") {
  SampledChanges changes;
  changes.without_samples = "B";
  const auto warnings = sampled_warnings(changes);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] ==
        "Only A has samples of host threads, so functions and waits are not compared; record B "
        "with `lanescope record`.");
  CHECK(sampled_warnings(SampledChanges()).empty());
}

TEST_CASE("time without samples and context switches of one run only are warned of") {
  SampledChanges changes = slower();
  CHECK(sampled_warnings(changes).empty());
  changes.cover_a = {1000 * kMs, 360 * kMs};
  changes.cover_b = {1000 * kMs, 5 * kMs};
  changes.switches_b = false;
  const auto warnings = sampled_warnings(changes);
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0] ==
        "No sample covers 36 % of the threads' time in A and 0 % in B: functions took longer than "
        "shown.");
  CHECK(warnings[1].starts_with("Context switches were not recorded in B"));
  changes.of_gpu = true;  // where samples are beside the point
  CHECK(sampled_warnings(changes).size() == 1);
}

TEST_CASE("a place is a file and a line") {
  CHECK(place_text("/src/train.py:12") == "train.py:12");
  CHECK(place_text("/src/train.py(12): main") == "train.py:12");
  CHECK(place_text("").empty());
}

}  // namespace lanescope
