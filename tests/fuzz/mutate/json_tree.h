// JSON as a tree that keeps the original spelling: the order of members, duplicate members, the
// digits of numbers. Mutators change it, and it can be written in another layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct JsonTree {
  enum class Kind : std::uint8_t { Scalar, List, Object };

  Kind kind = Kind::Scalar;
  std::string text = "null";       // a scalar verbatim; any text, to write invalid JSON
  std::vector<std::string> keys;   // of an object, including quotes
  std::vector<JsonTree> children;  // list elements, or object values, one per key

  static JsonTree scalar(std::string text);
  static JsonTree string(std::string_view text);  // adds quotes, does not escape

  /// The first member of that name; null if there is none, or this is not an object.
  [[nodiscard]] JsonTree* find(std::string_view key);
  [[nodiscard]] const JsonTree* find(std::string_view key) const;
  /// Replaces the first member of that name, or adds one; only for objects.
  void set(std::string_view key, JsonTree value);
  void remove(std::size_t child);
};

/// nullopt if the text is not exactly one JSON value, or nests deeper than 200 levels.
std::optional<JsonTree> parse_json_tree(std::string_view text);

enum class TreeLayout : std::uint8_t { Minified, Spaced, LineAnElement, Indented, Windows };
inline constexpr std::size_t kTreeLayouts = 5;

/// The tree as text. All layouts are equivalent JSON.
std::string json_text(const JsonTree& tree, TreeLayout layout);

/// The finite number in a scalar, possibly in quotes; nullopt if there is none, or `value` is null.
std::optional<double> json_number(const JsonTree* value);

/// The list of events of a trace: the tree itself, or its first member "traceEvents"; null if there
/// is no such list.
JsonTree* event_list(JsonTree& trace);

}  // namespace lanescope
