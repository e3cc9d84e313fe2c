#include "app/cli/compare/sampled.h"

#include "core/view/results/diff_text.h"
#include "core/view/results/sampled_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kTopRows = 15;

std::string signed_ns(Ns time_ns) {
  return signed_duration(static_cast<double>(time_ns));
}

using ChangeColumns = RowColumns<SampledChange>;

void add_events(ChangeColumns& columns) {
  using enum ValueKind;
  columns.add({{{"", "", "line"}, Words, &SampledChange::line},
               {{"", "", "event_a"}, Event, &SampledChange::event_a},
               {{"", "", "event_b"}, Event, &SampledChange::event_b}});
}

/// Sorted by the time in which they run; with waits, their self time comes after it.
ChangeColumns function_columns() {
  using enum ValueKind;
  const std::string title = "Python function";
  const auto running = [](const SampledChange& row) { return signed_ns(row.running_delta_ns()); };
  const auto self = [](const SampledChange& row) { return signed_ns(row.delta_ns()); };
  ChangeColumns columns{
      {{"", title, "name", title}, Words, &SampledChange::name},
      {{"", "running A", "running_a_ns", "running A"}, Time, &SampledChange::running_a_ns},
      {{"", "running B", "running_b_ns", "running B"}, Time, &SampledChange::running_b_ns},
      {{"", "delta", "", "delta"}, Figure, running},
      {{"", "", "running_delta_ns"}, Time, &SampledChange::running_delta_ns},
      {{"", "self A", "a_ns", "self A"}, Time, &SampledChange::a_ns},
      {{"", "self B", "b_ns", "self B"}, Time, &SampledChange::b_ns},
      {{"", "self delta", "", "self delta"}, Figure, self},
      {{"", "", "delta_ns"}, Time, &SampledChange::delta_ns}};
  add_events(columns);
  return columns;
}

ChangeColumns wait_columns() {
  using enum ValueKind;
  const std::string title = "main thread";
  const auto delta = [](const SampledChange& row) { return signed_ns(row.delta_ns()); };
  ChangeColumns columns{
      {{"", title, "name", title}, Words, &SampledChange::name},
      {{"", "A", "a_ns", "A"}, Time, &SampledChange::a_ns},
      {{"", "B", "b_ns", "B"}, Time, &SampledChange::b_ns},
      {{"", "delta", "", "delta"}, Figure, delta},
      {{"", "", "delta_ns"}, Time, &SampledChange::delta_ns},
      {{"", "at", "", "at"}, Words, [](const SampledChange& row) { return place_text(row.line); }}};
  add_events(columns);
  return columns;
}

}  // namespace

std::string sampled_text(const Snapshot& a, const SampledChanges& changes) {
  std::string text;
  if (!changes.functions.empty())
    text += "\n" + first_rows_text(a, function_columns(), changes.functions, kTopRows);
  if (!changes.waits.empty())
    text += "\n" + first_rows_text(a, wait_columns(), changes.waits, kTopRows);
  return text;
}

std::string sampled_markdown(const Snapshot& a, const SampledChanges& changes) {
  std::string page;
  if (!changes.functions.empty())
    page += "\n" + rows_page(a, function_columns(), changes.functions, kTopRows, "");
  if (!changes.waits.empty())
    page += "\n" + rows_page(a, wait_columns(), changes.waits, kTopRows, "");
  return page;
}

Json sampled_json(const Snapshot& a, const SampledChanges& changes) {
  return {{"functions", rows_json(a, function_columns(), changes.functions)},
          {"waits", rows_json(a, wait_columns(), changes.waits)}};
}

}  // namespace lanescope
