// The extensions of files that can be opened, in one list for folders, dialogs and messages.
#pragma once

#include <array>
#include <string_view>

namespace lanescope {

/// Only a guess: the actual format is recognized by content (core/readers/sniff.h). In the order in
/// which messages list them; a longer extension comes after the one that it extends.
inline constexpr std::array<std::string_view, 5> kTraceEndings{".json", ".json.gz", ".json.zst",
                                                               ".pickle", ".lanes"};

}  // namespace lanescope
