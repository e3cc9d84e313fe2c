// Letters of the Arabic script change their shape with what stands beside them.
#pragma once

#include <string>

namespace lanescope {

/// A mark that sits on the letter before it.
[[nodiscard]] bool is_arabic_mark(char32_t c);

/// Puts the shapes that letters have side by side (Unicode's presentation forms) in their place,
/// and one sign for lam and alef. `text` is as it is read, first letter first.
void join_arabic(std::u32string& text);

}  // namespace lanescope
