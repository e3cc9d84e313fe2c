#include "core/view/memory/text.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

struct CategoryWords {
  std::string_view title, many;
  bool singular;  // "holds" rather than "hold"
  ColorRole role;
};
constexpr std::array<CategoryWords, kMemoryCategories> kWords = {{
    {"Parameter", "parameters", false, ColorRole::Gemm},
    {"Optimizer state", "optimizer state", true, ColorRole::Attention},
    {"Input", "inputs", false, ColorRole::DataLoading},
    {"Temporary", "temporary blocks", false, ColorRole::Annotation},
    {"Activation", "activations", false, ColorRole::CpuOp},
    {"Gradient", "gradients", false, ColorRole::Communication},
    {"Autograd detail", "autograd blocks", false, ColorRole::Copy},
    {"Unknown", "uncategorized blocks", false, ColorRole::Python},
}};

const CategoryWords& words_of(MemoryCategory category) {
  return kWords[static_cast<std::size_t>(category)];
}

struct NamedBytes {
  std::string name;  // "aten::mm", "forward (model.py:54)"
  std::int64_t bytes = 0;
};

/// What allocated most of the listed blocks of a category.
NamedBytes top_allocator(const BlockTexts& texts, const LiveSet& live, MemoryCategory category) {
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> by_allocator;
  for (const LiveBlock& block : live.blocks) {
    if (texts.device.categories[block.block] != category) continue;
    std::int64_t& sum = by_allocator[texts.allocator(block.block)];
    sum = saturating_add(sum, block.bytes);
  }
  NamedBytes top;
  for (const auto& [allocator, bytes] : by_allocator) {
    if (bytes <= top.bytes) continue;
    const auto& [name, place] = allocator;
    top = {place.empty() ? std::string(name) : fmt::format("{} ({})", name, place), bytes};
  }
  return top;
}

std::string share_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? format_share(static_cast<double>(part) / static_cast<double>(whole)) : "";
}

}  // namespace

std::string_view memory_category_title(MemoryCategory category) {
  return words_of(category).title;
}

ColorRole memory_category_role(MemoryCategory category) {
  return words_of(category).role;
}

std::string memory_facts(const MemoryDevice& device, Ns origin_ns) {
  if (!device.peak_at_ns) return "no [memory] events in the range";
  std::string text =
      fmt::format("peak {}{} at {}", format_bytes(device.peak_allocated),
                  device.has_totals ? "" : " since trace start",
                  format_time_point(saturating_sub(*device.peak_at_ns, origin_ns), 1000));
  if (device.reserved_at_peak > 0)
    text += " · " + format_bytes(device.reserved_at_peak) + " reserved at that point";
  if (device.has_totals && device.before_bytes > 0)
    text += " · " + format_bytes(device.before_bytes) + " allocated before the trace";
  return text;
}

std::string peak_sentence(const BlockTexts& texts, const MemoryDevice& device) {
  if (!device.peak_at_ns || texts.device.categories.empty()) return {};
  const LiveSet live = live_set_after(texts.device.list, device.peak_record);
  CategoryBytes sums{};
  for (const LiveBlock& block : live.blocks) {
    auto& sum = sums[static_cast<std::size_t>(texts.device.categories[block.block])];
    sum = saturating_add(sum, block.bytes);
  }
  const auto* const most = std::max_element(sums.begin(), sums.end());
  const std::int64_t total = device.peak_allocated;
  const std::int64_t other = device.has_totals ? std::max<std::int64_t>(0, live.other_bytes) : 0;
  if (*most <= 0) {
    return other > 0 ? "At peak, everything was allocated before the trace" : std::string();
  }
  const auto category = static_cast<MemoryCategory>(most - sums.begin());
  const NamedBytes top = top_allocator(texts, live, category);
  std::string text =
      fmt::format("At peak, {} {} {}{}", words_of(category).many,
                  words_of(category).singular ? "holds" : "hold", format_bytes(*most),
                  total > 0 ? " (" + share_of(*most, total) + ")" : "");
  text += fmt::format(", {} of it allocated by {}",
                      top.bytes == *most ? "all" : format_bytes(top.bytes), top.name);
  if (other > 0)
    text += fmt::format("; {} ({}) was allocated before the trace", format_bytes(other),
                        share_of(other, total));
  return text;
}

bool is_memory_snapshot(const Snapshot& snapshot) {
  return snapshot.info.format == "cuda-memory-snapshot";
}

std::string_view missing_blocks(const DeviceBlocks& device) {
  if (device.list.has_addresses) return {};
  return "The records have no addresses (PyTorch before 1.10), so frees cannot be matched to "
         "allocations "
         "and no blocks can be drawn or listed as live";
}

std::string_view missing_memory(const Snapshot& snapshot) {
  const std::string& format = snapshot.info.format;
  if (format == "memory-timeline" || format == "raw-memory-timeline") {
    return "The file contains totals by category, which are drawn in the timeline, but no blocks. "
           "Record "
           "a "
           "snapshot with torch.cuda.memory._dump_snapshot() to see the blocks";
  }
  if (is_memory_snapshot(snapshot)) return "The snapshot contains no allocations";
  if (is_recording(snapshot)) {
    return "Live recordings do not contain individual allocations. Use --memory for totals, or "
           "`lanescope attach --memory` for each one";
  }
  return "The trace has no [memory] events; record with profile_memory=True";
}

}  // namespace lanescope
