#include "core/readers/perfetto/packets/other_packets.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/readers/perfetto/packets/packet.h"

namespace lanescope::perfetto {
namespace {

/// Packets that say how the trace was made are metadata, and nobody misses them.
bool is_about_trace(std::uint32_t kind) {
  constexpr std::array<std::uint32_t, 12> kKinds = {33, 34, 35, 36, 45,  46,
                                                    69, 72, 89, 90, 124, 126};
  return std::ranges::find(kKinds, kind) != kKinds.end();
}

}  // namespace

std::optional<JsonValue> OtherPackets::report(RowSink& sink) const {
  JsonObject counts;
  for (const auto& [kind, others] : others_) {
    const std::string_view known = known_kind_name(kind);
    const std::string name = known.empty() ? fmt::format("type {}", kind) : std::string(known);
    counts.emplace_back(name, JsonValue{static_cast<std::int64_t>(others.count)});
    if (!is_about_trace(kind)) sink.issue(Issue::OtherPackets, others.first, name, others.count);
  }
  if (counts.empty()) return std::nullopt;
  return JsonValue{JsonObject{{"other packets", JsonValue{std::move(counts)}}}};
}

}  // namespace lanescope::perfetto
