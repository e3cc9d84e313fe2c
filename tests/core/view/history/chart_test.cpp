#include "core/view/history/chart.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/view/history/axis.h"
#include "core/view/history/words.h"
#include "tests/core/history/made_history.h"

using namespace lanescope;

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

History small_history() {
  HistoryPlan plan;
  plan.runs = 40;
  plan.changes = {{25, MadePart::Loader, 0.06}};
  return make_history(made_runs(plan), 1);
}

}  // namespace

TEST_CASE("the picture has a dot for each run and a mark for each change") {
  const History history = small_history();
  const std::string svg = history_svg(history, usual_chart(kStepTimeMetric));
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count_of(svg, "<circle ") == 40);
  CHECK(count_of(svg, "stroke-dasharray") == 1);
  for (const char* words : {"step time", "run 26", "2026-01-05", "runs, in order of time", " ms<",
                            "idle, data loading", "GEMM kernels"})
    CHECK_MESSAGE(count_of(svg, words) > 0, words);
  CHECK(count_of(svg, "<svg") == 1);
}

TEST_CASE("what no run tells has no panel, and names cannot break the picture") {
  HistoryPlan plan;
  plan.runs = 20;
  plan.gpu = "<b>&\"GPU\"";
  std::vector<HistoryRun> runs = made_runs(plan);
  for (HistoryRun& run : runs) run.values[kPeakMemoryMetric].reset();
  const std::string svg = history_svg(make_history(std::move(runs), 1), usual_chart({}));
  CHECK(count_of(svg, "peak memory") == 0);
  CHECK(count_of(svg, "<b>") == 0);
  CHECK(count_of(svg, "&lt;b&gt;") > 0);
}

TEST_CASE("axes have round ticks around the values") {
  const ValueAxis axis = value_axis(148e6, 163e6, MetricUnit::Time);
  CHECK(axis.low <= 148e6);
  CHECK(axis.high >= 163e6);
  REQUIRE(axis.ticks.size() >= 3);
  CHECK(tick_text(axis.ticks[0], MetricUnit::Time) == "145 ms");
  CHECK(tick_text(std::exp2(36), MetricUnit::Bytes) == "64 GiB");
  CHECK(tick_text(87.5, MetricUnit::Percent) == "87.5 %");
  const ValueAxis flat = value_axis(5, 5, MetricUnit::Percent);
  CHECK(flat.low < flat.high);
  CHECK(flat.share_of(5) > 0);
}
