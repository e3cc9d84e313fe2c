#include "core/session/profile_offset.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/analysis/search/event_query.h"
#include "core/base/text/duration_text.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kNsPerMs = 1'000'000, kNsPerSecond = 1'000'000'000;

std::uint64_t size_of(Ns offset_ns) {
  const auto bits = static_cast<std::uint64_t>(offset_ns);
  return offset_ns < 0 ? 0 - bits : bits;
}

/// Without a sign. The units that times have elsewhere are read exactly; seconds need none.
std::optional<Ns> parse_size(const std::string& text) {
  constexpr Ns kMostNs = Ns{366} * 24 * 3600 * static_cast<Ns>(kNsPerSecond);
  bool has_unit = false;
  const auto ns = parse_duration(text, has_unit);
  if (!ns || !has_unit) return parse_duration_ns(text);
  return *ns >= 0 && *ns <= kMostNs ? ns : std::nullopt;
}

/// "1.5" for 1,500,000,000 in units of 1,000,000,000 with nine decimals.
std::string decimal(std::uint64_t ns, std::uint64_t unit_ns, int decimals) {
  std::string text = fmt::format("{}.{:0{}}", ns / unit_ns, ns % unit_ns, decimals);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

Result<Ns> parse_profile_offset(const std::string& text) {
  if (text == "0") return 0;
  const bool is_negative = text.starts_with('-');
  const auto ns = parse_size(is_negative ? text.substr(1) : text);
  if (ns) return is_negative ? -*ns : *ns;
  return Error{Error::Kind::Invalid,
               "is not an offset, such as 1.5 (seconds), 200ms, 250us or -200ms"};
}

std::string profile_offset_text(Ns offset_ns) {
  if (offset_ns == 0) return "0";
  const std::uint64_t ns = size_of(offset_ns);
  const std::string_view sign = offset_ns < 0 ? "-" : "";
  return ns < kNsPerSecond ? fmt::format("{}{}ms", sign, decimal(ns, kNsPerMs, 6))
                           : fmt::format("{}{}s", sign, decimal(ns, kNsPerSecond, 9));
}

std::string profile_place_text(Ns offset_ns) {
  if (offset_ns == 0) return "at its start";
  return format_duration(static_cast<Ns>(size_of(offset_ns))) +
         (offset_ns < 0 ? " before its start" : " after its start");
}

}  // namespace lanescope
