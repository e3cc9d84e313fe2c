#include "core/readers/memory/pickle.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostKeys = 256;  // bounds the search in dicts with more keys

}  // namespace

PickleData::Kind PickleData::kind(PickleId id) const {
  const auto at = static_cast<std::size_t>(id);
  return at < nodes_.size() ? nodes_[at].kind : Kind::Nothing;
}

std::string_view PickleData::text(PickleId id) const {
  if (kind(id) != Kind::Text) return {};
  const Node& node = nodes_[static_cast<std::size_t>(id)];
  LANESCOPE_CHECK(node.value >= 0 && static_cast<std::size_t>(node.value) <= bytes_.size() &&
                      node.size <= bytes_.size() - static_cast<std::size_t>(node.value),
                  "a text in {} bytes, not {} from {}", bytes_.size(), node.size, node.value);
  return bytes_.substr(static_cast<std::size_t>(node.value), node.size);
}

std::int64_t PickleData::integer(PickleId id, std::int64_t fallback) const {
  return kind(id) == Kind::Integer ? nodes_[static_cast<std::size_t>(id)].value : fallback;
}

std::span<const PickleData::Item> PickleData::items(PickleId id) const {
  if (!is_dict(id) && !is_list(id)) return {};
  const auto number = static_cast<std::size_t>(nodes_[static_cast<std::size_t>(id)].value);
  LANESCOPE_CHECK(number < containers_.size(), "one of {} containers, not {}", containers_.size(),
                  number);
  return containers_[number];
}

PickleId PickleData::find(PickleId dict, std::string_view key) const {
  if (!is_dict(dict)) return PickleId::None;
  const auto all = items(dict);
  const auto looked_at = all.first(std::min(all.size(), kMostKeys));
  const auto found =
      std::ranges::find_if(looked_at, [&](const Item& item) { return text(item.first) == key; });
  count_work(Work::Lookups, 1 + static_cast<std::uint64_t>(found - looked_at.begin()));
  return found == looked_at.end() ? PickleId::None : found->second;
}

}  // namespace lanescope
