// Which names mark steps: a prefix and a number, as "step 12". Programs add how many there are, and
// figures: "step 12/90", "step 12 loss=0.31, lr=1e-4".
#pragma once

#include <string_view>

namespace lanescope {

/// The name without what is behind its number; the name itself if nothing is, or it has no number.
std::string_view without_step_details(std::string_view name);

/// Whether the name is the prefix and a number, with or without what is behind that, or the prefix
/// alone.
bool is_step_name(std::string_view name, std::string_view prefix);

}  // namespace lanescope
