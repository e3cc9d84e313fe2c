#include "core/view/fleet/tables.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/fleet/late_groups.h"
#include "core/ranks/stragglers.h"
#include "core/view/fleet/wall_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

DataTable stragglers_table(const FleetPicture& run) {
  DataTable table{.name_title = "Straggler",
                  .columns = {{"Host", DataKind::Text},
                              {"Late in", DataKind::Text},
                              {"Longer by", DataKind::Time},
                              {"Wait caused", DataKind::Time},
                              {"Times last", DataKind::Count, false},
                              {"Cause", DataKind::Text}},
                  .empty = "No rank delays the others",
                  .ordered_by = "Wait caused"};
  for (const FleetStraggler& one : run.analysis.stragglers) {
    DataRow row{.name = fleet_rank_name(run, one.rank)};
    row.cells = {text_cell(run.ranks()[one.rank].host),
                 text_cell(late_steps_text(run.analysis, one)),
                 time_cell(one.more_ns),
                 time_cell(one.wait_caused_ns),
                 one.collectives == 0 ? DataCell{} : count_cell(one.times_last),
                 text_cell(one.cause.term ? cause_text(one.cause) : "unknown")};
    table.rows.push_back(std::move(row));
  }
  Ns caused_ns = 0;
  for (const FleetStraggler& one : run.analysis.stragglers)
    caused_ns = saturating_add(caused_ns, one.wait_caused_ns);
  table.facts = counted(table.rows.size(), "straggler") + " · " + format_duration(caused_ns) +
                " waited for them, of " + format_duration(run.analysis.blame.exposed_ns) +
                " in the whole run, summed over ranks";
  if (const Ns wait_ns = unexplained_wait_ns(run.files.fleet, run.analysis);
      wait_ns != 0 && table.rows.empty())
    table.empty =
        "No rank stands out; " + format_duration(wait_ns) + " of waiting has no named cause";
  return table;
}

DataTable links_table(const FleetPicture& run) {
  DataTable table{.name_title = "Slow link",
                  .columns = {{"Kind", DataKind::Text},
                              {"Message", DataKind::Bytes},
                              {"Count", DataKind::Count},
                              {"Transfer", DataKind::Time},
                              {"Elsewhere", DataKind::Time},
                              {"Lost, worst pair", DataKind::Time, true, false,
                               "Beyond the usual time, of the pair of ranks, or the process group, "
                               "that lost the most. The other columns are of all its pairs."},
                              {"Wait caused", DataKind::Time}},
                  .empty = "No link is slow"};
  for (const FleetLink& one : run.analysis.links) {
    const SlowLink& link = one.link;
    DataRow row{.name = link_title(run.analysis, one), .role = ColorRole::Communication};
    row.cells = {text_cell(link.shape.kind),
                 link.shape.bytes < 0 ? DataCell{} : bytes_cell(link.shape.bytes),
                 count_cell(link.count),
                 time_cell(rounded_ns(link.transfer_ns)),
                 time_cell(rounded_ns(link.usual_ns)),
                 time_cell(link.lost_ns),
                 time_cell(one.wait_caused_ns)};
    table.rows.push_back(std::move(row));
  }
  table.facts = counted(table.rows.size(), "slow link");
  return table;
}

DataTable ranks_table(const FleetPicture& run) {
  DataTable table{.name_title = "Rank",
                  .columns = {{"Host", DataKind::Text},
                              {"Mean step", DataKind::Time},
                              {"Exposed comm", DataKind::Time},
                              {"Idle", DataKind::Time},
                              {"Wait caused", DataKind::Time},
                              {"Waited", DataKind::Time},
                              {"Times last", DataKind::Count},
                              {"Peak memory", DataKind::Bytes},
                              {"Clock error", DataKind::Time, false},
                              {"State", DataKind::Text},
                              {"Trace", DataKind::Text, false}}};
  for (std::size_t rank = 0; rank < run.ranks().size(); ++rank) {
    const FleetRankSums sums = fleet_rank_sums(run, rank);
    const bool compared = run.analysis.states[rank] == FleetRankState::Compared;
    const auto time = [](std::optional<Ns> ns) { return ns ? time_cell(*ns) : DataCell{}; };
    DataRow row{.name = fleet_rank_name(run, rank),
                .tone = compared ? DataTone::Usual : DataTone::Alert};
    row.cells = {text_cell(run.ranks()[rank].host),
                 time(sums.mean_step_ns),
                 time(sums.exposed_comm_ns),
                 time(sums.idle_ns),
                 time(sums.wait_caused_ns),
                 time(sums.waited_ns),
                 sums.waited_ns ? count_cell(run.analysis.blame.times_last[rank]) : DataCell{},
                 sums.peak_bytes ? bytes_cell(*sums.peak_bytes) : DataCell{},
                 compared ? time_cell(rounded_ns(run.analysis.clocks[rank].error_ns)) : DataCell{},
                 text_cell(compared ? "" : fleet_state_text(run, rank)),
                 text_cell(run.ranks()[rank].claim.file)};
    table.rows.push_back(std::move(row));
  }
  table.facts = fleet_facts(run) + " · all times but the mean step are summed over steps";
  return table;
}

DataRow file_row(const std::string& file, std::string problem) {
  return {.name = std::filesystem::path(file).filename().string(),
          .cells = {text_cell(std::move(problem))},
          .tone = DataTone::Alert};
}

DataTable files_table(const FleetPicture& run) {
  DataTable table{.name_title = "File",
                  .columns = {{"Problem", DataKind::Text}},
                  .empty = "All summaries were read, and none says that its trace was damaged"};
  for (const FleetFiles::Problem& one : run.files.problems)
    table.rows.push_back(file_row(one.file, one.what));
  for (const FleetRank& rank : run.ranks()) {
    const auto is_listed = [&](const FleetFiles::Problem& one) { return one.file == rank.file; };
    if (std::ranges::any_of(run.files.problems, is_listed)) continue;
    if (!rank.failure.empty())
      table.rows.push_back(file_row(rank.file, "its trace could not be read: " + rank.failure));
    else if (rank.fault != TraceFault::None)
      table.rows.push_back(
          file_row(rank.file, "its trace is " + std::string(fault_text(rank.fault))));
  }
  return table;
}

}  // namespace

FleetTables make_fleet_tables(const FleetPicture& run) {
  return {stragglers_table(run), links_table(run), ranks_table(run), files_table(run)};
}

}  // namespace lanescope
