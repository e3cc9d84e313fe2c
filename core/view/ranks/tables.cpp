#include "core/view/ranks/tables.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/view/ranks/text.h"

namespace lanescope {
namespace {

DataCell signed_cell(Ns ns) {
  return {ns, signed_duration(ns)};
}

DataCell rate_cell(const std::optional<double>& rate) {
  return real_cell(rate);
}

void add_times(const RankTimes& times, DataRow& row) {
  const auto cell = [&](RankTime time) {
    return times.has_gpu ? time_cell(times.of(time)) : DataCell{};
  };
  const Ns span_ns = times.of(RankTime::Span);
  DataCell bar = cell(RankTime::Span);
  row.cells.push_back(std::move(bar));
  row.parts = {times.of(RankTime::Compute), times.of(RankTime::ExposedComm),
               times.of(RankTime::ExposedMemory), times.of(RankTime::Idle)};
  row.cells.push_back(cell(RankTime::Compute));
  row.cells.push_back(cell(RankTime::ExposedComm));
  row.cells.push_back(cell(RankTime::ExposedMemory));
  row.cells.push_back(cell(RankTime::Idle));
  row.cells.push_back(times.has_gpu ? share_cell(times.of(RankTime::Busy), span_ns) : DataCell{});
  row.cells.push_back(times.overlap_pct
                          ? share_cell(std::llround(*times.overlap_pct * 1e4), 1'000'000)
                          : DataCell{});
}

void add_lateness(const StragglerRow* row, DataRow& out) {
  if (row == nullptr || row->collectives == 0) {
    out.cells.resize(out.cells.size() + 4);
    return;
  }
  out.cells.push_back(count_cell(row->times_last));
  out.cells.push_back(time_cell(row->wait_caused_ns));
  out.cells.push_back(time_cell(row->waited_ns));
  out.cells.push_back(time_cell(rounded_ns(row->mean_lateness_ns)));
}

std::string cause_of(const StragglerRow* row) {
  return row == nullptr ? "" : cause_text(*row);
}

DataTable ranks_table(const RanksPicture& run) {
  DataTable table;
  table.name_title = "Rank";
  table.columns = {{"GPU time", DataKind::Bar},
                   {"Compute", DataKind::Time},
                   {"Exposed comm", DataKind::Time},
                   {"Exposed copies", DataKind::Time, false},
                   {"Idle", DataKind::Time},
                   {"Busy", DataKind::Share},
                   {"Overlap", DataKind::Share},
                   {"Last", DataKind::Count},
                   {"Wait caused", DataKind::Time},
                   {"Waited", DataKind::Time},
                   {"Mean lateness", DataKind::Time, false},
                   {"Offset", DataKind::Time},
                   {"Error", DataKind::Time},
                   {"Cause", DataKind::Text},
                   {"Clock", DataKind::Text, false},
                   {"Host", DataKind::Text, false},
                   {"File", DataKind::Text, false}};
  table.parts = {{"compute", ColorRole::Gemm},
                 {"exposed communication", ColorRole::Communication},
                 {"exposed copies", ColorRole::Copy},
                 {"idle", std::nullopt}};
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    const RankClock& clock = run.analysis.clocks[t];
    DataRow row;
    row.name = rank_title(run, t);
    if (!clock.aligned()) row.tone = DataTone::Alert;
    add_times(run.times[t], row);
    add_lateness(run.straggler(t), row);
    row.cells.push_back(clock.aligned() ? signed_cell(clock.offset_ns) : DataCell{});
    row.cells.push_back(clock.aligned() ? time_cell(rounded_ns(clock.error_ns)) : DataCell{});
    row.cells.push_back(text_cell(cause_of(run.straggler(t))));
    row.cells.push_back(text_cell(clock.aligned() ? clock_text(run, t) : clock_refusal(run, t)));
    row.cells.push_back(text_cell(run.ranks[t].host));
    row.cells.push_back(text_cell(run.ranks[t].file));
    table.longest_bar_ns = std::max(table.longest_bar_ns, run.times[t].of(RankTime::Span));
    table.rows.push_back(std::move(row));
  }
  table.facts = ranks_facts(run);
  return table;
}

std::optional<double> bus_rate(const MatchedCollective& one) {
  if (!one.bytes || !one.bus_factor || one.transfer_ns <= 0) return std::nullopt;
  return static_cast<double>(*one.bytes) * *one.bus_factor / static_cast<double>(one.transfer_ns);
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
    DataRow row;
    row.name = one.kind;
    row.role = ColorRole::Communication;
    row.cells.push_back(text_cell(run.analysis.groups.groups[one.group].name));
    row.cells.push_back({one.index, format_count(one.index + 1)});
    row.cells.push_back(text_cell(one.step));
    row.cells.push_back(count_cell(one.parts.size()));
    row.cells.push_back(one.bytes ? bytes_cell(*one.bytes) : DataCell{});
    Ns wait_ns = 0;
    for (const CollectivePart& part : one.parts) wait_ns = saturating_add(wait_ns, part.wait_ns);
    const std::size_t together = one.last_together();
    row.cells.push_back(text_cell(!one.complete   ? ""
                                  : together == 0 ? "all at once"
                                  : together == 1 ? rank_title(run, one.last_part().trace)
                                                  : fmt::format("{} ranks together", together)));
    row.cells.push_back(one.complete ? time_cell(one.skew_ns) : DataCell{});
    row.cells.push_back(one.complete ? time_cell(wait_ns) : DataCell{});
    row.cells.push_back(time_cell(one.transfer_ns));
    row.cells.push_back(rate_cell(bus_rate(one)));
    if (!one.counts) row.tone = DataTone::Dim;
    table.rows.push_back(std::move(row));
  }
  const StragglerTable& all = run.analysis.stragglers;
  table.facts = fmt::format("{} counted · waited {} · transfer {} · max. skew {}",
                            format_count(static_cast<std::int64_t>(all.collectives)),
                            format_duration(all.wait_ns), format_duration(all.transfer_ns),
                            format_duration(all.most_skew_ns));
  return table;
}

DataTable transfers_table(const RanksPicture& run) {
  DataTable table;
  table.name_title = "Collective";
  table.columns = {{"Group", DataKind::Text},          {"Message", DataKind::Bytes},
                   {"Count", DataKind::Count},         {"Transfer", DataKind::Time},
                   {"Waited", DataKind::Time},         {"Max. skew", DataKind::Time},
                   {"Algorithm GB/s", DataKind::Real}, {"Bus GB/s", DataKind::Real}};
  table.empty = "No collective was found on all of its ranks";
  for (const TransferRow& from : run.analysis.transfers) {
    DataRow row;
    row.name = from.kind;
    row.role = ColorRole::Communication;
    row.cells = {text_cell(from.group),
                 from.bytes ? bytes_cell(*from.bytes) : DataCell{},
                 count_cell(from.count),
                 time_cell(from.transfer_ns),
                 time_cell(from.wait_ns),
                 time_cell(from.most_skew_ns),
                 rate_cell(from.algorithm_gb_per_s),
                 rate_cell(from.bus_gb_per_s)};
    table.rows.push_back(std::move(row));
  }
  table.facts = "transfer: the shortest part of each, when no rank is waiting";
  return table;
}

DataRow file_row(const std::string& file, std::string problem, DataTone tone) {
  DataRow row;
  row.name = std::filesystem::path(file).filename().string();
  row.cells = {text_cell(std::move(problem))};
  row.tone = tone;
  return row;
}

DataTable files_table(const RanksPicture& run) {
  DataTable table;
  table.name_title = "File";
  table.columns = {{"Problem", DataKind::Text}};
  table.empty = "All files were read";
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
