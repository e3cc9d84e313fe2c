#include "core/base/text/rate_text.h"

#include <fmt/format.h>

#include "core/base/text/numbers.h"

namespace lanescope {

std::optional<std::int64_t> parse_sample_hz(std::string_view text) {
  std::int64_t unit_hz = 1;
  if (text.ends_with("Hz")) {
    text.remove_suffix(2);
    if (text.ends_with('k')) {
      text.remove_suffix(1);
      unit_hz = 1000;
    }
    while (text.ends_with(' ')) text.remove_suffix(1);
  }
  const auto rate = parse_number<std::int64_t>(text);
  if (!rate || *rate < 1 || *rate > kMostSampleHz / unit_hz) return std::nullopt;
  return *rate * unit_hz;
}

std::string no_sample_hz_words() {
  return fmt::format("is not a sampling rate from 1Hz to {}Hz, such as 200Hz", kMostSampleHz);
}

}  // namespace lanescope
