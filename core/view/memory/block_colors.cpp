#include "core/view/memory/block_colors.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "core/analysis/results.h"

namespace lanescope {
namespace {

/// For the largest owners in turn; neighbors in this order are easiest to tell apart.
constexpr std::array kRoles = {ColorRole::Compute,     ColorRole::Communication, ColorRole::CpuOp,
                               ColorRole::Attention,   ColorRole::Annotation,    ColorRole::Gemm,
                               ColorRole::DataLoading, ColorRole::Copy,          ColorRole::Sync};
static_assert(kRoles.size() + 1 == kRoleCount);

constexpr std::array<std::string_view, 4> kHeadings = {"By module", "By source line", "By operator",
                                                       "By estimated use"};

using Key = std::pair<BlockOwnerKind, std::string_view>;

Key key_of(const BlockTexts& texts, std::uint32_t block) {
  if (const auto module = texts.module(block); !module.empty())
    return {BlockOwnerKind::Module, module};
  if (const auto place = texts.place(block); !place.empty()) return {BlockOwnerKind::Line, place};
  if (texts.in_operator(block) || texts.category(block).empty())
    return {BlockOwnerKind::Operator, texts.name(block)};
  return {BlockOwnerKind::Category, texts.category(block)};
}

/// How much of the picture a block covers, in bytes times ns.
double area_of(const BlockTexts& texts, const Allocation& block) {
  const TimeRange trace = texts.snapshot.extent;
  const Ns begin_ns = std::max(block.range.begin_ns, trace.begin_ns);
  const Ns end_ns = std::min(block.range.end_ns, trace.end_ns);
  return static_cast<double>(block.bytes) *
         static_cast<double>(std::max<Ns>(saturating_sub(end_ns, begin_ns), 1));
}

/// Whether blocks of unknown use make up more than half of the picture.
bool is_mostly_unknown(const BlockTexts& texts) {
  double all = 0, unknown = 0;
  const std::vector<MemoryCategory>& categories = texts.device.categories;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const double area = area_of(texts, texts.device.list.blocks[i]);
    all += area;
    if (categories[i] == MemoryCategory::Unknown) unknown += area;
  }
  return unknown * 2 > all;
}

void apply_record(const DeviceBlocks& device, const BlockColors& colors, std::size_t record,
                  OwnerBytes& bytes) {
  const std::uint32_t ended = device.ended[record], begun = device.begun[record];
  const auto of = [&](std::uint32_t block) -> std::int64_t& {
    return bytes[colors.owner_of[block]];
  };
  if (ended != kNoBlock) of(ended) = saturating_sub(of(ended), device.list.blocks[ended].bytes);
  if (begun != kNoBlock) of(begun) = saturating_add(of(begun), device.list.blocks[begun].bytes);
}

struct Owner {
  Key key;
  double area = 0;
  std::uint8_t group = 0;
};

}  // namespace

std::string_view block_owner_label(BlockOwnerKind kind) {
  constexpr std::array<std::string_view, 4> kLabels = {"Module", "Source", "Allocated by",
                                                       "Est. category"};
  return kLabels.at(static_cast<std::size_t>(kind));
}

BlockColors color_blocks(const BlockTexts& texts) {
  std::vector<Owner> owners;
  std::map<Key, std::size_t> known;
  std::vector<std::size_t> owner_of;
  std::array<double, kHeadings.size()> areas{};
  const std::vector<Allocation>& blocks = texts.device.list.blocks;
  owner_of.reserve(blocks.size());
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    const auto [at, is_new] = known.try_emplace(key_of(texts, i), owners.size());
    if (is_new) owners.push_back({at->first});
    const double area = area_of(texts, blocks[i]);
    owners[at->second].area += area;
    areas.at(static_cast<std::size_t>(at->first.first)) += area;
    owner_of.push_back(at->second);
  }
  std::vector<std::size_t> order(owners.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t i) { return owners[i].area; });
  BlockColors out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Owner& owner = owners[order[i]];
    owner.group = static_cast<std::uint8_t>(std::min(i, kRoles.size()));
    if (i < kRoles.size()) {
      out.owners.push_back({owner.key.first, std::string(owner.key.second), kRoles.at(i)});
    } else if (i == kRoles.size()) {
      out.owners.push_back({owner.key.first, "other", ColorRole::Python});
    }
  }
  out.owner_of.reserve(blocks.size());
  for (const std::size_t owner : owner_of) out.owner_of.push_back(owners[owner].group);
  const auto* const most = std::ranges::max_element(areas);
  if (*most > 0) out.heading = kHeadings.at(static_cast<std::size_t>(most - areas.begin()));
  return out;
}

std::vector<OwnedBlocks> owned_blocks(const AnalysisResults& in) {
  const auto devices = in.of(&device_blocks);
  std::vector<OwnedBlocks> out(devices->size());
  for (std::size_t d = 0; d < out.size() && !in.stop.stop_requested(); ++d) {
    const DeviceBlocks& device = (*devices)[d];
    const BlockSources none;
    if (device.begun.empty() || !is_mostly_unknown({in.trace, device, none})) continue;
    const BlockSources sources = find_block_sources(in.trace, device, in.read, in.stop);
    if (in.stop.stop_requested()) break;
    out[d].colors = color_blocks({in.trace, device, sources});
    OwnerBytes bytes{};
    for (std::size_t i = 0; i < device.begun.size(); ++i) {
      if (i % DeviceBlocks::kCheckpoint == 0) out[d].checkpoints.push_back(bytes);
      apply_record(device, out[d].colors, i, bytes);
    }
  }
  return out;
}

OwnerBytes owner_bytes_after(const DeviceBlocks& device, const OwnedBlocks& owned,
                             std::uint32_t record) {
  const std::uint32_t checkpoint = record / DeviceBlocks::kCheckpoint;
  OwnerBytes bytes = owned.checkpoints[checkpoint];
  for (std::uint32_t i = checkpoint * DeviceBlocks::kCheckpoint; i <= record; ++i)
    apply_record(device, owned.colors, i, bytes);
  return bytes;
}

}  // namespace lanescope
