#include "core/view/memory/report.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/view/colors/role.h"
#include "core/view/memory/text.h"

namespace lanescope {
namespace {

/// A colour of its own for each of a few.
std::uint8_t role_of_allocator(const BlockTexts& texts, std::uint32_t block) {
  const auto [name, place] = texts.allocator(block);
  const std::size_t hash =
      std::hash<std::string_view>()(name) * 31 + std::hash<std::string_view>()(place);
  return static_cast<std::uint8_t>(hash % kRoleCount);
}

}  // namespace

BlockLabels label_blocks(const Snapshot& snapshot, const DeviceBlocks& device,
                         const ReadEvent& read, const std::stop_token& stop) {
  BlockLabels labels;
  labels.sources = find_block_sources(snapshot, device, read, stop);
  const BlockTexts texts{snapshot, device, labels.sources};
  const bool unknown = std::ranges::all_of(device.categories, [](MemoryCategory category) {
    return category == MemoryCategory::Unknown;
  });
  std::unordered_map<std::string_view, std::uint8_t> known;
  for (std::uint32_t i = 0; i < device.list.blocks.size() && !stop.stop_requested(); ++i) {
    const auto [at, is_new] = known.try_emplace(texts.name(i));
    if (is_new) at->second = shade_of(at->first);
    labels.shades.push_back(at->second);
    if (unknown) labels.roles.push_back(role_of_allocator(texts, i));
  }
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

}  // namespace lanescope
