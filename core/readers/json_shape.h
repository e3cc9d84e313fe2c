// What kind of JSON a text holds, by its first members.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// Advice about JSON of another kind than Chrome's traces (execution traces, memory timelines,
/// speedscope …), nullopt when `head`, the first bytes of the text, does not tell. See
/// foreign_format.
std::optional<std::string> foreign_json(std::string_view head);

}  // namespace lanescope
