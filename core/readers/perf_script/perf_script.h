// The text that `perf script` prints: samples with a thread, a time and a stack.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// The first line but for comments must be that of a sample, the next one a frame or a sample.
bool is_perf_script(std::string_view head);

/// A lane for each thread. A stack lasts until the next sample of its thread; if that is more than
/// three usual distances away, one such distance. Of several perf events the first is read, and the
/// others are listed. Errors: as ProfileText::finish.
Result<ConvertedText> perf_script_text(const std::string& content, const LoadProgress* progress);

}  // namespace lanescope
