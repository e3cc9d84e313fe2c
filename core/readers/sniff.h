// Detects the type of a file from its first bytes. For files that are not traces, tells the user
// what to do instead of "bad JSON".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/converted_format.h"
#include "core/readers/native_format.h"

namespace lanescope {

struct RecognizedFile {
  std::shared_ptr<ByteSource> source;          // decoded, nothing read yet
  const ConvertedFormat* converted = nullptr;  // set if the file must be converted first
  const NativeFormat* native = nullptr;        // set if it has a reader of its own
  // Otherwise JSON, judging by its first bytes.
};

/// Errors: those of open_raw_source; WrongFormat with advice for known other file types.
Result<RecognizedFile> recognize_file(const std::string& path, LoadProgress* progress);

/// `raw_head` is the first bytes of the file on disk, `text_head` the first bytes of the decoded
/// text (open_byte_source): 64 KiB of each, or less if there is no more. `path` is for formats that
/// are recognized by extension. Returns one line of advice ("a zip archive: unpack it first"),
/// suitable for Error{WrongFormat}; nullopt if this may be a trace in Chrome's JSON format. Cost:
/// one pass over both.
std::optional<std::string> foreign_format(std::string_view raw_head, std::string_view text_head,
                                          const std::string& path);

}  // namespace lanescope
