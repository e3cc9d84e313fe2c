#include "capture/host/triggers/condition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/duration_text.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr std::string_view kRange = "range:", kSignal = "signal:", kStep = "step",
                           kMedian = "median";
constexpr double kMostMedians = 1e6;
constexpr std::size_t kMostShown = 60;  // of a wrong text

Error wrong(const std::string& text, std::string_view why) {
  return {Error::Kind::Invalid, fmt::format("'{}' {}", text.substr(0, kMostShown), why)};
}

Error no_condition(const std::string& text) {
  return wrong(text,
               "is not a condition; use step>1.5*median, step>200ms, range:NAME>200ms, "
               "range:NAME>1.5*median, signal:USR1 or signal:USR2");
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The factor of "1.5*median" or "1.5 * median".
std::optional<double> medians_of(std::string_view limit) {
  if (!limit.ends_with(kMedian)) return std::nullopt;
  limit = trimmed(limit.substr(0, limit.size() - kMedian.size()));
  if (!limit.ends_with('*')) return std::nullopt;
  limit.remove_suffix(1);
  const auto factor = parse_number<double>(trimmed(limit));
  return factor && *factor > 0 && *factor <= kMostMedians ? factor : std::nullopt;
}

Result<TriggerCondition> parse_signal(const std::string& text, std::string_view name) {
  if (name.starts_with("SIG")) name.remove_prefix(3);
  if (name != "USR1" && name != "USR2")
    return wrong(text, "names a signal that a recording cannot wait for; use USR1 or USR2");
  TriggerCondition condition;
  condition.kind = TriggerCondition::Kind::Signal;
  condition.signal = name;
  return condition;
}

/// Half of all ranges are longer than the median, and seconds are a likely mistake for ms.
Error no_limit(const std::string& text, std::string_view limit) {
  if (limit == kMedian) return wrong(text, "has no factor; use 1.5*median");
  if (parse_number<double>(limit)) return wrong(text, "has no unit; use ms or s, such as 200ms");
  return wrong(text,
               "has no limit that can be read; use a duration such as 200ms or 2s, or "
               "1.5*median");
}

bool has_unit(std::string_view limit) {
  return !limit.empty() && limit.back() >= 'a' && limit.back() <= 'z';
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<TriggerCondition> parse_trigger_condition(const std::string& text) {
  const std::string_view all = trimmed(text);
  if (all.starts_with(kSignal)) return parse_signal(text, all.substr(kSignal.size()));
  // A name may contain the character, as in "A->B".
  const std::size_t above = all.rfind('>');
  if (above == std::string_view::npos) return no_condition(text);
  const std::string_view subject = trimmed(all.substr(0, above));
  const std::string_view limit = trimmed(all.substr(above + 1));
  TriggerCondition condition;
  if (subject == kStep) {
    condition.kind = TriggerCondition::Kind::Step;
  } else if (subject.starts_with(kRange) && subject.size() > kRange.size()) {
    condition.kind = TriggerCondition::Kind::Range;
    condition.range = subject.substr(kRange.size());
  } else {
    return no_condition(text);
  }
  if (const auto medians = medians_of(limit)) {
    condition.medians = *medians;
  } else if (const auto longer = parse_duration_ns(std::string(limit)); longer && has_unit(limit)) {
    condition.longer_ns = *longer;
  } else {
    return no_limit(text, limit);
  }
  return condition;
}

bool is_step_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kStarts{
      "step", "Step", "train_step", "training_step", "iteration", "Iteration", "iter"};
  if (name.starts_with("ProfilerStep")) return true;
  for (const std::string_view start : kStarts) {
    if (!name.starts_with(start)) continue;
    std::string_view rest = name.substr(start.size());
    if (rest.empty()) return true;
    while (!rest.empty() && std::string_view(" _#:").find(rest.front()) != std::string_view::npos)
      rest.remove_prefix(1);
    if (is_digits(rest)) return true;
  }
  return false;
}

}  // namespace lanescope
