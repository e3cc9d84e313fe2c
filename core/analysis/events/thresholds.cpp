#include "core/analysis/events/thresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "core/base/text/decimal.h"
#include "core/base/text/nearest_word.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

#define LANESCOPE_NS(group, name, value, meaning) \
  Threshold{group, #name, ThresholdUnit::Nanoseconds, &Thresholds::name##_ns, meaning},
#define LANESCOPE_BYTES(group, name, value, meaning) \
  Threshold{group, #name, ThresholdUnit::Bytes, &Thresholds::name##_bytes, meaning},
#define LANESCOPE_PCT(group, name, value, meaning) \
  Threshold{group, #name, ThresholdUnit::Percent, &Thresholds::name##_pct, meaning},
#define LANESCOPE_COUNT(group, name, value, meaning) \
  Threshold{group, #name, ThresholdUnit::Count, &Thresholds::name, meaning},
#define LANESCOPE_TIMES(group, name, value, meaning) \
  Threshold{group, #name, ThresholdUnit::Times, &Thresholds::name, meaning},
constexpr auto kTable = std::to_array<Threshold>({LANESCOPE_THRESHOLDS(
    LANESCOPE_NS, LANESCOPE_BYTES, LANESCOPE_PCT, LANESCOPE_COUNT, LANESCOPE_TIMES)});
#undef LANESCOPE_NS
#undef LANESCOPE_BYTES
#undef LANESCOPE_PCT
#undef LANESCOPE_COUNT
#undef LANESCOPE_TIMES

struct Suffix {
  std::string_view text;
  double scale;
};
// The first is used if there is no suffix; scales ascend.
constexpr auto kTimes =
    std::to_array<Suffix>({{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}});
constexpr auto kSizes = std::to_array<Suffix>(
    {{"B", 1}, {"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}});
constexpr auto kPercent = std::to_array<Suffix>({{"%", 1}});
constexpr auto kFactor = std::to_array<Suffix>({{"x", 1}});

/// The values allowed for a unit.
struct Range {
  double least, most;
  std::span<const Suffix> suffixes;
  const char* what;  // describes them in error messages
};

Range range_of(ThresholdUnit unit) {
  switch (unit) {
    case ThresholdUnit::Nanoseconds:
      return {0, 3600e9, kTimes, "a time from 0ns to 3600s such as 30us"};
    case ThresholdUnit::Bytes:
      return {0, 1024 * kSizes.back().scale, kSizes, "a size from 0B to 1024GiB such as 64KiB"};
    case ThresholdUnit::Percent:
      return {0, 100, kPercent, "a share from 0% to 100% such as 5%"};
    case ThresholdUnit::Count:
      return {1, 1e9, {}, "a whole number from 1 to 1000000000"};
    case ThresholdUnit::Times:
      break;
  }
  return {1, 1e6, kFactor, "a number from 1 to 1000000 such as 1.5"};
}

bool is_whole(ThresholdUnit unit) {
  return unit != ThresholdUnit::Percent && unit != ThresholdUnit::Times;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShownBytes = 40;
  std::string shown = "'";
  append_json_text(utf8_head(text, kShownBytes), shown);
  return shown + "'";
}

/// Suggests the nearest name, or says how to list all of them.
std::string where_names_are(std::string_view name) {
  std::array<std::string_view, kTable.size()> names;
  std::ranges::transform(kTable, names.begin(), &Threshold::name);
  const std::string_view meant = nearest_word(name, names);
  return meant.empty() ? "`lanescope report --thresholds` lists the names"
                       : fmt::format("did you mean {}?", meant);
}

}  // namespace

std::string_view threshold_unit_name(ThresholdUnit unit) {
  constexpr std::array<std::string_view, 5> kNames = {"ns", "bytes", "%", "count", "times"};
  return kNames.at(static_cast<std::size_t>(unit));
}

double Threshold::value_in(const Thresholds& thresholds) const {
  return std::visit([&](auto at) { return static_cast<double>(thresholds.*at); }, member);
}

void Threshold::put(double value, Thresholds& thresholds) const {
  if (const auto* whole = std::get_if<std::int64_t Thresholds::*>(&member)) {
    thresholds.** whole = std::llround(value);
  } else {
    thresholds.*std::get<double Thresholds::*>(member) = value;
  }
}

std::string Threshold::text_of(double value) const {
  const Suffix* fits = nullptr;
  for (const Suffix& suffix : range_of(unit).suffixes) {
    const bool whole = !is_whole(unit) || std::fmod(value, suffix.scale) == 0;
    const bool plain = suffix.scale > 1 || fits == nullptr;
    if (whole && plain && (fits == nullptr || suffix.scale > fits->scale) &&
        (value != 0 || suffix.scale == 1)) {
      fits = &suffix;
    }
  }
  if (fits == nullptr || unit == ThresholdUnit::Times) return fmt::format("{}", value);
  return fmt::format("{}{}", value / fits->scale, fits->text);
}

Result<double> Threshold::parse(std::string_view text) const {
  const Range range = range_of(unit);
  const auto wrong = [&] {
    return Error{Error::Kind::Invalid,
                 fmt::format("{} is not a valid {}; use {}", in_quotes(text), name, range.what)};
  };
  double number = 0;
  const auto [rest, error] = read_decimal(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return wrong();
  std::string_view suffix(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  suffix.remove_prefix(std::min(suffix.find_first_not_of(' '), suffix.size()));
  double scale = 1;
  if (!suffix.empty()) {
    const auto known = std::ranges::find(range.suffixes, suffix, &Suffix::text);
    if (known == range.suffixes.end()) return wrong();
    scale = known->scale;
  }
  double value = number * scale;
  if (!(value >= range.least && value <= range.most)) return wrong();
  if (unit == ThresholdUnit::Count && value != std::round(value)) return wrong();
  if (is_whole(unit)) value = std::round(value);
  return value;
}

std::span<const Threshold> threshold_table() {
  return kTable;
}

const Threshold* find_threshold(std::string_view name) {
  const auto* at = std::ranges::find(kTable, name, &Threshold::name);
  return at == kTable.end() ? nullptr : at;
}

std::optional<Error> set_threshold(std::string_view assignment, Thresholds& thresholds) {
  const std::size_t equals = assignment.find('=');
  const std::string_view name = assignment.substr(0, equals);
  if (equals == std::string_view::npos) {
    return Error{
        Error::Kind::Invalid,
        fmt::format("{} is not NAME=VALUE such as tiny_kernel=8us{}", in_quotes(assignment),
                    find_threshold(name) ? "" : "; " + where_names_are(name))};
  }
  const Threshold* threshold = find_threshold(name);
  if (threshold == nullptr) {
    return Error{Error::Kind::Invalid,
                 fmt::format("unknown threshold {}; {}", in_quotes(name), where_names_are(name))};
  }
  const auto value = threshold->parse(assignment.substr(equals + 1));
  if (!value.ok()) return value.error();
  threshold->put(value.value(), thresholds);
  return std::nullopt;
}

std::vector<const Threshold*> changed_thresholds(const Thresholds& thresholds) {
  std::vector<const Threshold*> changed;
  for (const Threshold& one : kTable) {
    if (one.value_in(thresholds) != one.usual()) changed.push_back(&one);
  }
  return changed;
}

std::string changed_threshold_text(const Threshold& threshold, double value) {
  return fmt::format("{} = {} (default {})", threshold.name, threshold.text_of(value),
                     threshold.text_of(threshold.usual()));
}

}  // namespace lanescope
