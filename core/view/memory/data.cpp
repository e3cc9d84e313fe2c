#include "core/view/memory/data.h"

#include <string>
#include <utility>

#include "core/view/memory/blocks.h"

namespace lanescope {
namespace {

DataTable table_of(std::string name_title, std::vector<DataColumn> columns) {
  DataTable table;
  table.name_title = std::move(name_title);
  table.columns = std::move(columns);
  return table;
}

void add_row(DataTable& table, std::string name, std::vector<DataCell> cells) {
  DataRow row;
  row.name = std::move(name);
  row.cells = std::move(cells);
  table.rows.push_back(std::move(row));
}

DataCell place_cell(const BlockTexts& texts, std::uint32_t block) {
  return text_cell(std::string(texts.allocator(block).second));
}

DataCell largest_cell(const BlockTexts& texts, const BlockGroup& group) {
  return bytes_cell(texts.device.list.blocks[group.largest].bytes);
}

}  // namespace

DataTable block_table(const BlockTexts& texts, const BlockRows& rows) {
  DataTable table = table_of("Allocated by", {{"Size", DataKind::Bytes},
                                              {"Allocated", DataKind::Time},
                                              {"Freed", DataKind::Time},
                                              {"Lifetime", DataKind::Time},
                                              {"Category (estimated)", DataKind::Text},
                                              {"Source", DataKind::Text},
                                              {"Device", DataKind::Text},
                                              {"Address", DataKind::Count}});
  const Ns origin_ns = texts.snapshot.extent.begin_ns;
  for (const std::uint32_t i : rows.blocks) {
    const Allocation& block = texts.device.list.blocks[i];
    const auto lifetime = texts.lifetime(i);
    const auto since_start = [&](Ns time_ns) {
      return time_cell(saturating_sub(time_ns, origin_ns));
    };
    add_row(
        table, std::string(texts.name(i)),
        {bytes_cell(block.bytes), since_start(block.range.begin_ns),
         lifetime ? since_start(block.range.end_ns) : DataCell{},
         lifetime ? time_cell(*lifetime) : DataCell{}, text_cell(std::string(texts.category(i))),
         text_cell(std::string(texts.place(i))), text_cell(texts.device.title),
         DataCell{block.address, std::to_string(block.address)}});
  }
  return table;
}

DataTable block_group_table(const BlockTexts& texts, const BlockRows& rows) {
  DataTable table = table_of("Allocated by", {{"Source", DataKind::Text},
                                              {"Blocks", DataKind::Count},
                                              {"Size", DataKind::Bytes},
                                              {"Largest", DataKind::Bytes}});
  for (const BlockGroup& group : rows.groups) {
    add_row(table, std::string(texts.allocator(group.largest).first),
            {place_cell(texts, group.largest), count_cell(group.count), bytes_cell(group.bytes),
             largest_cell(texts, group)});
  }
  return table;
}

DataTable allocator_table(const BlockTexts& texts, const MemoryReport& report) {
  DataTable table = table_of("Allocated by", {{"Source", DataKind::Text},
                                              {"Blocks", DataKind::Count},
                                              {"Allocated", DataKind::Bytes},
                                              {"Largest", DataKind::Bytes},
                                              {"At peak", DataKind::Bytes}});
  for (const AllocatorRow& row : report.allocators) {
    add_row(table, std::string(texts.allocator(row.all.largest).first),
            {place_cell(texts, row.all.largest), count_cell(row.all.count),
             bytes_cell(row.all.bytes), largest_cell(texts, row.all),
             report.device.has_addresses ? bytes_cell(row.bytes_at_peak) : DataCell{}});
  }
  return table;
}

DataTable spike_table(const BlockTexts& texts, std::span<const MemorySpike> spikes) {
  DataTable table =
      table_of("Reached by", {{"Allocated", DataKind::Bytes}, {"Time", DataKind::Time}});
  for (const MemorySpike& spike : spikes) {
    const std::uint32_t block = block_of_event(texts.snapshot, texts.device, spike.event);
    add_row(table, block == kNoBlock ? "a block" : std::string(texts.name(block)),
            {bytes_cell(spike.allocated),
             time_cell(saturating_sub(spike.time_ns, texts.snapshot.extent.begin_ns))});
  }
  return table;
}

}  // namespace lanescope
