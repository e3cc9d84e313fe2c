// Where an event's row is in an RPD file.
#pragma once

#include <cstdint>

#include "core/readers/rocm/database_rows.h"

namespace lanescope {

enum class RpdTable : std::uint8_t { None, Api, Op };

inline Place rpd_place(RpdTable table, std::int64_t id) {
  return place_of_row(static_cast<std::uint64_t>(table), id);
}

}  // namespace lanescope
