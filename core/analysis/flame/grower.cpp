#include "core/analysis/flame/grower.h"

#include <algorithm>
#include <numeric>

#include "core/base/time.h"

namespace lanescope {
namespace {

std::size_t slot_of(std::uint32_t parent, StringId name, std::size_t slots) {
  const std::uint64_t key = std::uint64_t{parent} << 32U | index_of(name);
  return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15ULL >> 24U) & (slots - 1);
}

}  // namespace

bool FlameGrower::is(std::uint32_t node, std::uint32_t parent, const Frame& frame) const {
  const Node& n = nodes_[node];
  return n.parent == parent && n.frame.name == frame.name && n.frame.what == frame.what;
}

std::uint32_t FlameGrower::add(std::uint32_t parent, const Frame& frame) {
  Node node;
  node.parent = parent;
  node.frame = frame;
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size()) - 1;
}

void FlameGrower::grow_slots() {
  const std::size_t wanted = std::max<std::size_t>(64, slots_.size() * 2);
  slots_.assign(wanted, 0);
  for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
    std::size_t at = slot_of(nodes_[node].parent, nodes_[node].frame.name, wanted);
    while (slots_[at] != 0) at = (at + 1) & (wanted - 1);
    slots_[at] = node;
  }
}

std::uint32_t FlameGrower::find_or_add(std::uint32_t parent, const Frame& frame) {
  if (nodes_.size() * 2 >= slots_.size()) grow_slots();
  std::size_t at = slot_of(parent, frame.name, slots_.size());
  while (slots_[at] != 0) {
    if (is(slots_[at], parent, frame)) return slots_[at];
    at = (at + 1) & (slots_.size() - 1);
  }
  return slots_[at] = add(parent, frame);
}

std::uint32_t FlameGrower::child(std::uint32_t parent, const Frame& frame) {
  const std::uint32_t last = nodes_[parent].last_child;
  if (last != 0 && is(last, parent, frame)) return last;
  const std::uint32_t node =
      order_ == FlameOrder::Time ? add(parent, frame) : find_or_add(parent, frame);
  nodes_[parent].last_child = node;
  return node;
}

void FlameGrower::add_calls(std::uint32_t node, std::uint32_t count, EventId longest,
                            Ns longest_ns) {
  Node& n = nodes_[node];
  n.calls += count;
  if (longest_ns <= n.longest_ns) return;
  n.longest_ns = longest_ns;
  n.longest = longest;
}

void FlameGrower::charge(std::uint32_t node, std::int64_t weight) {
  nodes_[node].self = saturating_add(nodes_[node].self, weight);
}

void FlameGrower::graft(const FlameGrower& other, std::uint32_t under) {
  std::vector<std::uint32_t> here(other.nodes_.size(), under);
  for (std::uint32_t i = 0; i < other.nodes_.size(); ++i) {
    const Node& from = other.nodes_[i];
    // In time order, frames of different threads are never merged.
    if (i != 0) {
      here[i] = order_ == FlameOrder::Time ? add(here[from.parent], from.frame)
                                           : child(here[from.parent], from.frame);
    }
  }
  graft(other, here);
}

void FlameGrower::graft(const FlameGrower& other, std::span<const std::uint32_t> places) {
  for (std::uint32_t i = 0; i < other.nodes_.size(); ++i) {
    const Node& from = other.nodes_[i];
    charge(places[i], from.self);
    add_calls(places[i], from.calls, from.longest, from.longest_ns);
  }
}

std::vector<std::int64_t> FlameGrower::totals() const {
  std::vector<std::int64_t> total(nodes_.size());
  std::int64_t room = kMaxNs;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    total[node] = std::min(nodes_[node].self, room);
    room -= total[node];
  }
  // Parents precede their children.
  for (std::size_t node = nodes_.size(); node-- > 1;) total[nodes_[node].parent] += total[node];
  return total;
}

FlameGrower::Families FlameGrower::families() const {
  const auto count = static_cast<std::uint32_t>(nodes_.size());
  Families of{std::vector<std::uint32_t>(count + 1, 0), std::vector<std::uint32_t>(count - 1)};
  for (std::uint32_t node = 1; node < count; ++node) ++of.first[nodes_[node].parent + 1];
  std::partial_sum(of.first.begin(), of.first.end(), of.first.begin());
  std::vector<std::uint32_t> next(of.first.begin(), of.first.end() - 1);
  for (std::uint32_t node = 1; node < count; ++node) of.child[next[nodes_[node].parent]++] = node;
  return of;
}

void FlameGrower::sort_heaviest_first(const Snapshot& snapshot,
                                      const std::vector<std::int64_t>& total,
                                      Families& families) const {
  const auto heavier = [&](std::uint32_t a, std::uint32_t b) {
    if (total[a] != total[b]) return total[a] > total[b];
    return snapshot.text(nodes_[a].frame.name) < snapshot.text(nodes_[b].frame.name);
  };
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    std::sort(families.child.begin() + families.first[node],
              families.child.begin() + families.first[node + 1], heavier);
  }
}

FlameTree FlameGrower::lay_out(const Snapshot& snapshot) const {
  const std::vector<std::int64_t> total = totals();
  Families families = this->families();
  if (order_ == FlameOrder::LeftHeavy) sort_heaviest_first(snapshot, total, families);
  FlameTree tree;
  tree.nodes.clear();
  tree.nodes.reserve(nodes_.size());
  tree.line_begin = {0};
  std::vector<std::uint32_t> source{0};  // the original node of each
  source.reserve(nodes_.size());
  const auto place = [&](std::uint32_t node, std::uint32_t parent, std::int64_t begin) {
    const Node& n = nodes_[node];
    tree.nodes.push_back({begin, total[node], parent, 0, n.frame.name, n.longest, n.calls,
                          n.frame.kind, n.frame.what});
  };
  place(0, 0, 0);
  std::uint32_t line_end = 1;
  for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
    if (at == line_end) {
      tree.line_begin.push_back(at);
      line_end = static_cast<std::uint32_t>(tree.nodes.size());
    }
    tree.nodes[at].first_child = static_cast<std::uint32_t>(tree.nodes.size());
    std::int64_t begin = tree.nodes[at].begin;
    for (std::uint32_t i = families.first[source[at]]; i < families.first[source[at] + 1]; ++i) {
      source.push_back(families.child[i]);
      place(families.child[i], at, begin);
      begin += total[families.child[i]];
    }
  }
  tree.line_begin.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
  return tree;
}

}  // namespace lanescope
