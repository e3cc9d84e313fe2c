// Functions or thread states by how much their sampled time changed, as rows of a table.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/host/site.h"
#include "core/base/check.h"
#include "core/view/colors/state_look.h"
#include "core/view/compare/delta_lines.h"
#include "core/view/compare/sampled_notes.h"
#include "core/view/results/sampled_text.h"
#include "core/view/tables/columns.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::vector<DataColumn> sampled_columns(SampledRows rows) {
  if (rows == SampledRows::State) {
    return {{"Delta", DataKind::Time, true, true},
            {"Time A", DataKind::Time},
            {"Time B", DataKind::Time},
            {"Top line", DataKind::Text}};
  }
  return {{"Delta", DataKind::Time, true, true}, {"Running A", DataKind::Time},
          {"Running B", DataKind::Time},         {"Self delta", DataKind::Time, true, true},
          {"Top line", DataKind::Text},          {"Self A", DataKind::Time, false},
          {"Self B", DataKind::Time, false}};
}

DataCell delta_cell(Ns delta_ns) {
  return {delta_ns, signed_duration(static_cast<double>(delta_ns))};
}

/// Without a value in a run that does not have it at all.
DataCell cell_of_run(Ns time_ns, Ns with_waits_ns) {
  return with_waits_ns > 0 ? time_cell(time_ns) : DataCell{};
}

std::vector<DataCell> sampled_cells(SampledRows rows, const SampledChange& change) {
  const DataCell a = cell_of_run(change.a_ns, change.a_ns);
  const DataCell b = cell_of_run(change.b_ns, change.b_ns);
  const DataCell line = text_cell(place_text(change.line));
  if (rows == SampledRows::State) return {delta_cell(change.delta_ns()), a, b, line};
  return {delta_cell(change.running_delta_ns()),
          cell_of_run(change.running_a_ns, change.a_ns),
          cell_of_run(change.running_b_ns, change.b_ns),
          delta_cell(change.delta_ns()),
          line,
          a,
          b};
}

SampledChange sum_of(std::span<const SampledChange> changes) {
  SampledChange sum;
  for (const SampledChange& change : changes) {
    sum.a_ns = saturating_add(sum.a_ns, change.a_ns);
    sum.b_ns = saturating_add(sum.b_ns, change.b_ns);
    sum.running_a_ns = saturating_add(sum.running_a_ns, change.running_a_ns);
    sum.running_b_ns = saturating_add(sum.running_b_ns, change.running_b_ns);
  }
  return sum;
}

class SampledTableMaker {
 public:
  SampledTableMaker(const DataInput& in, SampledRows rows)
      : in_(in), rows_(rows), changes_(listed_changes(*in.pair->sampled, rows)) {
    listed_ = changes_.size();
    if (!in.brief) return;
    std::vector<Ns> deltas_ns;
    for (const SampledChange& change : changes_)
      deltas_ns.push_back(sampled_delta_ns(rows, change));
    const std::size_t explaining = explaining_changes(deltas_ns);
    if (explaining != 0) listed_ = explaining;
  }

  DataTable make(const std::stop_token& stop) {
    DataTable table{.name_title = rows_ == SampledRows::State ? "Thread state" : "Python function",
                    .columns = sampled_columns(rows_),
                    .empty = "No samples to compare in these runs",
                    .ordered_by = "Delta",
                    .goes_to = "longest stretch"};
    for (const SampledChange& change : changes_.first(listed_)) {
      if (stop.stop_requested()) return table;
      table.rows.push_back(row_of(change));
      table.rows.back().cells = sampled_cells(rows_, change);
    }
    if (listed_ < changes_.size()) table.rows.push_back(others_row());
    for (std::size_t i = 0; i < table.columns.size() && !table.rows.empty(); ++i)
      table.columns[i].usual = table.columns[i].usual && has_values(table, i);
    table.facts = facts();
    table.note = [pair = in_.pair, rows = rows_, listed = listed_](std::uint32_t row,
                                                                   std::size_t column) {
      return row < listed ? sampled_note(*pair, rows, row, column) : CellNote();
    };
    return table;
  }

 private:
  /// Named as in this run, if it has it.
  [[nodiscard]] DataRow row_of(const SampledChange& change) const {
    const bool is_a = in_.side == RunSide::A;
    const EventId here = is_a ? change.event_a : change.event_b;
    const EventId there = is_a ? change.event_b : change.event_a;
    const AlignedPair& pair = *in_.pair->aligned;
    const Snapshot& trace = (here != EventId::None) == is_a ? *pair.a : *pair.b;
    const EventId event = here != EventId::None ? here : there;
    DataRow row = rows_ == SampledRows::State ? state_row(trace, change, event)
                                              : named_row(trace, CategoryKind::SampledFrame,
                                                          slice_name(trace, event), event);
    row.event = here;
    row.in_other_run = there;
    if (here == EventId::None && rows_ == SampledRows::Function) {
      row.full_name = StringId::Empty;  // that of the other trace
      row.own_name = change.name;
    }
    return row;
  }

  static DataRow state_row(const Snapshot& trace, const SampledChange& change, EventId event) {
    const StringId name = event == EventId::None ? StringId::Empty : slice_name(trace, event);
    return {.name = change.name,
            .own_name = change.name,
            .role = thread_state_role(event == EventId::None ? change.name : trace.text(name))};
  }

  /// So that the brief table adds up too.
  [[nodiscard]] DataRow others_row() const {
    DataRow row{.name = counted(changes_.size() - listed_, "other row")};
    row.cells = sampled_cells(rows_, sum_of(changes_.subspan(listed_)));
    return row;
  }

  [[nodiscard]] std::string facts() const {
    if (listed_ < changes_.size()) {
      return fmt::format("{} of {} {} {:.0f} % of all changes", count_text(listed_),
                         counted(changes_.size(), "row"), listed_ == 1 ? "explains" : "explain",
                         100 * kExplainedShare);
    }
    // The value comes first: where there is little room, the end is left out.
    const Ns sum_ns = sampled_delta_ns(rows_, sum_of(changes_));
    return fmt::format("Sum {} · {}{}", signed_duration(static_cast<double>(sum_ns)),
                       counted(changes_.size(), "row"),
                       rows_ == SampledRows::Function ? " · running, all threads" : "");
  }

  const DataInput& in_;
  SampledRows rows_;
  std::span<const SampledChange> changes_;
  std::size_t listed_ = 0;  // changes that get their own row
};

}  // namespace

DataTable sampled_table(const DataInput& in, SampledRows rows, const std::stop_token& stop) {
  LANESCOPE_CHECK(in.pair != nullptr && in.pair->sampled != nullptr, "samples of two runs");
  return SampledTableMaker(in, rows).make(stop);
}

}  // namespace lanescope
