// JSON as a tree that keeps how everything was spelled: the order of members, members twice, the
// digits of numbers. What a mutator changes, and what is written anew in another layout.
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
  std::string text = "null";       // a scalar as it is spelled; any text, to write what is no JSON
  std::vector<std::string> keys;   // of an object, with their quotes
  std::vector<JsonTree> children;  // of a list; an object's values, as many as keys

  static JsonTree scalar(std::string text);
  static JsonTree string(std::string_view text);  // quotes are put around it, nothing is escaped

  /// The first member of that name; null: none, or no object.
  [[nodiscard]] JsonTree* find(std::string_view key);
  [[nodiscard]] const JsonTree* find(std::string_view key) const;
  /// Replaces the first member of that name, or adds one; of an object.
  void set(std::string_view key, JsonTree value);
  void remove(std::size_t child);
};

/// nullopt for text that is not exactly one JSON value, or nests deeper than 200 levels.
std::optional<JsonTree> parse_json_tree(std::string_view text);

enum class TreeLayout : std::uint8_t { Minified, Spaced, LineAnElement, Indented, Windows };
inline constexpr std::size_t kTreeLayouts = 5;

/// The tree as text. All layouts mean the same to whoever reads JSON.
std::string json_text(const JsonTree& tree, TreeLayout layout);

/// The finite number that a scalar spells, also in quotes; nullopt: none, or nothing is there.
std::optional<double> json_number(const JsonTree* value);

/// The list of events of a trace: the tree itself, or its first member "traceEvents"; null: there
/// is no such list.
JsonTree* event_list(JsonTree& trace);

}  // namespace lanescope
