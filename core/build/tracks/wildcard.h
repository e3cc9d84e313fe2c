// Names with a part that varies, as a user writes them.
#pragma once

#include <string_view>

namespace lanescope {

/// Whether all of `text` is like `pattern`, in which each `*` stands for any text, also for none.
/// Case-sensitive. Cost: text × pattern at most, and linear with a single `*`.
bool matches_wildcards(std::string_view text, std::string_view pattern);

}  // namespace lanescope
