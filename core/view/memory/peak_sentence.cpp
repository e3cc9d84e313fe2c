// What holds memory at its peak, in a sentence.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/view/memory/text.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostAllocators = 3;  // named in a sentence

/// All listed blocks of one allocator.
struct AllocatorBytes {
  std::uint32_t block = kNoBlock;  // one of them
  std::int64_t bytes = 0;
};

/// Of the blocks of a category, or of all; most bytes first.
std::vector<AllocatorBytes> allocators_of(const BlockTexts& texts, const LiveSet& live,
                                          std::optional<MemoryCategory> category) {
  std::map<std::pair<std::string_view, std::string_view>, AllocatorBytes> by_allocator;
  for (const LiveBlock& block : live.blocks) {
    if (category && texts.device.categories[block.block] != *category) continue;
    AllocatorBytes& sum = by_allocator[texts.allocator(block.block)];
    sum.block = block.block;
    sum.bytes = saturating_add(sum.bytes, block.bytes);
  }
  std::vector<AllocatorBytes> all;
  for (const auto& [allocator, sum] : by_allocator) all.push_back(sum);
  std::ranges::stable_sort(all, std::greater<>(), &AllocatorBytes::bytes);
  return all;
}

/// "by aten::mm", "by forward (model.py:54)", "outside operators".
std::string by_words(const BlockTexts& texts, std::uint32_t block) {
  const auto [name, place] = texts.allocator(block);
  const bool known = texts.in_operator(block) || texts.sources.of(block) != nullptr;
  if (!known) return is_memory_snapshot(texts.snapshot) ? "without a stack" : std::string(name);
  return place.empty() ? fmt::format("by {}", name) : fmt::format("by {} ({})", name, place);
}

/// "900 B (47 %)".
std::string with_share(std::int64_t bytes, std::int64_t total) {
  std::string text = format_bytes(bytes);
  if (total <= 0) return text;
  return fmt::format("{} ({})", text,
                     format_share(static_cast<double>(bytes) / static_cast<double>(total)));
}

/// "activations hold 1.6 GiB (20 %), 0.9 GiB of it allocated by aten::mm".
std::string category_words(const BlockTexts& texts, const LiveSet& live, MemoryCategory category,
                           std::int64_t bytes, std::int64_t total) {
  const AllocatorBytes top = allocators_of(texts, live, category).front();
  std::string text = fmt::format(
      "{} {}, {} of it allocated {}", memory_category_holds(category), with_share(bytes, total),
      top.bytes == bytes ? "all" : format_bytes(top.bytes), by_words(texts, top.block));
  const std::int64_t rest = saturating_sub(live.bytes, bytes);
  if (rest > 0) text += fmt::format("; other categories hold {}", with_share(rest, total));
  return text;
}

/// "500 B (26 %) was allocated by aten::mm, 400 B (21 %) by aten::add".
std::string allocators_words(const BlockTexts& texts, const LiveSet& live, std::int64_t total) {
  const std::vector<AllocatorBytes> all = allocators_of(texts, live, std::nullopt);
  const std::size_t named = std::min(all.size(), kMostAllocators);
  std::string text;
  std::int64_t rest = live.bytes;
  for (std::size_t i = 0; i < named; ++i) {
    text += fmt::format("{}{}{} {}", i == 0 ? "" : ", ", with_share(all[i].bytes, total),
                        i == 0 ? " was allocated" : "", by_words(texts, all[i].block));
    rest = saturating_sub(rest, all[i].bytes);
  }
  if (rest > 0)
    text += fmt::format(", {} by {}", with_share(rest, total),
                        all.size() - named == 1 ? std::string("another")
                                                : count_text(all.size() - named) + " others");
  return text;
}

/// Leaves only blocks whose allocation is in the history; returns the bytes of the others.
std::int64_t leave_out_earlier(const Snapshot& snapshot, LiveSet& live) {
  const std::int64_t all = live.bytes;
  std::erase_if(live.blocks, [&](const LiveBlock& block) {
    const bool earlier = is_before_history(snapshot, block.event);
    if (earlier) live.bytes = saturating_sub(live.bytes, block.bytes);
    return earlier;
  });
  return saturating_sub(all, live.bytes);
}

}  // namespace

std::string peak_sentence(const BlockTexts& texts, const MemoryDevice& device) {
  if (!device.peak_at_ns || texts.device.categories.empty()) return {};
  LiveSet live = live_set_after(texts.device.list, device.peak_record);
  const std::int64_t earlier = leave_out_earlier(texts.snapshot, live);
  CategoryBytes sums{};
  for (const LiveBlock& block : live.blocks) {
    auto& sum = sums[static_cast<std::size_t>(texts.device.categories[block.block])];
    sum = saturating_add(sum, block.bytes);
  }
  const auto* const most = std::max_element(sums.begin(), sums.end());
  const std::int64_t total = device.peak_allocated;
  const std::int64_t other =
      saturating_add(earlier, device.has_totals ? std::max<std::int64_t>(0, live.other_bytes) : 0);
  const std::string_view before = before_words(texts.snapshot);
  if (*most <= 0)
    return other > 0 ? fmt::format("At peak, everything was allocated {}", before) : "";
  const auto category = static_cast<MemoryCategory>(most - sums.begin());
  std::string text = "At peak, " + (category == MemoryCategory::Unknown
                                        ? allocators_words(texts, live, total)
                                        : category_words(texts, live, category, *most, total));
  if (other > 0) text += fmt::format("; {} was allocated {}", with_share(other, total), before);
  return text;
}

}  // namespace lanescope
