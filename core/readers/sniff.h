// What a file is, told by its first bytes; of what is no trace, so that a user is told what to do
// instead of "bad JSON".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/converted_format.h"

namespace lanescope {

struct RecognizedFile {
  std::shared_ptr<ByteSource> source;          // decoded, nothing read yet
  const ConvertedFormat* converted = nullptr;  // of a file that is converted first
  bool capture = false;                        // a recording
  // Neither: JSON, as far as its first bytes tell.
};

/// Errors: as open_raw_source; WrongFormat with advice for what is known to be something else.
Result<RecognizedFile> recognize_file(const std::string& path, LoadProgress* progress);

/// `raw_head`: the first bytes of the file as it is on disk; `text_head`: the first bytes of the
/// text that open_byte_source makes of it. 64 KiB of each do; fewer only when there are no more.
/// `path` serves formats that are known by their ending. One line of advice ("a zip archive: unpack
/// it first"), fit for Error{WrongFormat}; nullopt when this may be a trace in Chrome's JSON
/// format. Cost: one pass over the heads.
std::optional<std::string> foreign_format(std::string_view raw_head, std::string_view text_head,
                                          const std::string& path);

}  // namespace lanescope
