// Where names that start alike differ: what has to stay visible when they are cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// For each title, the byte at which the word begins in which it differs from all others, the last
/// one if several tell it from different titles; 0 for a title that no other starts like. Equal
/// titles are not told apart. Cost: n log n and the titles.
std::vector<std::uint32_t> differing_parts(std::span<const std::string_view> titles);

/// At most `most_bytes` of a title and an ellipsis: its start and, if that does not show it, the
/// part that begins at `differs_at`: "nvjet_tst_128x2…2x1_v_bz_TNN". Cut between characters.
std::string cut_title(std::string_view title, std::size_t differs_at, std::size_t most_bytes);

}  // namespace lanescope
