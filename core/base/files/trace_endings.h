// How the names of files end that can be opened, in one list for folders, dialogs and messages.
#pragma once

#include <array>
#include <string_view>

namespace lanescope {

/// A guess by name: what a file holds is recognized by its content (core/readers/sniff.h). In the
/// order in which messages name them; a longer ending comes after the one that it extends.
inline constexpr std::array<std::string_view, 5> kTraceEndings{".json", ".json.gz", ".json.zst",
                                                               ".pickle", ".lanes"};

}  // namespace lanescope
