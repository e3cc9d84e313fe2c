// Files that are not traces but are displayed as such, like memory snapshots: their content is
// converted to the text of a trace, which is then loaded like any other. To add a format, add a
// line to the table in converted_format.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

struct ConvertedFormat {
  std::string_view name;  // TraceInfo::format of the result
  bool (*recognizes)(std::string_view text_head);
  Result<ConvertedText> (*convert)(const std::string& content, const LoadProgress* progress);
  bool is_profile = false;  // it has samples of a program
};

/// All there are.
std::span<const ConvertedFormat> converted_formats();

/// Detects the format from the first bytes of the decompressed text; null if it is none of these.
const ConvertedFormat* find_converted_format(std::string_view text_head);

/// Converts `source` to the text of a trace. Errors: those of the format; Unsupported above 4 GiB.
/// Memory: the content and the text at the same time.
Result<ConvertedText> convert_to_trace_text(const ConvertedFormat& format, ByteSource& source,
                                            LoadProgress* progress);

}  // namespace lanescope
