// A trace that rocmProfileData's own converter made, against the numbers of a script: times are in
// decimal µs, and most numbers are texts.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/corpus/corpus.h"
#include "tests/corpus/figures.h"

using namespace lanescope;
using nlohmann::json;

TEST_CASE(
    "a JSON trace of rocmProfileData has the names, tracks, counters and arrows of the file") {
  const json expected = expected_of("matmul_result.json");
  const auto trace = corpus_trace("formats/matmul_result.json");
  const auto all = rows_where(*trace, [](const SliceRow&) { return true; });
  check_figures(figures_of(all), expected["slices"]);
  CHECK(digest_of_names(all) == expected["slices_by_name"]["sha256_of_name_count_total"]);
  for (const json& track : expected["tracks"]) {
    check_figures(figures_of(rows_where(*trace,
                                        [&](const SliceRow& row) {
                                          return trace->text(row.track->process) ==
                                                     track["pid"].get<std::string>() &&
                                                 trace->text(row.track->thread) ==
                                                     track["tid"].get<std::string>();
                                        })),
                  track);
  }
  for (const json& counter : expected["counters"]) {
    CAPTURE(counter["name"].get<std::string>());
    std::uint64_t values = 0;
    for (const auto& own : trace->counters) {
      const std::string name(trace->text(own->name));
      if (name.starts_with(counter["name"].get<std::string>())) values += own->value.size();
    }
    CHECK(values == counter["count"]);
  }
  std::uint64_t starts = 0, ends = 0;
  for (const FlowPhase phase : trace->flows->phase)
    (phase == FlowPhase::Start ? starts : ends) += 1;
  CHECK(starts == expected["flows"]["starts"]);
  CHECK(ends == expected["flows"]["ends"]);
}
