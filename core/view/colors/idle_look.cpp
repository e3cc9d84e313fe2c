#include "core/view/colors/idle_look.h"

#include <array>

namespace lanescope {
namespace {

/// The middle of a role's variations, nearest to its own color.
constexpr std::uint8_t kOwnShade = RoleTable::kShades / 2;

/// In the order of IdleClass. Causes for which lanes have a role keep it: an operator that the GPU
/// waits for is as green as its slice. The others get the roles that the host lanes do not use for
/// anything that could be meant; these are roles of kernels and copies, which other charts show on
/// the same screen, so they are hatched, as nothing that runs on the GPU is.
constexpr std::array<IdleLook, kIdleClasses + 1> kLooks{{
    {ColorRole::Sync, kOwnShade},                 // sync
    {ColorRole::Copy, kOwnShade, true},           // allocation
    {ColorRole::Gemm, kOwnShade, true},           // runtime
    {ColorRole::DataLoading, kOwnShade},          // data loading
    {ColorRole::CpuOp, kOwnShade},                // operators
    {ColorRole::Python, kOwnShade},               // Python
    {ColorRole::Annotation, kOwnShade},           // annotations only
    {},                                           // untraced
    {ColorRole::Attention, kOwnShade, true},      // launch latency
    {ColorRole::Communication, kOwnShade, true},  // device waits, often for other streams and ranks
    {std::nullopt, 0, true},                      // unlinked
    {std::nullopt, 0, true},                      // paused
}};

struct Grays {
  Rgb unknown, paused, text;
};
constexpr Grays kDark{rgb(0x384150), rgb(0x262B33), rgb(0xFFFFFF)};
constexpr Grays kLight{rgb(0xBAC8E2), rgb(0xE1E5EC), rgb(0x0A0C10)};

Rgb unpacked(std::uint32_t color) {
  return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8U),
          static_cast<std::uint8_t>(color >> 16U)};
}

}  // namespace

IdleLook look_of(IdleClass idle_class) {
  return kLooks.at(static_cast<std::size_t>(idle_class));
}

IdleColor idle_color(const RolePalette& palette, IdleClass idle_class) {
  const IdleLook look = look_of(idle_class);
  if (look.role) {
    return {unpacked(palette.fill_of(*look.role, look.shade)),
            unpacked(palette.text_of(*look.role, look.shade)), look.hatched};
  }
  const Grays& grays = &palette == &role_palette(ThemeKind::Light) ? kLight : kDark;
  const bool paused = idle_class == IdleClass::Paused;
  return {paused ? grays.paused : grays.unknown, grays.text, look.hatched};
}

}  // namespace lanescope
