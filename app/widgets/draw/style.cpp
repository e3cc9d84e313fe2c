#include "app/widgets/draw/style.h"

#include <cstdint>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

std::uint32_t channel(ImU32 color, int shift) {
  return (color >> shift) & 0xFFU;
}

}  // namespace

ImU32 faded(ImU32 color, float share) {
  const float alpha =
      static_cast<float>(channel(color, IM_COL32_A_SHIFT)) * clamped(share, 0.0F, 1.0F);
  return (color & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha)) << IM_COL32_A_SHIFT;
}

ImU32 mixed(ImU32 a, ImU32 b, float share) {
  const float t = clamped(share, 0.0F, 1.0F);
  ImU32 result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const float from = static_cast<float>(channel(a, shift));
    const float to = static_cast<float>(channel(b, shift));
    result |= static_cast<ImU32>(std::lround(from + (to - from) * t)) << shift;
  }
  return result;
}

}  // namespace lanescope
