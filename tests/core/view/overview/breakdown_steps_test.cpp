#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/view/overview/breakdown_model.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct Steps {
  explicit Steps(std::initializer_list<Ns> lengths_us) {
    TraceText text;
    Ns at_us = 0;
    int number = 0;
    for (const Ns length_us : lengths_us) {
      text.cpu("user_annotation", "ProfilerStep#" + std::to_string(number++), std::to_string(at_us),
               std::to_string(length_us));
      at_us += length_us;
    }
    trace = text.load();
    table = analyse_steps({*trace, whole_window()});
    for (StepRow& row : table.rows) row.warm_up = false;
  }
  [[nodiscard]] StepColumns columns(std::size_t most = 100) const {
    return step_columns(*trace, table, most);
  }
  std::shared_ptr<const Snapshot> trace;
  StepTable table;
};

std::vector<std::string> labels_of(const StepTable& table, const Snapshot& trace) {
  std::vector<std::string> labels;
  for (const StepColumn& column : step_columns(trace, table, 100).columns)
    labels.push_back(column.label);
  return labels;
}

/// The steps, each under the name of another.
StepTable with_names(const Steps& steps, const std::vector<std::size_t>& names) {
  StepTable table = steps.table;
  for (std::size_t i = 0; i < names.size(); ++i)
    table.rows[i].step.name = steps.table.rows[names[i]].step.name;
  return table;
}

std::string value_of(const std::vector<std::pair<std::string, std::string>>& facts,
                     std::string_view label) {
  for (const auto& [key, value] : facts) {
    if (key == label) return value;
  }
  return "none";
}

}  // namespace

TEST_CASE("each step is a column, called by its number") {
  Steps steps{100, 100, 110, 100, 100};
  steps.table.rows[0].warm_up = true;
  const StepColumns columns = steps.columns();
  REQUIRE(columns.columns.size() == 5);
  CHECK(columns.columns[2].label == "2");
  CHECK(columns.columns[2].name == "ProfilerStep#2");
  CHECK(columns.columns[0].warm_up);
  CHECK(columns.median_ns == 100'000);
  // The longest fits, with a little room above it.
  CHECK(columns.top_ns > 110'000);
  CHECK(columns.top_ns < 130'000);
}

TEST_CASE("steps of one name are counted, so that no two have the same label") {
  const Steps steps{100, 100, 100};
  CHECK(labels_of(with_names(steps, {2, 2, 2}), *steps.trace) ==
        std::vector<std::string>{"1", "2", "3"});
  CHECK(labels_of(with_names(steps, {0, 1, 1}), *steps.trace) ==
        std::vector<std::string>{"0", "1", "1 (2)"});
}

TEST_CASE("a step many times as long as the others does not flatten them") {
  const StepColumns columns = Steps{100, 100, 100, 5000, 100, 100}.columns();
  CHECK(columns.top_ns > 300'000);
  CHECK(columns.top_ns < 350'000);
}

TEST_CASE("more steps than there is room for share columns, the longest of them is shown") {
  const StepColumns columns = Steps{100, 120, 100, 100, 130, 100, 100}.columns(3);
  REQUIRE(columns.columns.size() == 3);
  CHECK(columns.columns[0].label == "1");
  CHECK(columns.columns[0].steps == 3);
  CHECK(columns.columns[1].label == "4");
  CHECK(columns.columns[2].steps == 1);
  CHECK(value_of(step_facts(columns.columns[0], columns.median_ns), "Longest of") == "3 steps");
}

TEST_CASE("what is said of a step: its time, how it compares, its classes") {
  Steps steps{100, 100, 150, 100};
  steps.table.rows[2].classes_ns = {90'000, 0, 0, 0, 10'000, 0, 0, 50'000};
  const StepColumns columns = steps.columns();
  const auto facts = step_facts(columns.columns[2], columns.median_ns);
  CHECK(value_of(facts, "Time") == "150.0 µs");
  CHECK(value_of(facts, "% of median") == "150 %");
  CHECK(value_of(facts, "Kernels") == "90.00 µs");
  CHECK(value_of(facts, "Runtime calls") == "10.00 µs");
  CHECK(value_of(facts, "Communication") == "none");
  CHECK(columns.sums[0] == 90'000);
}

TEST_CASE("no steps, no columns") {
  CHECK(Steps{}.columns().columns.empty());
  CHECK(Steps{100}.columns(0).columns.empty());
}

}  // namespace lanescope
