#include "app/cli/compare/sampled.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/view/results/diff_text.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kTopRows = 15;

RowColumns<SampledChange> change_columns(const std::string& title) {
  using enum ValueKind;
  const auto change = [](const SampledChange& row) {
    return signed_duration(static_cast<double>(row.delta_ns()));
  };
  const auto delta = [](const SampledChange& row) { return row.delta_ns(); };
  return {{{"", title, "name", title}, Words, &SampledChange::name},
          {{"", "A", "a_ns", "A"}, Time, &SampledChange::a_ns},
          {{"", "B", "b_ns", "B"}, Time, &SampledChange::b_ns},
          {{"", "delta", "", "delta"}, Figure, change},
          {{"", "", "delta_ns"}, Time, delta},
          {{"", "", "event_a"}, Event, &SampledChange::event_a},
          {{"", "", "event_b"}, Event, &SampledChange::event_b}};
}

constexpr const char* kFunctions = "Python function (self)";
constexpr const char* kWaits = "main thread";

}  // namespace

std::string sampled_words(const SampledChanges& changes) {
  std::string words;
  const auto add = [&](const std::vector<SampledChange>& rows, bool functions) {
    if (rows.empty() || rows.front().delta_ns() == 0) return;
    const SampledChange& most = rows.front();
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ",
                         functions ? frame_text(most.name) : most.name,
                         signed_duration(static_cast<double>(most.delta_ns())));
  };
  add(changes.functions, true);
  add(changes.waits, false);
  return words;
}

std::string sampled_text(const Snapshot& a, const SampledChanges& changes) {
  std::string text;
  for (const auto& [rows, title] :
       {std::pair(&changes.functions, kFunctions), std::pair(&changes.waits, kWaits)}) {
    if (!rows->empty()) text += "\n" + first_rows_text(a, change_columns(title), *rows, kTopRows);
  }
  return text;
}

std::string sampled_markdown(const Snapshot& a, const SampledChanges& changes) {
  std::string page;
  for (const auto& [rows, title] :
       {std::pair(&changes.functions, kFunctions), std::pair(&changes.waits, kWaits)}) {
    if (!rows->empty()) page += "\n" + rows_page(a, change_columns(title), *rows, kTopRows, "");
  }
  return page;
}

Json sampled_json(const Snapshot& a, const SampledChanges& changes) {
  return {{"functions", rows_json(a, change_columns(kFunctions), changes.functions)},
          {"waits", rows_json(a, change_columns(kWaits), changes.waits)}};
}

}  // namespace lanescope
