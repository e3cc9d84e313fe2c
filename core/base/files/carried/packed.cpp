#include "core/base/files/carried.h"

// Defined in the assembly that pack.cmake writes.
// NOLINTBEGIN(readability-identifier-naming): symbols of the program as a whole
extern "C" {
extern const lanescope::CarriedFile lanescope_carried_files[];
extern const std::size_t lanescope_carried_count;
extern const char lanescope_carried_hash[];
}
// NOLINTEND(readability-identifier-naming)

namespace lanescope {

std::span<const CarriedFile> carried_files() {
  return {lanescope_carried_files, lanescope_carried_count};
}

std::string_view carried_hash() {
  return lanescope_carried_hash;
}

}  // namespace lanescope
