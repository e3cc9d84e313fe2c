#include "core/view/lanes/pairs.h"

#include <algorithm>
#include <span>
#include <string>

namespace lanescope {
namespace {

/// A title without digits: "python pid 25738" and "python pid 9" are the same.
std::string without_digits(const std::string& title) {
  std::string text;
  for (const char c : title) {
    if (c < '0' || c > '9') text += c;
  }
  return text;
}

/// Pairs the items remaining in both lists by each test in turn, in their order.
template <typename Item, typename... Tests>
std::vector<std::pair<std::uint32_t, std::uint32_t>> pair_lists(const std::vector<Item>& a,
                                                                const std::vector<Item>& b,
                                                                const Tests&... tests) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<bool> taken_a(a.size()), taken_b(b.size());
  const auto pass = [&](const auto& alike) {
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      for (std::uint32_t j = 0; j < b.size() && !taken_a[i]; ++j) {
        if (taken_b[j] || !alike(a[i], b[j])) continue;
        taken_a[i] = taken_b[j] = true;
        pairs.emplace_back(i, j);
      }
    }
  };
  (pass(tests), ...);
  return pairs;
}

bool same_group(const LaneGroup& a, const LaneGroup& b) {
  return a.key == b.key && a.kind == b.kind;
}
bool like_group(const LaneGroup& a, const LaneGroup& b) {
  return a.kind == b.kind && without_digits(a.title) == without_digits(b.title);
}
bool same_lane(const Lane& a, const Lane& b) {
  return a.kind == b.kind && a.role == b.role && a.key == b.key;
}
bool like_lane(const Lane& a, const Lane& b) {
  return a.kind == b.kind && a.role == b.role && a.title == b.title;
}
bool lane_of_role(const Lane& a, const Lane& b) {
  // Curves with the same role may show different things.
  return a.kind == b.kind && a.role == b.role && a.kind == LaneKind::Slices;
}

template <typename Part>
std::optional<Part> counterpart(const std::vector<std::pair<Part, Part>>& pairs, RunSide side,
                                Part of_other) {
  for (const auto& [a, b] : pairs) {
    if ((side == RunSide::B ? a : b) == of_other) return side == RunSide::B ? b : a;
  }
  return std::nullopt;
}

using Items = std::span<const LayoutItem>;

/// An item of A, of B, or of both at the same height.
template <typename Part>
struct Slot {
  std::optional<Part> a, b;
};

/// The items of both in A's order; those that only B has follow their predecessor in B. `mate_of`
/// returns a test for the counterpart of a part of B.
template <typename Part, typename MateOf>
std::vector<Slot<Part>> merged(const std::vector<Part>& a, const std::vector<Part>& b,
                               const MateOf& mate_of) {
  std::vector<Slot<Part>> slots;
  for (const Part& part : a) slots.push_back({part, std::nullopt});
  auto next = slots.begin();
  for (const Part& part : b) {
    const auto is_mate = mate_of(part);
    const auto mate = std::ranges::find_if(
        slots, [&](const Slot<Part>& slot) { return slot.a && !slot.b && is_mate(*slot.a); });
    if (mate != slots.end()) {
      mate->b = part;
      next = mate + 1;
    } else {
      next = slots.insert(next, {std::nullopt, part}) + 1;
    }
  }
  return slots;
}

/// The items of a list, split by group.
std::vector<Items> by_group(Items items) {
  std::vector<Items> groups;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= items.size(); ++i) {
    if (i < items.size() && items[i].lane.group == items[begin].lane.group) continue;
    groups.push_back(items.subspan(begin, i - begin));
    begin = i;
  }
  return groups;
}

using Slots = std::vector<Slot<LayoutItem>>;

void add(const LanePairs& pairs, Items a, Items b, Slots& slots) {
  const auto mate_of = [&](const LayoutItem& of_b) {
    const auto lane = of_b.header ? std::nullopt : pairs.lane_in(RunSide::A, of_b.lane);
    return [lane, header = of_b.header](const LayoutItem& of_a) {
      return of_a.header == header && (header || lane == of_a.lane);
    };
  };
  const auto both = merged(std::vector<LayoutItem>(a.begin(), a.end()),
                           std::vector<LayoutItem>(b.begin(), b.end()), mate_of);
  slots.insert(slots.end(), both.begin(), both.end());
}

float slot_height(const Slot<LayoutItem>& slot) {
  return std::max(slot.a ? slot.a->height_px : 0, slot.b ? slot.b->height_px : 0);
}

float place(const Slots& slots, std::vector<LayoutItem>& a, std::vector<LayoutItem>& b) {
  a.clear();
  b.clear();
  float y_px = 0;
  for (const Slot<LayoutItem>& slot : slots) {
    const float height_px = slot_height(slot);
    const auto put = [&](const std::optional<LayoutItem>& item, std::vector<LayoutItem>& into) {
      if (!item) return;
      into.push_back(*item);
      into.back().y_px = y_px;
      into.back().height_px = height_px;
    };
    put(slot.a, a);
    put(slot.b, b);
    y_px += height_px;
  }
  return y_px;
}

std::string title(const FacedRun& run, const LayoutItem& item) {
  return item.header ? run.tree.groups[item.lane.group].title : run.tree.at(item.lane).title;
}

/// Where only one run has an item, the other's layout gets a gap.
void add_gaps(const FacedRun& a, const FacedRun& b, const Slots& slots, FacedLayouts& faced) {
  float y_px = 0;
  for (const Slot<LayoutItem>& slot : slots) {
    const float height_px = slot_height(slot);
    if (!slot.a) faced.a.gaps.push_back({y_px, height_px, title(b, *slot.b)});
    if (!slot.b) faced.b.gaps.push_back({y_px, height_px, title(a, *slot.a)});
    y_px += height_px;
  }
}

}  // namespace

LanePairs::LanePairs(const LaneTree& a, const LaneTree& b) {
  const auto group_of_kind = [](const LaneGroup& of_a, const LaneGroup& of_b) {
    return of_a.kind == of_b.kind;
  };
  groups_ = pair_lists(a.groups, b.groups, same_group, like_group, group_of_kind);
  for (const auto& [in_a, in_b] : groups_) {
    for (const auto& [lane_a, lane_b] :
         pair_lists(a.groups[in_a].lanes, b.groups[in_b].lanes, same_lane, like_lane, lane_of_role))
      lanes_.emplace_back(LaneRef{in_a, lane_a}, LaneRef{in_b, lane_b});
  }
}

std::optional<std::uint32_t> LanePairs::group_in(RunSide side, std::uint32_t of_other) const {
  return counterpart(groups_, side, of_other);
}

std::optional<LaneRef> LanePairs::lane_in(RunSide side, LaneRef of_other) const {
  return counterpart(lanes_, side, of_other);
}

FacedLayouts face_layouts(const FacedRun& a, const FacedRun& b, const LanePairs& pairs) {
  FacedLayouts faced{a.layout, b.layout};
  Slots slots;
  add(pairs, a.layout.pinned, b.layout.pinned, slots);
  faced.a.pinned_height_px = faced.b.pinned_height_px =
      place(slots, faced.a.pinned, faced.b.pinned);
  slots.clear();
  const auto mate_of = [&](Items of_b) {
    const auto group = pairs.group_in(RunSide::A, of_b.front().lane.group);
    return [group](Items of_a) { return group == of_a.front().lane.group; };
  };
  for (const Slot<Items>& group :
       merged(by_group(a.layout.items), by_group(b.layout.items), mate_of))
    add(pairs, group.a.value_or(Items()), group.b.value_or(Items()), slots);
  faced.a.content_height_px = faced.b.content_height_px =
      place(slots, faced.a.items, faced.b.items);
  add_gaps(a, b, slots, faced);
  return faced;
}

}  // namespace lanescope
