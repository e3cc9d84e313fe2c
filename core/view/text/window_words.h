// What the windows that analyses look at are called.
#pragma once

#include <array>
#include <string_view>

#include "core/analysis/events/window.h"

namespace lanescope {

/// What can be chosen, in the order of menus.
inline constexpr std::array kWindowChoices{WindowKind::Steps, WindowKind::Whole, WindowKind::Hta,
                                           WindowKind::Tb};

/// "Steps without warm-up", "Whole trace".
std::string_view window_title(WindowKind kind);
/// "the steps", "the whole trace": inside a sentence.
std::string_view window_phrase(WindowKind kind);
/// "Steps": where there is little room.
std::string_view window_word(WindowKind kind);
/// One sentence: what is in it.
std::string_view window_meaning(WindowKind kind);

}  // namespace lanescope
