// What kind of JSON a text holds, by its first members.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// What a text that is a list of lists of numbers begins with.
enum class ListShape : std::uint8_t {
  None,         // no such list
  NumberList,   // a long list: a memory timeline's times
  FourNumbers,  // rows of four: a raw memory timeline
};
ListShape list_shape(std::string_view head);

/// Advice about JSON of another kind than Chrome's traces (execution traces, speedscope …), nullopt
/// when `head`, the first bytes of the text, does not tell. See foreign_format.
std::optional<std::string> foreign_json(std::string_view head);

}  // namespace lanescope
