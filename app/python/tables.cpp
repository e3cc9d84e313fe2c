#include "app/python/tables.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "app/cli/info/info.h"
#include "app/cli/output/printable.h"
#include "app/python/event_tables.h"
#include "app/python/fault.h"
#include "app/python/row_table.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/lanes.h"
#include "core/analysis/host/site.h"
#include "core/analysis/registry.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

using Table = std::shared_ptr<const ArrowTable>;

Table op_table(const KeptResults& kept) {
  const auto ops = kept.results.of<OpTable>();
  return row_table(*kept.trace, op_columns(*kept.trace, *ops), ops->rows);
}

Table kernel_table(const KeptResults& kept) {
  const auto kernels = kept.results.of<KernelTable>();
  const auto shapes = kept.results.of<KernelShapes>();
  const auto columns = kernel_columns(*kept.trace, *kernels, KernelGroupBy::Name,
                                      shapes->of_name ? &*shapes->of_name : nullptr);
  return row_table(*kept.trace, columns, kernels->rows);
}

Table step_table(const KeptResults& kept) {
  const auto steps = kept.results.of<StepTable>();
  return row_table(*kept.trace, step_columns(*kept.trace, *steps), steps->rows);
}

/// A gap, and where to look up what it refers to.
struct PlacedGap {
  const IdleDevice* device = nullptr;
  const IdleGap* gap = nullptr;

  [[nodiscard]] IdlePiece main() const { return device->main_piece_of(*gap); }
  [[nodiscard]] Ns class_ns(IdleClass what) const { return device->class_ns(*gap, what); }
};

RowColumns<PlacedGap> gap_columns(const Snapshot& trace) {
  using enum ValueKind;
  const auto of = [](auto member) {
    return [member](const PlacedGap& row) { return row.gap->*member; };
  };
  const auto name_of = [&trace](EventId IdlePiece::*member) {
    return [&trace, member](const PlacedGap& row) { return slice_name(trace, row.main().*member); };
  };
  RowColumns<PlacedGap> columns = {
      {{"", "", "device"}, Id, [](const PlacedGap& row) { return row.device->device; }},
      {{"", "", "start_ns"}, Moment, [](const PlacedGap& row) { return row.gap->range.begin_ns; }},
      {{"", "", "dur_ns"}, Time, [](const PlacedGap& row) { return length_of(row.gap->range); }},
      {{"", "", "paused_ns"},
       Time,
       [](const PlacedGap& row) { return row.class_ns(IdleClass::Paused); }},
      {{"", "", "class"},
       Words,
       [](const PlacedGap& row) { return idle_class_name(row.gap->main); }},
      {{"", "", "culprit"}, NameOrNone, name_of(&IdlePiece::culprit)},
      {{"", "", "event_id"}, Event, [](const PlacedGap& row) { return row.main().culprit; }},
      {{"", "", "source"}, NameOrNone, name_of(&IdlePiece::source)},
      {{"", "", "kernel_event_id"}, Event, of(&IdleGap::kernel)},
      {{"", "", "launch_event_id"}, Event, of(&IdleGap::launch)},
      {{"", "", "drained_by_event_id"}, Event, of(&IdleGap::drained_by)},
      {{"", "", "device_wait"}, NameOrNone, [](const PlacedGap& row) {
         return device_wait_name(row.gap->wait);
       }}};
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const auto what = static_cast<IdleClass>(i);
    columns.add({{{"", "", "classes_ns/" + std::string(idle_class_name(what))},
                  Time,
                  [what](const PlacedGap& row) { return row.class_ns(what); }}});
  }
  return columns;
}

Table idle_table(const KeptResults& kept) {
  const auto idle = kept.results.of<IdleTime>();
  std::vector<PlacedGap> gaps;
  for (const IdleDevice& device : idle->devices) {
    for (const IdleGap& gap : device.gaps) gaps.push_back({&device, &gap});
  }
  return row_table(*kept.trace, gap_columns(*kept.trace), gaps);
}

/// A lane with its number, as in `info --json`.
struct NumberedLane {
  std::size_t id = 0;
  const TrackSummary* lane = nullptr;
};

RowColumns<NumberedLane> lane_columns() {
  using enum ValueKind;
  const auto of = [](auto member) {
    return [member](const NumberedLane& row) { return row.lane->*member; };
  };
  const auto known = [](std::int64_t TrackSummary::*member) {
    return [member](const NumberedLane& row) -> CellValue {
      const std::int64_t number = row.lane->*member;
      return number < 0 ? CellValue() : CellValue(number);
    };
  };
  return {{{"", "", "id"}, Id, [](const NumberedLane& row) { return row.id; }},
          {{"", "", "process"}, Name, of(&TrackSummary::process)},
          {{"", "", "thread"}, Name, of(&TrackSummary::thread)},
          {{"", "", "name"}, NameOrNone, of(&TrackSummary::name)},
          {{"", "", "process_name"}, NameOrNone, of(&TrackSummary::process_name)},
          {{"", "", "kind"},
           Words,
           [](const NumberedLane& row) { return lane_kind_name(row.lane->kind); }},
          {{"", "", "device"}, Id, known(&TrackSummary::device)},
          {{"", "", "stream"}, Id, known(&TrackSummary::stream)},
          {{"", "", "slices"}, Count, of(&TrackSummary::slices)},
          {{"", "", "depth"}, Count, of(&TrackSummary::depth)},
          {{"", "", "crossings"}, Count, of(&TrackSummary::crossings)}};
}

Table lane_table(std::shared_ptr<const Snapshot> trace) {
  const TrackList list = list_tracks(*trace);
  std::vector<NumberedLane> lanes;
  for (const TrackSummary& lane : list.lanes) lanes.push_back({lanes.size(), &lane});
  return row_table(*trace, lane_columns(), lanes);
}

/// One of both makes it.
struct NamedTable {
  std::string_view name;
  Table (*of_trace)(std::shared_ptr<const Snapshot> trace);
  Table (*of_results)(const KeptResults& kept);
};

constexpr std::array kTables = {
    NamedTable{"events", &event_table, nullptr},
    NamedTable{"lanes", &lane_table, nullptr},
    NamedTable{"flows", &flow_table, nullptr},
    NamedTable{"counters", &counter_table, nullptr},
    NamedTable{"allocations", &allocation_table, nullptr},
    NamedTable{"kernels", nullptr, &kernel_table},
    NamedTable{"ops", nullptr, &op_table},
    NamedTable{"steps", nullptr, &step_table},
    NamedTable{"idle", nullptr, &idle_table},
};

}  // namespace

std::string table_names() {
  std::string names;
  for (const NamedTable& table : kTables)
    names += (names.empty() ? "" : ", ") + std::string(table.name);
  return names;
}

std::shared_ptr<const ArrowTable> table_of(const LoadedRun& run, const std::string& name,
                                           const ResultQuery& query) {
  for (const NamedTable& table : kTables) {
    if (table.name != name) continue;
    if (table.of_trace != nullptr)
      return run.shared_table(name, [&] { return table.of_trace(run.trace()); });
    Table made = table.of_results(*run.results(query));
    run.check_unchanged();
    return made;
  }
  fail("table", fmt::format("there is no table '{}'; the tables are {}", printable(name, 40),
                            table_names()));
}

}  // namespace lanescope
