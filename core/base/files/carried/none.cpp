#include "core/base/files/carried.h"

namespace lanescope {

std::span<const CarriedFile> carried_files() {
  return {};
}

std::string_view carried_hash() {
  return {};
}

}  // namespace lanescope
