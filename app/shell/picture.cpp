#include "app/shell/picture.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/panes/trace_actions.h"

namespace lanescope {
namespace {

std::optional<Ns> parse_time(std::string_view text) {
  double value = 0;
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || !std::isfinite(value)) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
      {{"", 1e6}, {"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
  for (const auto& [name, ns] : kUnits) {
    const double time_ns = value * ns;
    if (name == unit && std::abs(time_ns) < 9e18) return static_cast<Ns>(std::llround(time_ns));
  }
  return std::nullopt;
}

}  // namespace

std::optional<TimeRange> parse_time_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto begin = parse_time(std::string_view(text).substr(0, colon));
  const auto end = parse_time(std::string_view(text).substr(colon + 1));
  if (!begin || !end || *end <= *begin) return std::nullopt;
  return TimeRange{*begin, *end};
}

Result<PictureView> parse_picture_view(const ScreenshotOptions& options) {
  PictureView view;
  if (!options.theme.empty() && options.theme != "dark" && options.theme != "light") {
    return Error{Error::Kind::Invalid, "--theme is dark or light, not " + options.theme};
  }
  view.theme = options.theme == "light" ? ThemeKind::Light : ThemeKind::Dark;
  if (!options.range.empty()) {
    view.range = parse_time_range(options.range);
    if (!view.range) {
      return Error{Error::Kind::Invalid,
                   "--range is two times from the trace's start, e.g. 412ms:612ms"};
    }
  }
  if (!(options.scale >= 0.5 && options.scale <= 4))
    return Error{Error::Kind::Invalid, "--scale is from 0.5 to 4"};
  view.select = options.select;
  view.tab = options.tab;
  return view;
}

std::optional<Error> apply_picture_view(MainWindow& window, const PictureView& view) {
  if (window.trace() == nullptr) return std::nullopt;
  TraceView& trace = window.trace()->view;
  if (!view.select.empty()) {
    const Session& session = trace.session();
    const SearchMatches matches = find_matches(
        *trace.snapshot(), view.select, [&](EventId event) -> std::optional<JsonValue> {
          Result<JsonValue> json = session.event_json(event);
          return json.ok() ? std::optional(std::move(json).value()) : std::nullopt;
        });
    if (!matches.error.empty()) return Error{Error::Kind::Invalid, "--select: " + matches.error};
    if (matches.events().empty()) {
      return Error{Error::Kind::Invalid, "--select: no event matches " + view.select};
    }
    trace.go_to(matches.events().front());
  }
  // Last: a range that was asked for is shown even when what is selected lies elsewhere.
  if (view.range) {
    const Ns start_ns = trace.snapshot()->extent.begin_ns;
    trace.viewport.show({saturating_add(start_ns, view.range->begin_ns),
                         saturating_add(start_ns, view.range->end_ns)});
  }
  if (!view.tab.empty() && !window.show_tab(view.tab)) {
    return Error{Error::Kind::Invalid, "--tab: there is no tab called " + view.tab};
  }
  return std::nullopt;
}

}  // namespace lanescope
