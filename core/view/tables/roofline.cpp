#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/analysis/kernels/kernels.h"
#include "core/view/tables/data_tables.h"
#include "core/view/tables/roofline_picture.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

DataCell bytes_or_none(double bytes) {
  return bytes > 0 ? bytes_cell(static_cast<std::int64_t>(std::llround(std::min(bytes, 9e18))))
                   : DataCell{};
}

/// "c10::BFloat16" is "BFloat16".
std::string plain_type(std::string_view type) {
  return std::string(type.starts_with("c10::") ? type.substr(5) : type);
}

/// Achieved, of what the GPU could do at this intensity.
DataCell ceiling_cell(const RooflineRow& row) {
  const auto reached = row.tflops(), ceiling = row.ceiling_tflops();
  if (!reached || !ceiling || *ceiling <= 0) return {};
  return share_cell(static_cast<std::int64_t>(std::llround(*reached / *ceiling * 1e6)), 1'000'000);
}

DataRow row_of(const Snapshot& trace, const RooflineRow& one, Ns all_ns) {
  const std::string_view name = trace.text(one.op);
  DataRow row;
  row.name = short_name(name);
  row.full_name = one.op;
  row.event = one.longest;
  row.places = one.calls;
  row.role = bound_role(one.bound);
  const bool placed = one.bound != RooflineBound::Unknown;
  row.cells = {time_cell(one.device_ns),
               ceiling_cell(one),
               text_cell(placed ? std::string(bound_title(one.bound)) : ""),
               text_cell(one.work.shapes),
               count_cell(one.count),
               real_cell(one.intensity()),
               real_cell(one.tflops()),
               share_cell(one.device_ns, all_ns),
               text_cell(plain_type(one.work.dtype)),
               scaled_cell(one.work.flops, "FLOP"),
               bytes_or_none(one.work.bytes),
               real_cell(one.gb_per_s()),
               text_cell(one.tensor_cores ? "yes" : "")};
  return row;
}

/// The row of an operator, or of the GPU work that one of its calls launched.
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
    return "Too many operators to read all their shapes: select a range of time";
  return "No operator with GPU work whose arithmetic is known has its shapes: " +
         std::string(record_advice(trace, Recordable::Shapes));
}

std::string facts_of(const RooflineTable& roofline) {
  std::string facts;
  for (const RooflineDevice& device : roofline.devices) {
    if (device.compute_ns <= 0) continue;
    if (!facts.empty()) facts += " · ";
    facts += fmt::format("GPU {}: {} of its time is known work", device.device,
                         share_cell(device.modelled_ns, device.compute_ns).text);
    if (device.mfu) {
      const auto used = static_cast<std::int64_t>(std::llround(*device.mfu * 1e6));
      facts += fmt::format(", {} of the peak used", share_cell(used, 1'000'000).text);
    }
  }
  return facts;
}

}  // namespace

DataTable roofline_table(const DataInput& in, const std::stop_token& /*stop*/) {
  const auto found_roofline = in.results.of<RooflineTable>();
  const RooflineTable& roofline = *found_roofline;
  DataTable table;
  table.name_title = "Operator";
  table.columns = {{"GPU time", DataKind::Time},
                   {"Of the roof", DataKind::Share},
                   {"Bound by", DataKind::Text},
                   {"Shapes", DataKind::Text},
                   {"Calls", DataKind::Count},
                   {"FLOP/B", DataKind::Real},
                   {"TFLOP/s", DataKind::Real},
                   {"Share", DataKind::Share, false},
                   {"Type", DataKind::Text, false},
                   {"FLOP per call", DataKind::Count, false},
                   {"Bytes per call", DataKind::Bytes, false},
                   {"GB/s", DataKind::Real, false},
                   {"Tensor cores", DataKind::Text, false}};
  table.empty = nothing_to_show(in.results.trace, roofline);
  Ns all_ns = 0;
  for (const RooflineRow& row : roofline.rows) all_ns = saturating_add(all_ns, row.device_ns);
  for (const RooflineRow& row : roofline.rows)
    table.rows.push_back(row_of(in.results.trace, row, all_ns));
  table.row_of = row_finder(roofline.rows);
  table.facts = facts_of(roofline);
  auto picture = std::make_shared<RooflinePicture>(roofline_picture(roofline));
  picture->thresholds = in.results.window.thresholds;
  if (!picture->points.empty()) table.picture = std::move(picture);
  return table;
}

}  // namespace lanescope
