#include "core/view/details/copy.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/copies/copies.h"

namespace lanescope {

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

std::optional<DetailsCopy> copy_of(const TraceInfo& info, CategoryKind kind, std::string_view name,
                                   const JsonValue* args, Ns dur_ns) {
  if (kind != CategoryKind::Memcpy && kind != CategoryKind::Memset) return std::nullopt;
  DetailsCopy copy;
  CopyRoute route = copy_route(kind, name);
  copy.from = std::move(route.from);
  copy.to = std::move(route.to);
  const JsonValue* bytes = args != nullptr ? args->find("bytes") : nullptr;
  if (bytes != nullptr && bytes->as_int(-1) >= 0) copy.bytes = bytes->as_int();
  if (copy.bytes && dur_ns > 0) copy.gb_per_s = copy_gb_per_s(info, *args, *copy.bytes, dur_ns);
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
