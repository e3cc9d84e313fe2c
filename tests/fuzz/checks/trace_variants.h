// The same trace in other clothes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// What may be done to the text of a trace without a change of what it says: "gzip", "zstd",
/// "utf16", nothing but another number of threads ("threads1"), and where it is valid JSON
/// "minified", "spaced", "lines", "indented", "windows" and "shuffled" (its events in another
/// order, but for those of one time that only their order tells apart).
const std::vector<std::string_view>& trace_variants();

/// With how many threads, as LANESCOPE_THREADS has it, the variant is to be read.
std::string threads_of(std::string_view variant);

/// nullopt: this text can not be put so.
std::optional<std::string> trace_variant(const std::string& text, std::string_view variant);

}  // namespace lanescope
