#include "core/view/text/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace lanescope {
namespace {

struct TimeUnit {
  Ns ns;
  int digits;  // decimals down to a nanosecond
  const char* name;
};
constexpr std::array<TimeUnit, 4> kUnits = {TimeUnit{1, 0, "ns"}, TimeUnit{1'000, 3, "µs"},
                                            TimeUnit{1'000'000, 6, "ms"},
                                            TimeUnit{1'000'000'000, 9, "s"}};

std::uint64_t magnitude(Ns ns) {
  return ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
}

/// Milliseconds up to ten seconds, because traces are mostly read in them.
const TimeUnit& unit_for(Ns largest_ns) {
  const std::uint64_t largest = magnitude(largest_ns);
  if (largest < 1'000) return kUnits[0];
  if (largest < 1'000'000) return kUnits[1];
  return largest < 10'000'000'000 ? kUnits[2] : kUnits[3];
}

/// How many decimals of the unit a resolution needs.
int decimals_for(Ns resolution_ns, const TimeUnit& unit) {
  Ns place_ns = unit.ns;
  int decimals = 0;
  while (decimals < unit.digits && resolution_ns % place_ns != 0) {
    place_ns /= 10;
    ++decimals;
  }
  return decimals;
}

/// The number without its unit; integer part and decimals in groups of three.
std::string number(Ns time_ns, int decimals, const TimeUnit& unit) {
  const auto unit_ns = static_cast<std::uint64_t>(unit.ns);
  std::uint64_t step = unit_ns;
  for (int i = 0; i < decimals; ++i) step /= 10;
  const std::uint64_t rounded = (magnitude(time_ns) + step / 2) / step * step;
  std::string text = time_ns < 0 && rounded != 0 ? "−" : "";
  text += format_count(static_cast<std::int64_t>(rounded / unit_ns));
  std::string fraction = fmt::format("{:0{}}", rounded % unit_ns, unit.digits);
  fraction.resize(static_cast<std::size_t>(decimals));
  if (decimals > 0) text += '.';
  for (std::size_t i = 0; i < fraction.size(); ++i) {
    if (i > 0 && i % 3 == 0) text += ' ';
    text += fraction[i];
  }
  return text;
}

}  // namespace

std::string format_time_point(Ns time_ns, Ns resolution_ns, Ns largest_ns) {
  const TimeUnit& unit = unit_for(largest_ns == 0 ? time_ns : largest_ns);
  return number(time_ns, decimals_for(std::max<Ns>(resolution_ns, 1), unit), unit) + " " +
         unit.name;
}

std::string format_exact_time(Ns time_ns) {
  const TimeUnit& unit = unit_for(time_ns);
  return number(time_ns, unit.digits, unit) + " " + unit.name;
}

std::string format_range(TimeRange range, Ns origin_ns) {
  const Ns begin_ns = saturating_sub(range.begin_ns, origin_ns);
  const Ns end_ns = saturating_sub(range.end_ns, origin_ns);
  const TimeUnit& unit = unit_for(magnitude(begin_ns) > magnitude(end_ns) ? begin_ns : end_ns);
  Ns resolution_ns = 1;
  while (resolution_ns <= saturating_sub(range.end_ns, range.begin_ns) / 1000) resolution_ns *= 10;
  // If both ends are multiples of a coarser place, omit finer ones.
  const int decimals = std::min(decimals_for(resolution_ns, unit),
                                std::max(decimals_for(begin_ns, unit), decimals_for(end_ns, unit)));
  return number(begin_ns, decimals, unit) + "–" + number(end_ns, decimals, unit) + " " + unit.name;
}

std::string count_text(std::uint64_t count) {
  return format_count(static_cast<std::int64_t>(count));
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
  if (count != 1 && !more.empty()) return fmt::format("{} {}", count_text(count), more);
  return fmt::format("{} {}{}", count_text(count), one, count == 1 ? "" : "s");
}

std::string format_share(double share) {
  const double percent = share * 100;
  if (percent == 0 || !std::isfinite(percent)) return "0 %";
  if (percent > 99.5 && percent < 100) return fmt::format("{:.1f} %", std::min(percent, 99.9));
  if (std::abs(percent) < 0.1) return percent < 0 ? "−0.1 %" : "<0.1 %";
  return fmt::format("{}{:.{}f} %", percent < 0 ? "−" : "", std::abs(percent),
                     std::abs(percent) < 10 ? 1 : 0);
}

}  // namespace lanescope
