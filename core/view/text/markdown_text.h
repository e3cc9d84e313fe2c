// Texts in Markdown as GitHub and most wikis read it, whatever the texts hold.
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

}  // namespace lanescope
