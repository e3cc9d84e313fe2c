// Offsets of places in traces that were read from databases, where events are rows: numbers of
// rows, not of bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

/// The lowest bits of an offset in an export of Nsight Systems are the number of the table.
inline constexpr unsigned kNsysTableBits = 5;

/// The row at an offset in a trace of this format (TraceInfo::format), 0 if none is known; nullopt
/// for formats whose offsets are bytes.
inline std::optional<std::uint64_t> row_of_offset(std::string_view format, std::uint64_t offset) {
  if (format == "nsys-sqlite") return offset >> kNsysTableBits;
  if (format == "rocpd" || format == "rpd") return offset;
  return std::nullopt;
}

}  // namespace lanescope
