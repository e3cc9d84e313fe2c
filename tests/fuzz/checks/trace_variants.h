// The same trace in different forms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Changes to the text of a trace that do not change its meaning: "gzip", "zstd", "utf16", just
/// another number of threads ("threads1"), and for valid JSON "minified", "spaced", "lines",
/// "indented", "windows" and "shuffled" (its events in another order, except those of equal times
/// that only their order distinguishes).
const std::vector<std::string_view>& trace_variants();

/// The number of threads with which to read the variant, as in LANESCOPE_THREADS.
std::string threads_of(std::string_view variant);

/// nullopt: not possible for this text.
std::optional<std::string> trace_variant(const std::string& text, std::string_view variant);

}  // namespace lanescope
