// Escapes arbitrary text for other formats: Markdown as read by GitHub and most wikis, and CSV
// fields.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Escapes text so that it is displayed literally. Characters with a meaning in Markdown or HTML
/// are escaped; line breaks, control characters and characters that change the text direction
/// become spaces; invalid UTF-8 becomes U+FFFD.
std::string markdown_text(std::string_view text);

/// A name from a trace as inline code, also valid in tables. Mentions and references in it are not
/// linked. Empty for an empty name.
std::string markdown_code(std::string_view name);

/// A field according to RFC 4180. Text that a spreadsheet would read as a formula (starting with =
/// + - @, a tab or a line break) is prefixed with an apostrophe, because names in a trace are
/// untrusted. Signed numbers, with or without a unit, are not.
std::string csv_field(std::string_view text);

}  // namespace lanescope
