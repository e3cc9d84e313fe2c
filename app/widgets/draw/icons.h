// The icons we use, as characters of Font Awesome 4.
#pragma once

#include <array>

#include "imgui.h"

namespace lanescope::icon {

inline constexpr const char* kSearch = "\xEF\x80\x82";
inline constexpr const char* kCheck = "\xEF\x80\x8C";
inline constexpr const char* kClose = "\xEF\x80\x8D";
inline constexpr const char* kClock = "\xEF\x80\x97";
inline constexpr const char* kDown = "\xEF\x81\xA3";
inline constexpr const char* kHidden = "\xEF\x81\xB0";
inline constexpr const char* kWarning = "\xEF\x81\xB1";
inline constexpr const char* kFolder = "\xEF\x81\xBB";
inline constexpr const char* kFolderOpen = "\xEF\x81\xBC";
inline constexpr const char* kPin = "\xEF\x82\x8D";
inline constexpr const char* kCopy = "\xEF\x83\x85";
inline constexpr const char* kFile = "\xEF\x83\xB6";
inline constexpr const char* kExample = "\xEF\x83\xAB";
inline constexpr const char* kAttach = "\xEF\x83\x81";  // chain
inline constexpr const char* kRecord = "\xEF\x84\x91";  // circle
inline constexpr const char* kCommand = "\xEF\x84\xA0";
inline constexpr const char* kInfo = "\xEF\x81\x9A";

/// The glyph ranges loaded from the icon font: pairs of first and last character, terminated by 0.
inline constexpr std::array<ImWchar, 3> kRanges{0xF000, 0xF130, 0};

}  // namespace lanescope::icon
