// Files of the page itself that are only fetched when they are needed. Only in the page.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace lanescope {

/// The bytes of a file beside the page, unpacked if they are gzip. Errors: NotFound, also in a page
/// that is a single file. Any thread but one that must not wait: blocks on the network.
Result<std::string> fetch_page_part(const std::string& name);

}  // namespace lanescope
