// JSON as the command line prints it.
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

/// Most items printed of a list. Without a limit, a broken or malicious trace could fill gigabytes.
inline constexpr std::size_t kMostListed = 10'000;

/// The items of a list. Items beyond kMostListed are only counted.
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
  /// For callers that choose the items themselves: counts this many as omitted.
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

/// Adds to the number of omitted items of a list; see JsonItems.
void leave_out(Json& list, std::size_t items);

/// Converts times for output: absolute if the trace's base time is known, else as in the file.
class JsonTimes {
 public:
  explicit JsonTimes(const Snapshot& snapshot) : base_ns_(snapshot.info.base_ns.value_or(0)) {}

  [[nodiscard]] Ns operator()(Ns time_ns) const { return saturating_add(time_ns, base_ns_); }
  /// Converts a printed time back to the trace's own time.
  [[nodiscard]] Ns back(Ns printed_ns) const { return saturating_sub(printed_ns, base_ns_); }

 private:
  Ns base_ns_;
};

/// A string from the trace.
Json json_text(const Snapshot& snapshot, StringId id);
/// The same, with null for the empty string.
Json json_text_or_null(const Snapshot& snapshot, StringId id);

inline Json json_text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

/// The name of a slice, or null.
Json json_slice_name(const Snapshot& snapshot, EventId slice);
/// The id that `event --id` takes, or null.
Json json_event(EventId event);
template <typename Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// Maps `item` over `items`.
template <typename Items, typename ToItem>
Json json_list(const Items& items, const ToItem& item) {
  Json out = Json::array();
  for (const auto& one : items) out.push_back(std::invoke(item, one));
  return out;
}
/// An object with the value for each enumerator, keyed by its name, from index `first` on.
template <typename Key, typename Values, typename Name>
Json json_by_name(const Values& values, const Name& name, std::size_t first = 0) {
  Json out = Json::object();
  for (std::size_t i = first; i < values.size(); ++i)
    out[std::string(name(static_cast<Key>(i)))] = values[i];
  return out;
}

/// Why part of a document is null or missing: all reasons that apply, joined by "; ".
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
  /// Adds "why" if there is a reason.
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

/// Converts a value from the trace. The first of duplicate keys counts.
Json to_json(const JsonValue& value);

/// Writes a value and everything in it in one layout. A list "rows" with omitted items is followed
/// by "rows_left_out", the number of omitted items.
void write_json(JsonWriter& out, const Json& value, JsonLayout layout = JsonLayout::Compact);

/// Prints a document on stdout, one item per line. Characters that a terminal would interpret are
/// escaped.
void print_document(const Json& document);
/// The same document as a string.
std::string document_text(const Json& document);
/// A short document on one line, without a newline at its end.
std::string json_line(const Json& document);

}  // namespace lanescope
