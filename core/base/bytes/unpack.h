// Decodes compressed bytes that are inside a file, all at once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// The bytes that a zlib stream (RFC 1950) stands for; nullopt if it is damaged, or if there are
/// more than `most`.
std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t most);
/// The same for one or several zstd frames.
std::optional<std::string> unpack_zstd(std::string_view packed, std::size_t most);

}  // namespace lanescope
