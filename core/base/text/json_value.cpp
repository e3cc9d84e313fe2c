#include "core/base/text/json_value.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text/json_writer.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

/// "3.0" gives 3, "12e2" gives 1200, "25e-1" is not an integer. Works on digits, so that 19 of them
/// stay exact.
std::optional<std::int64_t> decimal_int(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  std::int64_t exponent = 0;
  if (e < text.size()) {
    std::string_view tail = text.substr(e + 1);
    if (tail.starts_with('+')) tail.remove_prefix(1);
    const auto parsed = parse_number<std::int64_t>(tail);
    if (!parsed || *parsed > 1000 || *parsed < -1000) return std::nullopt;
    exponent = *parsed;
  }
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits(mantissa.substr(0, point));
  if (point < mantissa.size()) {
    const std::string_view fraction = mantissa.substr(point + 1);
    digits += fraction;
    exponent -= static_cast<std::int64_t>(fraction.size());
  }
  if (digits.find_first_of("123456789") == std::string::npos)
    return digits.empty() ? std::nullopt : std::optional(0LL);
  for (; exponent < 0 && digits.back() == '0'; ++exponent) digits.pop_back();
  if (exponent < 0 || exponent > 18) return std::nullopt;
  digits.append(static_cast<std::size_t>(exponent), '0');
  return parse_number<std::int64_t>(digits);
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const JsonObject* members = object();
  if (members == nullptr) return nullptr;
  const auto at = std::ranges::find(*members, key, &JsonMember::first);
  return at == members->end() ? nullptr : &at->second;
}

std::int64_t JsonValue::as_int(std::int64_t fallback) const {
  if (const auto* number = std::get_if<std::int64_t>(&data)) return *number;
  if (const auto* number = std::get_if<std::uint64_t>(&data))
    return std::in_range<std::int64_t>(*number) ? static_cast<std::int64_t>(*number) : fallback;
  if (const auto* decimal = std::get_if<JsonDecimal>(&data))
    return decimal_int(decimal->text).value_or(fallback);
  if (const std::string* text = string())
    return parse_number<std::int64_t>(*text).value_or(fallback);
  return fallback;
}

std::string JsonValue::to_text(bool bare) const {
  if (const std::string* text = string(); bare && text != nullptr) return *text;
  std::string out;
  JsonWriter(out).value(*this);
  return out;
}

}  // namespace lanescope
