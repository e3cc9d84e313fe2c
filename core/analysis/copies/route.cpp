#include <array>
#include <utility>

#include "core/analysis/copies/copies.h"
#include "core/base/text/ascii_case.h"
#include "core/store/gpu_class.h"

namespace lanescope {
namespace {

std::string_view place_of(char letter) {
  switch (letter) {
    case 'H':
      return "host";
    case 'D':
      return "device";
    case 'A':
      return "array";
    case 'P':
      return "peer";
    default:
      return {};
  }
}

/// Finds "HtoD" anywhere in a name, or "HostToDevice" or "HOST_TO_DEVICE" as in traces of AMD's
/// tools.
std::pair<std::string_view, std::string_view> direction(std::string_view name) {
  constexpr std::array<std::string_view, 2> kPlaces = {"host", "device"};
  std::string letters = lower_cased(name);
  std::erase(letters, '_');
  for (const std::string_view from : kPlaces) {
    for (const std::string_view to : kPlaces) {
      const std::string words = std::string(from) + "to" + std::string(to);
      if (letters.find(words) != std::string::npos) return {from, to};
    }
  }
  for (std::size_t i = 1; i + 2 < name.size(); ++i) {
    if (name[i] != 't' || name[i + 1] != 'o') continue;
    const auto from = place_of(name[i - 1]), to = place_of(name[i + 2]);
    if (!from.empty() && !to.empty()) return {from, to};
  }
  return {};
}

/// "Pageable" and "Pinned" become "pageable host" and "pinned host"; other kinds of memory are just
/// lowercased.
std::string memory_text(std::string_view memory, std::string_view place) {
  if (memory.empty() || memory == "Unknown" || memory == "<unknown>") return std::string(place);
  std::string text(memory);
  for (char& c : text) c = lower_case(c);
  const bool of_host = memory == "Pageable" || memory == "Pinned";
  return of_host ? text + " host" : text;
}

bool fills(CategoryKind kind, std::string_view name) {
  return kind == CategoryKind::Memset || (is_classified_by_name(kind) && names_fill(name));
}

char letter_of(std::string_view place) {
  return place.empty() ? '?' : static_cast<char>(place.front() - ('a' - 'A'));
}

}  // namespace

CopyRoute copy_route(CategoryKind kind, std::string_view name) {
  CopyRoute route;
  const auto [from, to] = direction(name);
  const std::size_t open = name.find('(');
  const std::size_t close = name.rfind(')');
  std::string_view inside;
  const bool has_inside = open != std::string_view::npos && close != std::string_view::npos;
  if (!is_classified_by_name(kind) && has_inside && close > open) {
    inside = name.substr(open + 1, close - open - 1);
  }
  constexpr std::string_view kArrow = " -> ";
  const std::size_t arrow = inside.find(kArrow);
  if (fills(kind, name)) {
    route.kind = "memset";
    route.to = memory_text(inside, {});
    return route;
  }
  if (!from.empty()) route.kind = {letter_of(from), 't', 'o', letter_of(to)};
  if (arrow == std::string_view::npos) {
    route.from = from;
    route.to = to;
  } else {
    route.from = memory_text(inside.substr(0, arrow), from);
    route.to = memory_text(inside.substr(arrow + kArrow.size()), to);
  }
  return route;
}

}  // namespace lanescope
