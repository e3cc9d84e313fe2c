// Collapsed stacks: a line "outer;inner 1204" for each, as py-spy's raw format, torch's
// export_stacks, the scripts of flamegraph.pl and this program write them. Weights have no unit and
// the lines no order in time.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// Most of the first lines must end with a weight, and one must have two frames; or all must end
/// with one after a word. Lines that begin with "#" do not count.
bool is_collapsed(std::string_view head);

/// One lane with all stacks side by side: 10 ms for each sample if the weights can be counts, a ns
/// for each unit of weight if they are times. Weights that are not whole are rounded; lines that
/// are no stacks are listed. Errors: as ProfileText::finish.
Result<ConvertedText> collapsed_text(const std::string& content, const LoadProgress* progress);

}  // namespace lanescope
