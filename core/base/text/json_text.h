// Raw JSON tokens: what stands between the quotes, decoded and made safe to show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// The text a JSON string's inside stands for, as valid UTF-8: escapes decoded, lone surrogates and
/// bytes that are no UTF-8 replaced by U+FFFD. `raw` is without its quotes. Never fails. `decoded`
/// is scratch the result may point into.
std::string_view decode_json_text(std::string_view raw, std::string& decoded);

/// The inside of a string token, or the token itself when it is no string; blanks around it are
/// dropped.
std::string_view strip_quotes(std::string_view token);

/// An integer from a token, quoted or not ("7", 7, "-1"); nullopt for anything else or beyond
/// int64.
std::optional<std::int64_t> token_int(std::string_view token);

/// The first run of digits with its sign in any text ("stream 7" gives 7); nullopt when there is
/// none.
std::optional<std::int64_t> first_int(std::string_view text);

/// A number from a token, quoted or not; NaN and infinities count as none.
std::optional<double> token_double(std::string_view token);

}  // namespace lanescope
