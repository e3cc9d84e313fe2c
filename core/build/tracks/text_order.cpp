#include "core/build/tracks/text_order.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// The first eight bytes as a number with the same sort order; shorter texts are padded with zeros.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i)
    head = head << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return head;
}

/// Sorts by bytes; the empty text stays first. Returns the new number of each.
std::vector<StringId> sort_texts(std::shared_ptr<const StringTable>& strings) {
  // Most comparisons are decided by the first bytes, which are stored here next to the number.
  struct Entry {
    std::uint64_t head;
    std::string_view text;
    std::uint32_t id;
  };
  std::vector<Entry> order;
  order.reserve(strings->size());
  for (std::uint32_t i = 0; i < strings->size(); ++i) {
    const std::string_view text = (*strings)[StringId{i}];
    order.push_back({head_of(text), text, i});
  }
  std::ranges::sort(order, {}, [](const Entry& e) { return std::pair(e.head, e.text); });
  StringPool sorted;
  std::vector<StringId> renumbered(order.size());
  for (const Entry& entry : order) renumbered[entry.id] = sorted.intern(entry.text);
  LANESCOPE_CHECK(sorted.size() == order.size(), "{} different texts, not {}", order.size(),
                  sorted.size());
  LANESCOPE_CHECK(renumbered.front() == StringId::Empty, "the empty text first, not as number {}",
                  renumbered.front());
  strings = sorted.freeze();
  return renumbered;
}

/// Sorts by name; "no category" stays first. Returns the new number of each.
std::vector<CategoryId> sort_categories(std::vector<Category>& categories) {
  std::vector<std::uint16_t> order;
  for (std::size_t c = 1; c < categories.size(); ++c)
    order.push_back(static_cast<std::uint16_t>(c));
  std::ranges::sort(order, {}, [&](std::uint16_t c) { return categories[c].name; });
  std::vector<CategoryId> renumbered(categories.size(), CategoryId::None);
  LANESCOPE_CHECK(categories.front().name == StringId::Empty,
                  "\"no category\" first, not one with the name {}", categories.front().name);
  std::vector<Category> sorted{categories.front()};
  for (const std::uint16_t c : order) {
    renumbered[c] = CategoryId{static_cast<std::uint16_t>(sorted.size())};
    sorted.push_back(categories[c]);
  }
  categories = std::move(sorted);
  return renumbered;
}

}  // namespace

void number_by_alphabet(GlobalTables& tables) {
  const std::vector<StringId> texts = sort_texts(tables.strings);
  for (Category& category : tables.categories) category.name = texts[index_of(category.name)];
  renumber(tables, texts, sort_categories(tables.categories));
}

void renumber(GlobalTables& tables, std::span<const StringId> texts,
              std::span<const CategoryId> categories) {
  const auto move = [&](auto&... ids) { ((ids = texts[index_of(ids)]), ...); };
  for (Track& track : tables.tracks)
    move(track.process, track.thread, track.process_name, track.name);
  for (GlobalCounter& counter : tables.counters)
    move(counter.process, counter.name, counter.series);
  for (StringId& name : tables.counter_process_names) move(name);
  for (FlowKind& kind : tables.flow_kinds) move(kind.category, kind.name);
  for (WorkerMap& worker : tables.workers) {
    for (StringId& text : worker.texts) move(text);
    for (CategoryId& category : worker.categories) category = categories[index_of(category)];
    for (GlobalSliceKind& lane : worker.lanes) lane.category = categories[index_of(lane.category)];
  }
}

}  // namespace lanescope
