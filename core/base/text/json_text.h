// Raw JSON tokens: decodes string contents and makes them safe to display.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// The text that the contents of a JSON string stand for, as valid UTF-8: escapes are decoded, lone
/// surrogates and invalid UTF-8 are replaced by U+FFFD. `raw` is without its quotes. Never fails.
/// `decoded` is scratch space that the result may point into.
std::string_view decode_json_text(std::string_view raw, std::string& decoded);

/// The contents of a string token, or the token itself if it is not a string; surrounding blanks
/// are dropped.
std::string_view strip_quotes(std::string_view token);

/// An integer from a token, quoted or not ("7", 7, "-1"); nullopt for anything else or beyond
/// int64.
std::optional<std::int64_t> token_int(std::string_view token);

/// The first run of digits, with its sign, in any text ("stream 7" gives 7); nullopt if there is
/// none.
std::optional<std::int64_t> first_int(std::string_view text);

/// A number from a token, quoted or not; nullopt for anything else, including NaN and infinities.
std::optional<double> token_double(std::string_view token);

}  // namespace lanescope
