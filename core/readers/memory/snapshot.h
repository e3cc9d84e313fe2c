// Memory snapshots of torch.cuda.memory._dump_snapshot as the text of a trace: each allocation and
// each free becomes a "[memory]" event with the totals after it, as torch.profiler writes them, so
// that lanes, tables and analyses know nothing of where it came from.
//
// Source of the layout: torch/csrc/cuda/memory_snapshot.cpp and torch/cuda/_memory_viz.py.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// Memory that was taken before the history began is given as allocations at the history's start.
/// `progress` may be null; when it says cancel, what is done by then is returned. Errors: as
/// read_pickle; WrongFormat for a pickle without segments or history, and for one whose lists and
/// texts refer to each other so often that they would be many times its size. Cost: linear in the
/// pickle, text and stacks too. Of a stack 256 frames are taken.
Result<ConvertedText> memory_snapshot_text(std::string_view pickle, const LoadProgress* progress);

}  // namespace lanescope
