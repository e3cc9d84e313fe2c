#include "tests/fuzz/files/tree_mutator.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/mutate/hostile_values.h"

namespace lanescope {
namespace {

/// A value, by what holds it.
struct Spot {
  JsonTree* holder = nullptr;
  std::size_t at = 0;
  [[nodiscard]] JsonTree& value() const { return holder->children[at]; }
};

void collect(JsonTree& tree, std::vector<Spot>& spots) {
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    spots.push_back({&tree, i});
    collect(tree.children[i], spots);
  }
}

void duplicate(const Spot& spot) {
  JsonTree& holder = *spot.holder;
  JsonTree copy = spot.value();
  holder.children.push_back(std::move(copy));
  if (holder.kind == JsonTree::Kind::Object)
    holder.keys.push_back(std::string(holder.keys[spot.at]));
}

void change_number(JsonTree& value, std::mt19937_64& random) {
  value = JsonTree::scalar(hostile_number(random));
}

}  // namespace

void mutate_tree(JsonTree& tree, std::mt19937_64& random) {
  std::vector<Spot> spots;
  collect(tree, spots);
  if (spots.empty()) return;
  const Spot spot = spots[below(random, spots.size())];
  const Spot other = spots[below(random, spots.size())];
  JsonTree& holder = *spot.holder;
  switch (below(random, 9)) {
    case 0:
      holder.remove(spot.at);
      return;
    case 1:
      duplicate(spot);
      return;
    case 2:
      std::swap(spot.value(), holder.children[below(random, holder.children.size())]);
      return;
    case 3: {
      // Never into itself: the copy is made first.
      JsonTree copy = other.value();
      spot.value() = std::move(copy);
      return;
    }
    case 4:
      if (holder.kind == JsonTree::Kind::Object)
        holder.keys[spot.at] = holder.keys[below(random, holder.keys.size())];
      return;
    case 5:
      spot.value() = hostile_value(random);
      return;
    case 6:
      spot.value() = JsonTree::string(hostile_text(random));
      return;
    default:
      change_number(spot.value(), random);
  }
}

std::string mutated_json(const std::string& text, std::mt19937_64& random) {
  std::string out = text;
  if (auto tree = below(random, 10) == 0 ? std::nullopt : parse_json_tree(text)) {
    for (std::size_t rounds = 1 + below(random, 10); rounds > 0; --rounds)
      mutate_tree(*tree, random);
    out = json_text(*tree, static_cast<TreeLayout>(below(random, kTreeLayouts)));
    if (below(random, 5) != 0) return out;
  }
  for (std::size_t rounds = 1 + below(random, 3); rounds > 0; --rounds)
    mutate(out, random,
           "\"\n\\\n,\n:\n{\n}\n[\n]\nnull\n-9223372036854775808\n1e400\n\xFF\n\\u0000\n\\ud800");
  if (below(random, 5) == 0) out.resize(below(random, out.size() + 1));
  return out;
}

}  // namespace lanescope
