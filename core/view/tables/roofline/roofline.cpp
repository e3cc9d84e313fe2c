#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/kernels/kernels.h"
#include "core/view/tables/roofline/roofline_names.h"
#include "core/view/tables/roofline/roofline_picture.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

/// Achieved rate as a share of what the GPU could reach at this intensity.
ShareOf share_of_ceiling(const RooflineRow& row) {
  constexpr double kMillionths = 1e6;
  const auto reached = row.tflops(), ceiling = row.ceiling_tflops();
  if (!reached || !ceiling || *ceiling <= 0) return {};
  return {std::round(*reached / *ceiling * kMillionths), kMillionths};
}

/// What tells a row from those of the same operator, beside its columns for shapes and types.
auto marked_names(const Snapshot& trace, const RooflineTable& table) {
  using Key = std::pair<EventId, std::int64_t>;  // the calls of a row are those of no other
  std::map<Key, std::string> rest;
  const std::vector<RooflineName> names = roofline_names(trace, table.rows);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const RooflineRow& row = table.rows[i];
    if (!names[i].rest.empty()) rest.emplace(Key{row.longest, row.device}, names[i].rest);
  }
  return [&trace, rest = std::move(rest)](const RooflineRow& row) {
    const auto at = rest.find({row.longest, row.device});
    return MarkedName{"", std::string(trace.text(row.op)), at == rest.end() ? "" : at->second};
  };
}

/// An operator has the color of its bound.
DataRow row_of(const RooflineRow& one, const std::string& name) {
  return {.name = name,
          .full_name = one.op,
          .event = one.longest,
          .role = bound_role(one.bound),
          .places = one.calls};
}

/// Finds the row of an operator, or of the GPU work launched by one of its calls.
auto row_finder(const std::vector<RooflineRow>& rows) {
  auto row_of_call = std::make_shared<std::unordered_map<EventId, std::uint32_t>>();
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    for (const EventId call : rows[i].calls) row_of_call->try_emplace(call, i);
  }
  return [row_of_call](const Snapshot& trace, EventId event) -> std::optional<std::uint32_t> {
    if (const auto own = row_of_call->find(event); own != row_of_call->end()) return own->second;
    for (EventId op = op_around(trace, event); op != EventId::None;) {
      if (const auto found = row_of_call->find(op); found != row_of_call->end())
        return found->second;
      const auto at = trace.find_slice(op);
      op = at ? at->chunk->link[at->slice] : EventId::None;
    }
    return std::nullopt;
  };
}

std::string nothing_to_show(const Snapshot& trace, const RooflineTable& roofline) {
  if (roofline.devices.empty()) return std::string(record_hint(trace, Recordable::GpuWork));
  if (!roofline.arguments_read)
    return "Too many operators to read all their shapes; select a time range";
  return "No operator with GPU work and known arithmetic has shapes: " +
         std::string(record_advice(trace, Recordable::Shapes));
}

std::string facts_of(const RooflineTable& roofline) {
  std::string facts;
  for (const RooflineDevice& device : roofline.devices) {
    if (device.compute_ns <= 0) continue;
    if (!facts.empty()) facts += " · ";
    facts += fmt::format("GPU {}: {} of its time is modeled", device.device,
                         share_cell(device.modelled_ns, device.compute_ns).text);
    if (device.mfu) {
      const auto used = static_cast<std::int64_t>(std::llround(*device.mfu * 1e6));
      facts += fmt::format(", {} of peak used", share_cell(used, 1'000'000).text);
    }
  }
  return facts;
}

}  // namespace

RowColumns<RooflineRow> roofline_columns(const Snapshot& trace, const RooflineTable& table) {
  using enum ValueKind;
  Ns all_ns = 0;
  for (const RooflineRow& row : table.rows) all_ns = saturating_add(all_ns, row.device_ns);
  const auto share = [=](const RooflineRow& row) { return share_of(row.device_ns, all_ns); };
  const auto if_placed = [](std::string_view (*name)(RooflineBound)) {
    return [=](const RooflineRow& row) -> CellValue {
      const bool placed = row.bound != RooflineBound::Unknown;
      return placed ? cell_value(name(row.bound)) : CellValue();
    };
  };
  const auto bytes = [](const RooflineRow& row) {
    return row.work.bytes > 0 ? std::optional(row.work.bytes) : std::nullopt;
  };
  const auto shapes = [](const RooflineRow& row) { return row.work.shapes; };
  const auto flops = [](const RooflineRow& row) { return row.work.flops; };
  const auto family = [](const RooflineRow& row) { return op_family_name(row.work.family); };
  const auto dtype = [](const RooflineRow& row) { return row.work.dtype; };
  const auto type = [](const RooflineRow& row) { return plain_type(row.work.dtype); };
  RowColumns<RooflineRow> columns = {
      // pane, text, JSON
      {{"", "operator", "op"}, Name, marked_names(trace, table)},
      {{"", "", "device"}, Id, &RooflineRow::device},
      {{"", "", "family"}, Words, family},
      {{"GPU time"}, Time, &RooflineRow::device_ns},
      {{"% of roof"}, Share, share_of_ceiling},
      {{"Bound by"}, Words, if_placed(bound_title)},
      {{"Input shapes", kPaneTitle, "input_shapes"}, Name, shapes, {.width = 40}},
      {{"Type", kPaneTitle}, Name, type, {.usual = false}},
      {{"", "", "dtype"}, NameOrNone, dtype},
      {{"Calls", kPaneTitle, "count"}, Count, &RooflineRow::count},
      {{"", "GPU time", "device_ns"}, Time, &RooflineRow::device_ns},
      {{"", "", "call_flops"}, Real, flops},
      {{"", "", "call_bytes"}, Real, bytes},
      {{"FLOP/B", "", "flops_per_byte"}, Real, &RooflineRow::intensity},
      {{"TFLOP/s", kPaneTitle, "tflops"}, Real, &RooflineRow::tflops, {.format = "{:.3g}"}},
      {{"Share"}, Share, share, {.usual = false}},
      {{"FLOP per call"}, Scaled, flops, {.usual = false, .unit = "FLOP"}},
      {{"Bytes per call"}, Bytes, bytes, {.usual = false}},
      {{"GB/s", kPaneTitle, "gb_per_s"}, Rate, &RooflineRow::gb_per_s, {.usual = false}},
      {{"", "", "ceiling_tflops"}, Real, &RooflineRow::ceiling_tflops},
      {{"", "FLOP/B"}, Real, &RooflineRow::intensity, {.format = "{:.3g}"}},
      {{std::string(matrix_units_title(trace)), "", "tensor_core"},
       Flag,
       &RooflineRow::tensor_cores,
       {.usual = false}},
      {{"", "bound by", "bound"}, Words, if_placed(roofline_bound_name)},
      {{"", "", "event_id"}, Event, &RooflineRow::longest}};
  return columns;
}

DataTable roofline_table(const DataInput& in, const std::stop_token& /*stop*/) {
  const Snapshot& trace = in.results.trace;
  const auto roofline = in.results.of<RooflineTable>();
  DataTable table{.name_title = "Operator",
                  .empty = nothing_to_show(trace, *roofline),
                  .ordered_by = "GPU time",
                  .goes_to = "longest call"};
  const std::vector<RooflineName> names = roofline_names(trace, roofline->rows);
  std::size_t at = 0;  // rows are looked at in their order
  const auto look = [&](const RooflineRow& row) { return row_of(row, names[at++].whole); };
  fill_table(trace, roofline_columns(trace, *roofline), roofline->rows, look, {}, table);
  table.row_of = row_finder(roofline->rows);
  table.facts = facts_of(*roofline);
  auto picture = std::make_shared<RooflinePicture>(roofline_picture(trace, *roofline));
  picture->thresholds = in.results.window.thresholds;
  if (!picture->points.empty()) table.picture = std::move(picture);
  return table;
}

}  // namespace lanescope
