// Sampling rates as the user types them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// Of the recorder's samples.
inline constexpr std::int64_t kMostSampleHz = 2000;

/// A whole number, with or without "Hz" or "kHz": "200", "99 Hz", "1kHz"; from 1 Hz to
/// kMostSampleHz. nullopt for anything else.
[[nodiscard]] std::optional<std::int64_t> parse_sample_hz(std::string_view text);

/// What is said of a text that is none, after the text: "is not a sampling rate from 1Hz to …".
[[nodiscard]] std::string no_sample_hz_words();

}  // namespace lanescope
