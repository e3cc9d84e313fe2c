#include "core/view/memory/report.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/view/colors/role.h"
#include "core/view/memory/blocks.h"
#include "core/view/memory/text.h"

namespace lanescope {
namespace {

void add_row(DataTable& table, std::string_view name, std::vector<DataCell> cells) {
  table.rows.push_back({.name = std::string(name), .cells = std::move(cells)});
}

DataCell place_cell(const BlockTexts& texts, std::uint32_t block) {
  return text_cell(std::string(texts.allocator(block).second));
}

DataCell largest_cell(const BlockTexts& texts, const BlockGroup& group) {
  return bytes_cell(texts.device.list.blocks[group.largest].bytes);
}

}  // namespace

BlockLabels label_blocks(const Snapshot& snapshot, const DeviceBlocks& device,
                         const ReadEvent& read, const std::stop_token& stop) {
  BlockLabels labels;
  labels.sources = find_block_sources(snapshot, device, read, stop);
  const BlockTexts texts{snapshot, device, labels.sources};
  std::unordered_map<std::string_view, std::uint8_t> known;
  for (std::uint32_t i = 0; i < device.list.blocks.size() && !stop.stop_requested(); ++i) {
    const auto [at, is_new] = known.try_emplace(texts.name(i));
    if (is_new) at->second = shade_of(at->first);
    labels.shades.push_back(at->second);
  }
  if (!stop.stop_requested()) labels.colors = color_blocks(texts);
  return labels;
}

MemoryReport report_memory(const AnalysisResults& in, const DeviceBlocks& device,
                           const BlockSources& sources, std::size_t number,
                           const std::stop_token& stop) {
  MemoryReport report;
  const Snapshot& snapshot = in.trace;
  std::optional<TimeRange> range;
  if (in.window.kind == WindowKind::Range) range = in.window.range;
  const auto table = in.of<MemoryTable>();
  if (number >= table->devices.size() || stop.stop_requested()) return report;
  report.device = table->devices[number];
  const BlockTexts texts{snapshot, device, sources};
  std::optional<MemoryCursor> peak;
  if (report.device.peak_at_ns) peak = {*report.device.peak_at_ns, report.device.peak_record};
  report.allocators = list_allocators(texts, range, peak, stop);
  report.facts = memory_facts(report.device, snapshot.extent.begin_ns);
  if (range) report.facts = "In range: " + report.facts;
  report.sentence = peak_sentence(texts, report.device);
  return report;
}

DataTable block_table(const BlockTexts& texts, const BlockRows& rows) {
  DataTable table{"Allocated by",
                  {{"Size", DataKind::Bytes},
                   {"Allocated", DataKind::Time},
                   {"Freed", DataKind::Time},
                   {"Lifetime", DataKind::Time},
                   {"Category (estimated)", DataKind::Text},
                   {"Source", DataKind::Text},
                   {"Device", DataKind::Text},
                   {"Address", DataKind::Count}}};
  const Ns origin_ns = texts.snapshot.extent.begin_ns;
  for (const std::uint32_t i : rows.blocks) {
    const Allocation& block = texts.device.list.blocks[i];
    const auto lifetime = texts.lifetime(i);
    const auto since_start = [&](Ns time_ns) {
      return time_cell(saturating_sub(time_ns, origin_ns));
    };
    add_row(
        table, texts.name(i),
        {bytes_cell(block.bytes), since_start(block.range.begin_ns),
         lifetime ? since_start(block.range.end_ns) : DataCell{},
         lifetime ? time_cell(*lifetime) : DataCell{}, text_cell(std::string(texts.category(i))),
         text_cell(std::string(texts.place(i))), text_cell(texts.device.title),
         DataCell{block.address, std::to_string(block.address)}});
  }
  return table;
}

DataTable block_group_table(const BlockTexts& texts, const BlockRows& rows) {
  DataTable table{"Allocated by",
                  {{"Source", DataKind::Text},
                   {"Blocks", DataKind::Count},
                   {"Size", DataKind::Bytes},
                   {"Largest", DataKind::Bytes}}};
  for (const BlockGroup& group : rows.groups) {
    add_row(table, texts.allocator(group.largest).first,
            {place_cell(texts, group.largest), count_cell(group.count), bytes_cell(group.bytes),
             largest_cell(texts, group)});
  }
  return table;
}

DataTable allocator_table(const BlockTexts& texts, const MemoryReport& report) {
  DataTable table{"Allocated by",
                  {{"Source", DataKind::Text},
                   {"Allocations", DataKind::Count},
                   {"Allocated", DataKind::Bytes},
                   {"Largest", DataKind::Bytes},
                   {"At peak", DataKind::Bytes}}};
  for (const AllocatorRow& row : report.allocators) {
    add_row(table, texts.allocator(row.all.largest).first,
            {place_cell(texts, row.all.largest), count_cell(row.all.count),
             bytes_cell(row.all.bytes), largest_cell(texts, row.all),
             report.device.has_addresses ? bytes_cell(row.bytes_at_peak) : DataCell{}});
  }
  return table;
}

DataTable spike_table(const BlockTexts& texts, std::span<const MemorySpike> spikes) {
  DataTable table{"Reached by", {{"Allocated", DataKind::Bytes}, {"Time", DataKind::Time}}};
  for (const MemorySpike& spike : spikes) {
    const std::uint32_t block = block_of_event(texts.snapshot, texts.device, spike.event);
    add_row(table, block == kNoBlock ? "a block" : texts.name(block),
            {bytes_cell(spike.allocated),
             time_cell(saturating_sub(spike.time_ns, texts.snapshot.extent.begin_ns))});
  }
  return table;
}

}  // namespace lanescope
