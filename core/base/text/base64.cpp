#include "core/base/text/base64.h"

namespace lanescope {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

void Base64Encoder::encode(std::string_view bytes, std::string& out) {
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (const char c : bytes) {
    held_[count_++] = static_cast<std::uint8_t>(c);
    if (count_ == held_.size()) put(out, count_);
  }
}

void Base64Encoder::finish(std::string& out) {
  if (count_ > 0) put(out, count_);
}

/// Writes one group of four digits; what `bytes` do not fill becomes "=".
void Base64Encoder::put(std::string& out, std::size_t bytes) {
  for (std::size_t i = bytes; i < held_.size(); ++i) held_[i] = 0;
  const std::uint32_t group =
      std::uint32_t{held_[0]} << 16U | std::uint32_t{held_[1]} << 8U | std::uint32_t{held_[2]};
  for (std::size_t digit = 0; digit < 4; ++digit) {
    const auto value = (group >> (18U - 6U * static_cast<unsigned>(digit))) & 0x3FU;
    out += digit <= bytes ? kDigits[value] : '=';
  }
  count_ = 0;
}

}  // namespace lanescope
