#include "core/view/ranks/tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/view/ranks/activity_row.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

DataCell signed_cell(Ns ns) {
  return {ns, signed_duration(ns)};
}

void add_bar(const RankTimes& times, DataRow& row) {
  row.parts = {times.of(RankTime::Compute), times.of(RankTime::ExposedComm),
               times.of(RankTime::ExposedMemory), times.of(RankTime::Idle)};
  row.cells.push_back(times.has_gpu ? time_cell(times.of(RankTime::Span)) : DataCell{});
}

void add_lateness(const StragglerRow* row, DataRow& out) {
  if (row == nullptr || row->collectives == 0) {
    out.cells.resize(out.cells.size() + 4);
    return;
  }
  const std::array cells{count_cell(row->times_last), time_cell(row->wait_caused_ns),
                         time_cell(row->waited_ns), time_cell(rounded_ns(row->mean_lateness_ns))};
  out.cells.insert(out.cells.end(), cells.begin(), cells.end());
}

void add_times(const RankTimes& times, DataRow& row) {
  const auto cell = [&](RankTime time) {
    return times.has_gpu ? time_cell(times.of(time)) : DataCell{};
  };
  const std::array cells{
      cell(RankTime::Compute),
      cell(RankTime::ExposedComm),
      cell(RankTime::ExposedMemory),
      cell(RankTime::Idle),
      times.has_gpu ? share_cell(times.of(RankTime::Busy), times.of(RankTime::Span)) : DataCell{},
      times.overlap_pct ? share_cell(std::llround(*times.overlap_pct * 1e4), 1'000'000)
                        : DataCell{}};
  row.cells.insert(row.cells.end(), cells.begin(), cells.end());
}

/// The bar and the waits come first, because a narrow window shows only the first columns.
DataTable ranks_table(const RanksPicture& run) {
  DataTable table{
      .name_title = "Rank",
      .columns = {{"GPU time", DataKind::Bar},
                  {"Times last", DataKind::Count},
                  {"Wait caused", DataKind::Time},
                  {"Waited", DataKind::Time},
                  {"Mean lateness", DataKind::Time, false},
                  {"Compute", DataKind::Time},
                  {"Exposed comm", DataKind::Time},
                  {"Exposed copies and memsets", DataKind::Time, false},
                  {"Idle", DataKind::Time},
                  {"Busy", DataKind::Share},
                  {"Overlap", DataKind::Share},
                  {"Offset", DataKind::Time},
                  {"Error", DataKind::Time},
                  {"Cause", DataKind::Text},
                  {"Clock", DataKind::Text, false},
                  {"Host", DataKind::Text, false},
                  {"File", DataKind::Text, false}},
      .parts = {{"compute", activity_role(ActivityClass::Compute, RankWork::Gpu)},
                {"exposed communication", activity_role(ActivityClass::ExposedComm, RankWork::Gpu)},
                {"exposed copies and memsets",
                 activity_role(ActivityClass::ExposedMemory, RankWork::Gpu)},
                {"idle", std::nullopt}}};
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    const RankClock& clock = run.analysis.clocks[t];
    DataRow row{.name = rank_title(run, t),
                .tone = run.own_starts || clock.aligned() ? DataTone::Usual : DataTone::Alert};
    add_bar(run.times[t], row);
    add_lateness(run.straggler(t), row);
    add_times(run.times[t], row);
    const bool aligned = clock.aligned();
    const StragglerRow* straggler = run.straggler(t);
    const std::array cells{aligned ? signed_cell(clock.offset_ns) : DataCell{},
                           aligned ? time_cell(rounded_ns(clock.error_ns)) : DataCell{},
                           text_cell(straggler == nullptr ? "" : cause_text(*straggler)),
                           text_cell(aligned ? clock_text(run, t) : clock_refusal(run, t)),
                           text_cell(run.ranks[t].host),
                           text_cell(run.ranks[t].file)};
    row.cells.insert(row.cells.end(), cells.begin(), cells.end());
    table.longest_bar_ns = std::max(table.longest_bar_ns, run.times[t].of(RankTime::Span));
    table.rows.push_back(std::move(row));
  }
  table.facts = ranks_facts(run);
  return table;
}

DataTable collectives_table(const RanksPicture& run) {
  DataTable table;
  table.name_title = "Collective";
  table.columns = {{"Group", DataKind::Text},    {"Number", DataKind::Count},
                   {"Step", DataKind::Text},     {"Ranks", DataKind::Count},
                   {"Message", DataKind::Bytes}, {"Last", DataKind::Text},
                   {"Skew", DataKind::Time},     {"Waited", DataKind::Time},
                   {"Transfer", DataKind::Time}, {"Bus GB/s", DataKind::Real}};
  table.empty = "No collective was found on two or more ranks";
  for (const MatchedCollective& one : run.analysis.matched.collectives) {
    const std::size_t together = one.last_together();
    const std::string last = !one.complete   ? ""
                             : together == 0 ? "all together"
                             : together == 1 ? rank_title(run, one.last_part().trace)
                                             : fmt::format("{} ranks together", together);
    DataRow row{.name = one.kind, .role = ColorRole::Communication};
    row.cells = {text_cell(run.analysis.groups.groups[one.group].name),
                 {one.index, format_count(one.index + 1)},
                 text_cell(one.step),
                 count_cell(one.parts.size()),
                 one.bytes ? bytes_cell(*one.bytes) : DataCell{},
                 text_cell(last),
                 one.complete ? time_cell(one.skew_ns) : DataCell{},
                 one.complete ? time_cell(waited_ns(one)) : DataCell{},
                 time_cell(one.transfer_ns),
                 real_cell(bus_gb_per_s(one))};
    if (!one.counts) row.tone = DataTone::Dim;
    table.rows.push_back(std::move(row));
  }
  const StragglerTable& all = run.analysis.stragglers;
  table.facts = fmt::format("{} counted · waited {}{} · transfer {} · max. skew {}",
                            counted(all.collectives, "collective"), format_duration(all.wait_ns),
                            all.hides_waits() ? ", partly hidden behind compute" : "",
                            format_duration(all.transfer_ns), format_duration(all.most_skew_ns));
  return table;
}

DataTable transfers_table(const RanksPicture& run) {
  DataTable table;
  table.name_title = "Collective";
  table.columns = {{"Group", DataKind::Text},          {"Message", DataKind::Bytes},
                   {"Count", DataKind::Count},         {"Transfer", DataKind::Time},
                   {"Waited", DataKind::Time},         {"Max. skew", DataKind::Time},
                   {"Algorithm GB/s", DataKind::Real}, {"Bus GB/s", DataKind::Real}};
  table.empty = "No collective was found on all ranks of its group";
  for (const TransferRow& from : run.analysis.transfers) {
    DataRow row{.name = from.kind, .role = ColorRole::Communication};
    row.cells = {text_cell(from.group),
                 from.bytes ? bytes_cell(*from.bytes) : DataCell{},
                 count_cell(from.count),
                 time_cell(from.transfer_ns),
                 time_cell(from.wait_ns),
                 time_cell(from.most_skew_ns),
                 real_cell(from.algorithm_gb_per_s),
                 real_cell(from.bus_gb_per_s)};
    table.rows.push_back(std::move(row));
  }
  table.facts = "transfer: shortest time on any rank, when no rank waits";
  return table;
}

DataRow file_row(const std::string& file, std::string problem, DataTone tone) {
  return {.name = std::filesystem::path(file).filename().string(),
          .cells = {text_cell(std::move(problem))},
          .tone = tone};
}

DataTable files_table(const RanksPicture& run) {
  DataTable table{.name_title = "File",
                  .columns = {{"Problem", DataKind::Text}},
                  .empty = "All files were read"};
  for (const RankFailure& failure : run.failures) {
    table.rows.push_back(file_row(failure.file, failure.message,
                                  failure.is_other ? DataTone::Dim : DataTone::Alert));
  }
  for (const RankPicture& rank : run.ranks) {
    for (const std::string_view problem : rank_file_problems(rank))
      table.rows.push_back(file_row(rank.file, std::string(problem), DataTone::Alert));
  }
  return table;
}

}  // namespace

RanksTables make_ranks_tables(const RanksPicture& run) {
  return {ranks_table(run), collectives_table(run), transfers_table(run), files_table(run)};
}

const Snapshot& no_snapshot() {
  static const Snapshot none = [] {
    Snapshot empty;
    empty.strings = std::make_shared<const StringTable>();
    return empty;
  }();
  return none;
}

}  // namespace lanescope
