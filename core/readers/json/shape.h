// Detects the kind of a JSON text from its first members.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// The beginning of a text that is a list of lists of numbers.
enum class ListShape : std::uint8_t {
  None,         // not such a list
  NumberList,   // a long list: the times of a memory timeline
  FourNumbers,  // rows of four: a raw memory timeline
};
ListShape list_shape(std::string_view head);

/// Whether the head is an object with all of these members; the last one may be cut with the head.
bool has_top_members(std::string_view head, std::initializer_list<std::string_view> keys);

/// Advice about JSON other than Chrome traces (execution traces, notebooks …); nullopt if `head`,
/// the first bytes of the text, does not show what it is. See foreign_format.
std::optional<std::string> foreign_json(std::string_view head);

}  // namespace lanescope
