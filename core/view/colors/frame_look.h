// Whose code a Python frame is, judging by its file: what colors it on lanes of samples.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/view/colors/role.h"

namespace lanescope {

enum class FrameOwner : std::uint8_t {
  Own,       // the program's own code
  Library,   // an installed package, such as torch or numpy
  Standard,  // Python's standard library and what it is started with
};
inline constexpr std::size_t kFrameOwners = 3;

/// Of the name of a function, "data.py(12): tokenize", or of a line, "data.py:13"; nullopt for
/// other names. Packages are told by their names where the path says nothing. Cost: that of the
/// name, a few µs.
std::optional<FrameOwner> frame_owner(std::string_view name);

/// "your code", for legends and details.
std::string_view frame_owner_title(FrameOwner owner);

/// Each has a role's color to itself; the standard library has the gray of all other Python.
constexpr ColorRole frame_owner_role(FrameOwner owner) {
  constexpr std::array<ColorRole, kFrameOwners> kRoles{ColorRole::Compute, ColorRole::Attention,
                                                       ColorRole::Python};
  return kRoles[static_cast<std::size_t>(owner)];
}

/// Whether it is the name of a line, "data.py:13".
bool is_frame_line(std::string_view name);

}  // namespace lanescope
