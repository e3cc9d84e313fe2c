// The page of the browser build as one HTML document, with a place for traces.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

/// What traces replace in the page.
inline constexpr std::string_view kPlaceOfTraces = "<!--lanescope-data-->";

/// Whether this build has a page to share traces with, or LANESCOPE_SHARE_PAGE names one.
bool has_viewer_page();

/// The HTML of the program: what LANESCOPE_SHARE_PAGE names, for tests, or share.html of the
/// program's files, with the files that it names inside. Errors: NotFound, Unreadable; WrongFormat
/// if it has no place for traces. Cost: some 0.3 s. Any thread.
Result<std::string> read_viewer_page();

/// For pages from elsewhere: puts the files that `page` names inside. `read`: the bytes of such a
/// file. Errors: those of `read`.
Result<std::string> with_files_inside(
    std::string page, const std::function<Result<std::string>(const std::string& name)>& read);

}  // namespace lanescope
