#include "core/view/memory/rows.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/analysis/ops/module_classes.h"
#include "core/base/text/ascii_case.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/slice_stack.h"
#include "core/view/memory/text.h"
#include "core/view/text/memory_device.h"

namespace lanescope {
namespace {

/// Each read parses an event; more would take minutes.
constexpr std::size_t kMostReads = 500'000;

std::string_view without_folders(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

constexpr std::string_view kModulePrefix = "nn.Module: ";

class SourceFinder {
 public:
  SourceFinder(const Snapshot& snapshot, const ReadEvent& read)
      : snapshot_(snapshot), read_(read), reads_(snapshot.info.format == "cuda-memory-snapshot") {}

  BlockSources run(const std::vector<Allocation>& blocks, const std::stop_token& stop) {
    bool any = false;
    for (const Allocation& block : blocks) {
      if (stop.stop_requested()) return std::move(out_);
      module_ = kNoBlock;
      const std::uint32_t source = reads_ ? from_argument(block.event) : from_slices(block.event);
      any = any || source != kNoBlock;
      out_.of_block.push_back(source);
      out_.module_of_block.push_back(module_);
    }
    if (!any) out_.of_block.clear();
    if (out_.modules.empty()) out_.module_of_block.clear();
    return std::move(out_);
  }

 private:
  std::uint32_t add(const DetailsFrame* frame) {
    if (frame == nullptr) return kNoBlock;
    std::string place = frame->file.empty()
                            ? std::string()
                            : fmt::format("{}:{}", without_folders(frame->file), frame->line);
    const std::string key = frame->file + "\n" + std::to_string(frame->line) + frame->function;
    const auto [at, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(out_.all.size()));
    if (is_new) out_.all.push_back({frame->function, std::move(place), frame->user});
    return at->second;
  }

  std::uint32_t from_argument(EventId event) {
    if (!read_ || ++read_count_ > kMostReads) return kNoBlock;
    const auto object = read_(event);
    const JsonValue* args = object ? object->find("args") : nullptr;
    const JsonValue* stack = args != nullptr ? args->find("Call stack") : nullptr;
    if (stack == nullptr || stack->string() == nullptr) return kNoBlock;
    const auto [at, is_new] = by_stack_.try_emplace(*stack->string(), kNoBlock);
    if (is_new) at->second = add(frame_of_interest(parse_call_stack(at->first)));
    return at->second;
  }

  /// Names repeat: each is parsed once.
  const DetailsFrame& frame_of(StringId name) {
    const auto [at, is_new] = frames_.try_emplace(name);
    if (is_new) at->second = parse_python_frame(snapshot_.text(name));
    return at->second;
  }

  std::uint32_t from_slices(EventId event) {
    const auto ref = find_instant(snapshot_, event);
    if (!ref || ref->track->kind != TrackKind::CpuThread) return kNoBlock;
    const auto open = slices_at(*ref->track, snapshot_.instants->time_ns[ref->instant]);
    const DetailsFrame* with_file = nullptr;
    const DetailsFrame* user = nullptr;
    for (auto at = open.rbegin(); at != open.rend(); ++at) {
      const TrackChunk& chunk = *at->chunk;
      if (snapshot_.kind_of(chunk.category[at->slice]) != CategoryKind::PythonFunction) continue;
      if (module_ == kNoBlock) module_ = module_of(chunk.name[at->slice]);
      const DetailsFrame& frame = frame_of(chunk.name[at->slice]);
      if (user == nullptr && frame.user) user = &frame;
      if (with_file == nullptr && !frame.file.empty()) with_file = &frame;
      if (user != nullptr && module_ != kNoBlock) break;
    }
    return add(user != nullptr ? user : with_file);
  }

  /// The class of a module's call; kNoBlock for other frames.
  std::uint32_t module_of(StringId name) {
    const auto [at, is_new] = modules_.try_emplace(name, kNoBlock);
    if (!is_new) return at->second;
    const std::string_view text = snapshot_.text(name);
    if (!text.starts_with(kModulePrefix)) return kNoBlock;
    const std::string title(module_class_name(StackKind::Modules, text));
    const auto [known, is_new_class] =
        classes_.try_emplace(title, static_cast<std::uint32_t>(out_.modules.size()));
    if (is_new_class) out_.modules.push_back(title);
    return at->second = known->second;
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const bool reads_;
  std::size_t read_count_ = 0;
  BlockSources out_;
  std::unordered_map<std::string, std::uint32_t> known_, by_stack_, classes_;
  std::unordered_map<StringId, DetailsFrame> frames_;
  std::unordered_map<StringId, std::uint32_t> modules_;
  std::uint32_t module_ = kNoBlock;  // of the current block
};

void add_alive(const BlockTexts& texts, const MemoryCursor& at, BlockRows& out) {
  const LiveSet live = live_set_at(texts.device, at);
  for (const LiveBlock& block : live.blocks) out.blocks.push_back(block.block);
  std::ranges::sort(out.blocks);
  out.all_count = live.blocks.size();
  out.all_bytes = live.bytes;
  out.other_bytes = texts.device.list.memory->has_totals ? live.other_bytes : 0;
}

void add_all(std::span<const Allocation> blocks, const std::optional<TimeRange>& range,
             BlockRows& out) {
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    if (range && !range->contains(blocks[i].range.begin_ns)) continue;
    out.blocks.push_back(i);
    out.all_bytes = saturating_add(out.all_bytes, blocks[i].bytes);
  }
  out.all_count = out.blocks.size();
}

void filter(const BlockTexts& texts, const std::string& words, BlockRows& out) {
  if (!words.empty()) {
    std::erase_if(out.blocks, [&](std::uint32_t i) {
      return !holds_ignoring_case(texts.name(i), words) &&
             !holds_ignoring_case(texts.place(i), words) &&
             !holds_ignoring_case(texts.category(i), words);
    });
  }
  for (const std::uint32_t i : out.blocks)
    out.bytes = saturating_add(out.bytes, texts.device.list.blocks[i].bytes);
}

void group(const BlockTexts& texts, BlockRows& out) {
  const std::vector<Allocation>& blocks = texts.device.list.blocks;
  std::map<std::pair<std::string_view, std::string_view>, BlockGroup> groups;
  for (const std::uint32_t i : out.blocks) {
    BlockGroup& group = groups[texts.allocator(i)];
    ++group.count;
    group.bytes = saturating_add(group.bytes, blocks[i].bytes);
    if (group.largest == kNoBlock || blocks[i].bytes > blocks[group.largest].bytes)
      group.largest = i;
  }
  for (const auto& [name, group] : groups) out.groups.push_back(group);
  std::ranges::stable_sort(out.groups, std::greater<>(), &BlockGroup::bytes);
}

/// Sorts by a key of each block; ties keep the order of allocation.
template <typename Key>
void sort_by(const BlockRowsQuery& query, std::vector<std::uint32_t>& blocks, const Key& key) {
  std::ranges::stable_sort(blocks, [&](std::uint32_t a, std::uint32_t b) {
    return query.falling ? key(b) < key(a) : key(a) < key(b);
  });
}

void sort(const BlockTexts& texts, const BlockRowsQuery& query, std::vector<std::uint32_t>& rows) {
  const std::vector<Allocation>& blocks = texts.device.list.blocks;
  switch (query.order) {
    case BlockOrder::Name:
      return sort_by(query, rows, [&](std::uint32_t i) { return texts.name(i); });
    case BlockOrder::Bytes:
      return sort_by(query, rows, [&](std::uint32_t i) { return blocks[i].bytes; });
    case BlockOrder::Time:
      return sort_by(query, rows, [&](std::uint32_t i) { return blocks[i].record; });
    case BlockOrder::Lifetime:
      return sort_by(query, rows,
                     [&](std::uint32_t i) { return texts.lifetime(i).value_or(kMaxNs); });
    case BlockOrder::Source:
      return sort_by(query, rows, [&](std::uint32_t i) { return texts.place(i); });
    case BlockOrder::Category:
      return sort_by(query, rows, [&](std::uint32_t i) { return texts.category(i); });
  }
}

}  // namespace

BlockSources find_block_sources(const Snapshot& snapshot, const DeviceBlocks& device,
                                const ReadEvent& read, const std::stop_token& stop) {
  return SourceFinder(snapshot, read).run(device.list.blocks, stop);
}

std::string_view BlockTexts::name(std::uint32_t block) const {
  const StringId op = allocator_name(snapshot, device.list.blocks[block].op);
  if (op != StringId::Empty) return snapshot.text(op);
  const BlockSource* source = sources.of(block);
  if (source != nullptr) return source->function;
  return is_memory_snapshot(snapshot) ? "no stack recorded" : "outside operators";
}

std::string_view BlockTexts::place(std::uint32_t block) const {
  const BlockSource* source = sources.of(block);
  return source != nullptr ? std::string_view(source->place) : std::string_view();
}

/// Empty in a memory snapshot: what surrounds an allocation, of which its use is estimated, is not
/// recorded there.
std::string_view BlockTexts::category(std::uint32_t block) const {
  return !is_memory_snapshot(snapshot) && block < device.categories.size()
             ? memory_category_title(device.categories[block])
             : std::string_view();
}

std::string_view BlockTexts::module(std::uint32_t block) const {
  const std::vector<std::uint32_t>& of = sources.module_of_block;
  const bool known = block < of.size() && of[block] != kNoBlock;
  return known ? std::string_view(sources.modules[of[block]]) : std::string_view();
}

bool BlockTexts::in_operator(std::uint32_t block) const {
  return allocator_name(snapshot, device.list.blocks[block].op) != StringId::Empty;
}

std::optional<Ns> BlockTexts::lifetime(std::uint32_t block) const {
  const TimeRange& range = device.list.blocks[block].range;
  if (range.end_ns == kMaxNs) return std::nullopt;
  return saturating_sub(range.end_ns, range.begin_ns);
}

std::pair<std::string_view, std::string_view> BlockTexts::allocator(std::uint32_t block) const {
  return {name(block), in_operator(block) ? std::string_view() : place(block)};
}

BlockRows list_blocks(const BlockTexts& texts, const BlockRowsQuery& query,
                      const std::stop_token& stop) {
  BlockRows out;
  if (query.alive_at)
    add_alive(texts, *query.alive_at, out);
  else
    add_all(texts.device.list.blocks, query.range, out);
  if (!stop.stop_requested()) filter(texts, query.filter, out);
  if (!stop.stop_requested()) group(texts, out);
  if (!stop.stop_requested()) sort(texts, query, out.blocks);
  return out;
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
