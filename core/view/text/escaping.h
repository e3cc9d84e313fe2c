// Texts inside of formats, whatever the texts hold: in Markdown as GitHub and most wikis read it,
// and as fields of tables for spreadsheets.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Words of ours or of a file, so that they read as they are: what Markdown or HTML would take for
/// marks is escaped; line ends, control bytes and marks that turn the direction of writing become
/// spaces; bytes that are no UTF-8 become U+FFFD.
std::string markdown_text(std::string_view text);

/// A name of a trace as code, good in tables too. Mentions and references in it stay what they are.
/// Empty for the empty name.
std::string markdown_code(std::string_view name);

// Texts as fields of a table for spreadsheets.

/// A field as RFC 4180 has it. A text that a spreadsheet would take for a formula, beginning with
/// = + - @ or a tab or line break, gets an apostrophe in front, which makes it a text: names in a
/// trace are anybody's. A number with a sign, with or without a unit, stays one.
std::string csv_field(std::string_view text);

}  // namespace lanescope
