#include "core/view/fleet/comparison_tables.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kRun = "Run";

/// Rows of both runs, each with the run that it is of; those of B come first where both would be
/// sorted alike, since they are what is new.
DataTable joined(const DataTable& a, const DataTable& b, std::vector<RowOfRun>& rows) {
  DataTable out = a;
  out.columns.insert(out.columns.begin(), {kRun, DataKind::Text});
  out.rows.clear();
  rows.clear();
  const auto add = [&](const DataTable& from, bool in_b) {
    for (std::uint32_t i = 0; i < from.rows.size(); ++i) {
      DataRow row = from.rows[i];
      row.cells.insert(row.cells.begin(), text_cell(in_b ? "B" : "A"));
      out.rows.push_back(std::move(row));
      rows.push_back({in_b, i});
    }
  };
  add(b, true);
  add(a, false);
  out.facts = "A: " + a.facts + "    B: " + b.facts;
  out.ordered_by.clear();
  return out;
}

DataCell change_cell(Ns change_ns) {
  return {change_ns, signed_duration(change_ns)};
}

using RankSum = std::optional<Ns> FleetRankSums::*;

/// What both have and the difference, of means over the steps of each.
void add_both(DataRow& row, const FleetRankSums* a, const FleetRankSums* b, RankSum sum) {
  const auto of = [sum](const FleetRankSums* run) {
    return run != nullptr ? run->*sum : std::nullopt;
  };
  const auto value_a = of(a), value_b = of(b);
  row.cells.push_back(value_a ? time_cell(*value_a) : DataCell{});
  row.cells.push_back(value_b ? time_cell(*value_b) : DataCell{});
  row.cells.push_back(value_a && value_b ? change_cell(*value_b - *value_a) : DataCell{});
}

struct MeasuredTwice {
  const char* title;
  RankSum sum;
  bool usual;  // of both runs; the change always is
};
constexpr MeasuredTwice kMeasured[] = {
    {"Mean step", &FleetRankSums::mean_step_ns, true},
    {"Wait caused per step", &FleetRankSums::wait_caused_ns, true},
    {"Exposed comm per step", &FleetRankSums::exposed_comm_ns, false},
    {"Idle per step", &FleetRankSums::idle_ns, false},
    {"Waited per step", &FleetRankSums::waited_ns, false},
};

DataTable empty_ranks_table() {
  DataTable table{.name_title = "Rank", .columns = {{"Host", DataKind::Text}}};
  for (const MeasuredTwice& one : kMeasured) {
    const std::string title = one.title;
    table.columns.push_back({title + " A", DataKind::Time, one.usual});
    table.columns.push_back({title + " B", DataKind::Time, one.usual});
    DataColumn change{"B − A", DataKind::Time};
    change.change = true;
    change.help = title + " of B, minus that of A";
    change.usual = one.usual;
    table.columns.push_back(std::move(change));
  }
  table.columns.push_back({"Only in", DataKind::Text});
  return table;
}

/// Sums become means of a step, so that runs of different length can be compared.
FleetRankSums means_of(const FleetPicture& run, std::size_t rank) {
  FleetRankSums sums = fleet_rank_sums(run, rank);
  const auto steps = static_cast<Ns>(std::max<std::size_t>(sums.steps, 1));
  for (const MeasuredTwice& one : kMeasured) {
    if (one.sum != &FleetRankSums::mean_step_ns && sums.*one.sum) *(sums.*one.sum) /= steps;
  }
  return sums;
}

DataTable ranks_table(const FleetPicture& a, const FleetPicture& b, const WallMatch& match) {
  DataTable table = empty_ranks_table();
  std::vector<bool> in_both(b.ranks().size());
  const auto add = [&](const FleetPicture& run, std::size_t rank, const FleetRankSums* of_a,
                       const FleetRankSums* of_b) {
    DataRow row{.name = fleet_rank_name(run, rank)};
    row.cells = {text_cell(run.ranks()[rank].host)};
    for (const MeasuredTwice& one : kMeasured) add_both(row, of_a, of_b, one.sum);
    row.cells.push_back(text_cell(of_a == nullptr ? "B" : of_b == nullptr ? "A" : ""));
    table.rows.push_back(std::move(row));
  };
  for (std::size_t rank = 0; rank < a.ranks().size(); ++rank) {
    const FleetRankSums of_a = means_of(a, rank);
    if (match.rank_of[rank] == WallMatch::kNone) {
      add(a, rank, &of_a, nullptr);
      continue;
    }
    in_both[match.rank_of[rank]] = true;
    const FleetRankSums of_b = means_of(b, match.rank_of[rank]);
    add(a, rank, &of_a, &of_b);
  }
  for (std::size_t rank = 0; rank < b.ranks().size(); ++rank) {
    if (in_both[rank]) continue;
    const FleetRankSums of_b = means_of(b, rank);
    add(b, rank, nullptr, &of_b);
  }
  table.facts = counted(match.ranks, "rank") + " in both runs";
  return table;
}

}  // namespace

ComparisonTables make_comparison_tables(const FleetPicture& a, const FleetPicture& b,
                                        const FleetTables& of_b, const WallMatch& match) {
  LANESCOPE_CHECK(match.rank_of.size() == a.ranks().size(), "{} of {} ranks", match.rank_of.size(),
                  a.ranks().size());
  const FleetTables of_a = make_fleet_tables(a);
  ComparisonTables out;
  out.tables.stragglers = joined(of_a.stragglers, of_b.stragglers, out.stragglers);
  out.tables.links = joined(of_a.links, of_b.links, out.links);
  out.tables.ranks = ranks_table(a, b, match);
  std::vector<RowOfRun> files;
  out.tables.files = joined(of_a.files, of_b.files, files);
  out.tables.files.facts.clear();
  return out;
}

std::optional<std::size_t> rank_of_a(const WallMatch& match, std::size_t rank_of_b) {
  const auto found = std::ranges::find(match.rank_of, rank_of_b);
  if (found == match.rank_of.end()) return std::nullopt;
  return static_cast<std::size_t>(found - match.rank_of.begin());
}

}  // namespace lanescope
