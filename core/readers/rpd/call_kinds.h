// What a call of an RPD file is, from its name.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

enum class RpdCallKind : std::uint8_t { Call, Overhead, Marker };

/// Markers are ranges of roctx, and of operators that a tool has renamed. Overhead is the
/// recorder's own work.
inline RpdCallKind rpd_call_kind(std::string_view name) {
  if (name == "UserMarker" || name == "PytorchAutograd") return RpdCallKind::Marker;
  const bool is_overhead = name.ends_with("::writeRows") || name == "hcc_activity_callback";
  return is_overhead ? RpdCallKind::Overhead : RpdCallKind::Call;
}

}  // namespace lanescope
