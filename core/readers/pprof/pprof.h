// Profiles of pprof: what Go, gperftools, pprof-rs and many services write, usually compressed.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// Every field of the head must be one of a profile, one of them its type of value. A trace of
/// Perfetto begins with the same byte, but has only one kind of field.
bool is_pprof(std::string_view head);

/// A lane for each thread that samples are labeled with, by name or number, else one, in the
/// process of their label "pid", else 0, with all stacks side by side: samples have no times. Of
/// several values, the one that is a time is shown, else the default one, else the last: what is no
/// time, as the bytes of heap profiles, is drawn as ns, and the lane says so. Of a truncated file,
/// what was read is shown. Errors: as ProfileText::finish; WrongFormat if the file is damaged, or
/// truncated before the texts, which most writers put behind all samples.
Result<ConvertedText> pprof_text(const std::string& content, const LoadProgress* progress);

}  // namespace lanescope
