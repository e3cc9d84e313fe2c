// The names of the analysis windows.
#pragma once

#include <array>
#include <string_view>

#include "core/analysis/events/window.h"

namespace lanescope {

/// The choices, in menu order.
inline constexpr std::array kWindowChoices{WindowKind::Steps, WindowKind::Whole, WindowKind::Hta,
                                           WindowKind::Tb};

/// "Steady-state steps", "Whole trace".
std::string_view window_title(WindowKind kind);
/// "the steps", "the whole trace": for use inside a sentence.
std::string_view window_phrase(WindowKind kind);
/// "Steady", "Whole", "TB": a part of the title or its capitals, for use where space is limited.
std::string_view window_word(WindowKind kind);
/// One sentence about what it covers.
std::string_view window_meaning(WindowKind kind);

}  // namespace lanescope
