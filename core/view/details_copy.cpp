#include "core/view/details_copy.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

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

/// "HtoD" anywhere in a name, as places; "CopyHostToDevice" in AMD's older traces.
std::pair<std::string_view, std::string_view> direction(std::string_view name) {
  constexpr std::array<std::string_view, 2> kWords = {"Host", "Device"};
  for (const std::string_view from : kWords) {
    for (const std::string_view to : kWords) {
      const std::string words = std::string(from) + "To" + std::string(to);
      if (name.find(words) != std::string_view::npos) return {place_of(from[0]), place_of(to[0])};
    }
  }
  for (std::size_t i = 1; i + 2 < name.size(); ++i) {
    if (name[i] != 't' || name[i + 1] != 'o') continue;
    const auto from = place_of(name[i - 1]), to = place_of(name[i + 2]);
    if (!from.empty() && !to.empty()) return {from, to};
  }
  return {};
}

/// "Pageable" of the host reads "pageable host"; a memory that says all by itself stays alone.
std::string memory_text(std::string_view memory, std::string_view place) {
  if (memory.empty() || memory == "Unknown" || memory == "<unknown>") return std::string(place);
  std::string text(memory);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const bool of_host = memory == "Pageable" || memory == "Pinned";
  return of_host ? text + " host" : text;
}

void name_memories(DetailsCopy& copy, std::string_view name, bool fill) {
  const auto [from, to] = direction(name);
  const std::size_t open = name.find('(');
  const std::size_t close = name.rfind(')');
  std::string_view inside;
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    inside = name.substr(open + 1, close - open - 1);
  }
  constexpr std::string_view kArrow = " -> ";
  const std::size_t arrow = inside.find(kArrow);
  if (fill) {
    copy.to = memory_text(inside, {});
  } else if (arrow == std::string_view::npos) {
    copy.from = from;
    copy.to = to;
  } else {
    copy.from = memory_text(inside.substr(0, arrow), from);
    copy.to = memory_text(inside.substr(arrow + kArrow.size()), to);
  }
}

}  // namespace

std::string format_rate(double gb_per_s) {
  struct Unit {
    double gb;
    const char* name;
  };
  constexpr std::array kUnits = {Unit{1e3, "TB/s"}, Unit{1, "GB/s"}, Unit{1e-3, "MB/s"},
                                 Unit{1e-6, "kB/s"}};
  const Unit* unit = &kUnits.back();
  for (const Unit& u : kUnits) {
    if (gb_per_s < u.gb) continue;
    unit = &u;
    break;
  }
  const double value = gb_per_s / unit->gb;
  const int whole = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
  return fmt::format("{:.{}f} {}", value, 4 - whole, unit->name);
}

std::optional<DetailsCopy> copy_of(CategoryKind kind, std::string_view name, const JsonValue* args,
                                   Ns dur_ns) {
  if (kind != CategoryKind::Memcpy && kind != CategoryKind::Memset) return std::nullopt;
  DetailsCopy copy;
  name_memories(copy, name, kind == CategoryKind::Memset);
  const JsonValue* bytes = args != nullptr ? args->find("bytes") : nullptr;
  if (bytes != nullptr && bytes->as_int(-1) >= 0) copy.bytes = bytes->as_int();
  if (copy.bytes && dur_ns > 0) {
    copy.gb_per_s = static_cast<double>(*copy.bytes) / static_cast<double>(dur_ns);
  }
  return copy;
}

std::vector<ArgumentFact> copy_facts(const DetailsCopy& copy) {
  std::vector<ArgumentFact> facts;
  if (!copy.from.empty() || !copy.to.empty()) {
    std::string way = copy.from.empty() ? copy.to : copy.from + " → " + copy.to;
    facts.push_back({copy.from.empty() ? "Memory" : "From · to", std::move(way), {}});
  }
  if (copy.bytes) facts.push_back({"Size", format_bytes(*copy.bytes), {"bytes"}});
  if (copy.gb_per_s) {
    facts.push_back({"Rate", format_rate(*copy.gb_per_s), {"memory bandwidth (GB/s)"}});
  }
  return facts;
}

}  // namespace lanescope
