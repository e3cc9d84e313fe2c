// JSON as the text face prints it.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/text/ids.h"
#include "core/base/text/json_value.h"
#include "core/base/text/json_writer.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Most items that a list is printed with. A trace that is made for it, or broken, would fill
/// gigabytes with a list of what only it has.
inline constexpr std::size_t kMostListed = 10'000;

/// The items of a list: those beyond kMostListed are only counted.
template <typename Item, typename Allocator = std::allocator<Item>>
class JsonItems : public std::vector<Item, Allocator> {
 public:
  using std::vector<Item, Allocator>::vector;

  void push_back(const Item& item) {
    if (has_room()) std::vector<Item, Allocator>::push_back(item);
  }
  void push_back(Item&& item) {
    if (has_room()) std::vector<Item, Allocator>::push_back(std::move(item));
  }
  /// For who chooses what is listed: so many more are not.
  void leave_out(std::size_t items) { left_out_ += items; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  bool has_room() {
    const bool room = this->size() < kMostListed;
    if (!room) ++left_out_;
    return room;
  }

  std::size_t left_out_ = 0;
};

using Json = nlohmann::basic_json<nlohmann::ordered_map, JsonItems>;

/// Counts items that a list is without; see JsonItems.
void leave_out(Json& list, std::size_t items);

/// Times for a machine: absolute when the trace knows its base, else as in the file.
class JsonTimes {
 public:
  explicit JsonTimes(const Snapshot& snapshot) : base_ns_(snapshot.info.base_ns.value_or(0)) {}

  [[nodiscard]] Ns operator()(Ns time_ns) const { return saturating_add(time_ns, base_ns_); }
  /// A time as printed, in the trace's own terms.
  [[nodiscard]] Ns back(Ns printed_ns) const { return saturating_sub(printed_ns, base_ns_); }

 private:
  Ns base_ns_;
};

/// A string of the trace.
Json json_text(const Snapshot& snapshot, StringId id);
/// The same, null for the empty one.
Json json_text_or_null(const Snapshot& snapshot, StringId id);

/// The name of a slice, null for none.
Json json_slice_name(const Snapshot& snapshot, EventId slice);
/// What `event --id` takes, null for none.
Json json_event(EventId event);
template <typename Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// A list of what `item` makes of each.
template <typename Items, typename ToItem>
Json json_list(const Items& items, const ToItem& item) {
  Json out = Json::array();
  for (const auto& one : items) out.push_back(std::invoke(item, one));
  return out;
}
/// An object of what is held for each value of an enum, under their names, from the value `first`
/// on.
template <typename Key, typename Values, typename Name>
Json json_by_name(const Values& values, const Name& name, std::size_t first = 0) {
  Json out = Json::object();
  for (std::size_t i = first; i < values.size(); ++i)
    out[std::string(name(static_cast<Key>(i)))] = values[i];
  return out;
}

/// Why something of a document is null or missing: all reasons that apply, joined by "; ".
class Reasons {
 public:
  struct Reason {
    bool applies = false;
    std::string_view text;
  };
  Reasons(std::initializer_list<Reason> all) {
    for (const auto& [applies, text] : all)
      if (applies) text_.append(text_.empty() ? "" : "; ").append(text);
  }
  /// Adds "why" where there is a reason.
  void add_to(Json& out) const {
    if (!text_.empty()) out["why"] = text_;
  }
  [[nodiscard]] Json added_to(Json out) const {
    add_to(out);
    return out;
  }

 private:
  std::string text_;
};

/// A value of the trace. Of keys that occur twice the first counts.
Json to_json(const JsonValue& value);

/// Writes a value and what is in it, all in one layout. Behind a list "rows" that is not whole
/// stands "rows_left_out": how many items more there are.
void write_json(JsonWriter& out, const Json& value, JsonLayout layout = JsonLayout::Compact);

/// One document on stdout, an item a line. What a terminal would obey is escaped.
void print_document(const Json& document);
/// The same document as a text.
std::string document_text(const Json& document);
/// A short document on one line, without an end of line.
std::string json_line(const Json& document);

}  // namespace lanescope
