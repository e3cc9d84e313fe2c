#include "capture/host/triggers/near_range.h"

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

bool is_letter(char c) {
  const char lower = lower_case(c);
  return lower >= 'a' && lower <= 'z';
}

}  // namespace

std::optional<NearRange::Kind> near_kind(const TriggerCondition& condition, std::string_view name) {
  using Kind = NearRange::Kind;
  const std::string lower = lower_cased(name);
  if (condition.kind == TriggerCondition::Kind::Step) {
    if (is_step_name(lower)) return Kind::OtherCase;
    return std::nullopt;
  }
  std::string wanted = lower_cased(condition.range);
  const bool is_open = wanted.ends_with('*');
  if (is_open) wanted.pop_back();
  if (wanted.empty() || !lower.starts_with(wanted)) return std::nullopt;
  if (is_open || lower.size() == wanted.size()) return Kind::OtherCase;
  // "loader" is another word.
  if (is_letter(lower[wanted.size()])) return std::nullopt;
  return Kind::Longer;
}

}  // namespace lanescope
