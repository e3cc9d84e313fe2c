// Texts as fields of a table for spreadsheets.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// A field as RFC 4180 has it. A text that a spreadsheet would take for a formula, beginning with
/// = + - @ or a tab or line break, gets an apostrophe in front, which makes it a text: names in a
/// trace are anybody's. A number with a sign, with or without a unit, stays one.
std::string csv_field(std::string_view text);

}  // namespace lanescope
