// What a file is that is no trace, so that a user is told what to do instead of "bad JSON".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// `raw_head`: the first bytes of the file as it is on disk; `text_head`: the first bytes of the
/// text that open_byte_source makes of it. 64 KiB of each do; fewer only when there are no more.
/// `path` serves formats that are known by their ending. One line of advice ("a zip archive: unpack
/// it first"), fit for Error{WrongFormat}; nullopt when this may be a trace in Chrome's JSON
/// format. Cost: one pass over the heads.
std::optional<std::string> foreign_format(std::string_view raw_head, std::string_view text_head,
                                          const std::string& path);

}  // namespace lanescope
