// Files that are not traces but are shown as such, like memory snapshots: their content is
// converted to the text of a trace, which is then loaded like any other. One more format is one
// more line in the table in converted_format.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

struct ConvertedFormat {
  std::string_view name;  // TraceInfo::format of what is made of it
  bool (*recognizes)(std::string_view text_head);
  Result<ConvertedText> (*convert)(const std::string& content, const LoadProgress* progress);
};

/// The format of a text by its first bytes, compressed or not; null when it is none of these.
const ConvertedFormat* find_converted_format(std::string_view text_head);

/// The text of a trace that says what `source` says. Errors: those of the format; Unsupported above
/// 4 GiB. Memory: the content and the text at once.
Result<ConvertedText> convert_to_trace_text(const ConvertedFormat& format, ByteSource& source,
                                            LoadProgress* progress);

}  // namespace lanescope
