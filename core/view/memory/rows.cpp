#include "core/view/memory/rows.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text/ascii_case.h"
#include "core/view/memory/text.h"

namespace lanescope {
namespace {

class BlockLister {
 public:
  BlockLister(const BlockTexts& texts, const BlockRowsQuery& query, const std::stop_token& stop)
      : texts_(texts), query_(query), stop_(stop), blocks_(texts.device.list.blocks) {}

  BlockRows run() {
    if (query_.alive_at) {
      add_alive();
    } else {
      add_all();
    }
    if (!stop_.stop_requested()) filter();
    if (!stop_.stop_requested()) group();
    if (!stop_.stop_requested()) sort();
    return std::move(out_);
  }

 private:
  void add_alive() {
    const LiveSet live = live_set_at(texts_.device, *query_.alive_at);
    for (const LiveBlock& block : live.blocks) out_.blocks.push_back(block.block);
    std::sort(out_.blocks.begin(), out_.blocks.end());
    out_.all_count = live.blocks.size();
    out_.all_bytes = live.bytes;
    out_.other_bytes = texts_.device.list.memory->has_totals ? live.other_bytes : 0;
  }

  void add_all() {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      if (query_.range && !query_.range->contains(blocks_[i].range.begin_ns)) continue;
      out_.blocks.push_back(i);
      out_.all_bytes = saturating_add(out_.all_bytes, blocks_[i].bytes);
    }
    out_.all_count = out_.blocks.size();
  }

  void filter() {
    if (!query_.filter.empty()) {
      std::erase_if(out_.blocks, [this](std::uint32_t i) {
        return !holds_ignoring_case(texts_.name(i), query_.filter) &&
               !holds_ignoring_case(texts_.place(i), query_.filter) &&
               !holds_ignoring_case(texts_.category(i), query_.filter);
      });
    }
    for (const std::uint32_t i : out_.blocks) {
      out_.bytes = saturating_add(out_.bytes, blocks_[i].bytes);
    }
  }

  void group() {
    std::map<std::pair<std::string_view, std::string_view>, BlockGroup> groups;
    for (const std::uint32_t i : out_.blocks) {
      BlockGroup& group = groups[texts_.allocator(i)];
      ++group.count;
      group.bytes = saturating_add(group.bytes, blocks_[i].bytes);
      if (group.largest == kNoBlock || blocks_[i].bytes > blocks_[group.largest].bytes)
        group.largest = i;
    }
    for (const auto& [name, group] : groups) out_.groups.push_back(group);
    std::stable_sort(out_.groups.begin(), out_.groups.end(),
                     [](const BlockGroup& a, const BlockGroup& b) { return a.bytes > b.bytes; });
  }

  /// By a key of each block; equal ones stay in the order of their allocation.
  template <typename Key>
  void sort_by(const Key& key) {
    std::stable_sort(out_.blocks.begin(), out_.blocks.end(), [&](std::uint32_t a, std::uint32_t b) {
      return query_.falling ? key(b) < key(a) : key(a) < key(b);
    });
  }

  void sort() {
    switch (query_.order) {
      case BlockOrder::Name:
        return sort_by([this](std::uint32_t i) { return texts_.name(i); });
      case BlockOrder::Bytes:
        return sort_by([this](std::uint32_t i) { return blocks_[i].bytes; });
      case BlockOrder::Time:
        return sort_by([this](std::uint32_t i) { return blocks_[i].record; });
      case BlockOrder::Lifetime:
        return sort_by([this](std::uint32_t i) { return texts_.lifetime(i).value_or(kMaxNs); });
      case BlockOrder::Source:
        return sort_by([this](std::uint32_t i) { return texts_.place(i); });
      case BlockOrder::Category:
        return sort_by([this](std::uint32_t i) { return texts_.category(i); });
    }
  }

  const BlockTexts& texts_;
  const BlockRowsQuery& query_;
  const std::stop_token& stop_;
  const std::vector<Allocation>& blocks_;
  BlockRows out_;
};

}  // namespace

std::string_view BlockTexts::name(std::uint32_t block) const {
  const StringId op = allocator_name(snapshot, device.list.blocks[block].op);
  if (op != StringId::Empty) return snapshot.text(op);
  const BlockSource* source = sources.of(block);
  if (source != nullptr) return source->function;
  return snapshot.info.format == "cuda-memory-snapshot" ? "no stack recorded"
                                                        : "outside of operators";
}

std::string_view BlockTexts::place(std::uint32_t block) const {
  const BlockSource* source = sources.of(block);
  return source != nullptr ? std::string_view(source->place) : std::string_view();
}

std::string_view BlockTexts::category(std::uint32_t block) const {
  return block < device.categories.size() ? memory_category_title(device.categories[block])
                                          : std::string_view();
}

std::optional<Ns> BlockTexts::lifetime(std::uint32_t block) const {
  const TimeRange& range = device.list.blocks[block].range;
  if (range.end_ns == kMaxNs) return std::nullopt;
  return saturating_sub(range.end_ns, range.begin_ns);
}

std::pair<std::string_view, std::string_view> BlockTexts::allocator(std::uint32_t block) const {
  const bool in_op = allocator_name(snapshot, device.list.blocks[block].op) != StringId::Empty;
  return {name(block), in_op ? std::string_view() : place(block)};
}

BlockRows list_blocks(const BlockTexts& texts, const BlockRowsQuery& query,
                      const std::stop_token& stop) {
  return BlockLister(texts, query, stop).run();
}

std::vector<AllocatorRow> list_allocators(const BlockTexts& texts, std::optional<TimeRange> range,
                                          std::optional<MemoryCursor> peak,
                                          const std::stop_token& stop) {
  BlockRowsQuery query;
  query.range = range;
  std::vector<AllocatorRow> rows;
  for (const BlockGroup& group : list_blocks(texts, query, stop).groups) rows.push_back({group});
  if (!peak || !texts.device.list.has_addresses) return rows;
  query.alive_at = peak;
  std::map<std::pair<std::string_view, std::string_view>, BlockGroup> alive;
  for (const BlockGroup& group : list_blocks(texts, query, stop).groups) {
    alive[texts.allocator(group.largest)] = group;
  }
  for (AllocatorRow& row : rows) {
    const auto at = alive.find(texts.allocator(row.all.largest));
    if (at == alive.end()) continue;
    row.at_peak = at->second.count;
    row.bytes_at_peak = at->second.bytes;
  }
  return rows;
}

}  // namespace lanescope
