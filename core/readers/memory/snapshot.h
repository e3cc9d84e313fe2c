// Converts memory snapshots of torch.cuda.memory._dump_snapshot to the text of a trace: each
// allocation and free becomes a "[memory]" event with the resulting totals, as in torch.profiler
// traces, so lanes, tables and analyses need not know the difference.
//
// Source of the layout: torch/csrc/cuda/memory_snapshot.cpp and torch/cuda/_memory_viz.py.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// Memory allocated before the history began appears as allocations at its start. `progress` may be
/// null; on cancel, returns what has been converted so far. Errors: those of read_pickle;
/// WrongFormat for a pickle without segments or history, or whose lists and texts reference each
/// other so often that the result would be many times its size. Cost: linear in the pickle, for
/// text and stacks too. At most 256 frames of a stack are kept.
Result<ConvertedText> memory_snapshot_text(const std::string& pickle, const LoadProgress* progress);

}  // namespace lanescope
