// The text that `perf script` prints: samples with a thread, a time and a stack.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// The first line but for comments must be that of a sample, the next one a frame or a sample. Also
/// true without times or threads, which are refused then.
bool is_perf_script(std::string_view head);

/// A lane for each thread. A stack lasts until the next sample of its thread; if that is more than
/// one and a half usual distances away, one such distance: the thread did not run then. Of several
/// perf events a clock is read, else cycles, else the first, and the others are listed. The
/// kernel's idle threads have a lane for each CPU, and do not run. Errors: as ProfileText::finish;
/// WrongFormat without times or threads.
Result<ConvertedText> perf_script_text(const std::string& content, const LoadProgress* progress);

}  // namespace lanescope
