// Debug annotations as JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/readers/perfetto/packets/interned.h"

namespace lanescope::perfetto {

/// The bytes of the entry of InternedData that an id stands for.
using Meaning = std::function<std::optional<std::string>(InternedKind kind, std::uint64_t id)>;

/// Field 2 of such an entry, its name or text; empty if it is unknown.
std::string interned_text(const Meaning& meaning, InternedKind kind, std::uint64_t id);

/// The arguments of a TrackEvent; those of rocprofv3's GPU work with torch.profiler's keys too.
void add_track_event(std::string_view message, const Meaning& meaning, JsonObject& arguments);

}  // namespace lanescope::perfetto
