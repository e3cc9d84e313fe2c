// Steps by what the user says marks them, instead of what was found when the trace was read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The same trace with the ranges of such names as its steps; `pattern` as for
/// collect_chosen_steps(), not empty. Shares the columns of events and the texts, copies the
/// rest, such as where events of two parts end, and all ids stay. What the load report says of
/// steps is about these. Errors: NotFound if no range has such a name, which says what repeats in
/// the trace, or none is whole; Unsupported if they overlap. Pure; any thread. Cost: a pass over
/// the names and the host slices.
Result<std::shared_ptr<const Snapshot>> with_steps(const std::shared_ptr<const Snapshot>& trace,
                                                   std::string_view pattern);

/// What the names of the steps begin with, before their number if they have one; empty if there are
/// none. Valid as long as the trace.
std::string_view steps_prefix(const Snapshot& trace);

/// The names of a trace's steps, with `*` for their numbers: "ProfilerStep#*", "train_step", or
/// what the user chose. Empty if it has no steps.
std::string steps_pattern(const Snapshot& trace);

/// A name with `*` for each number in it: "epoch 1 step 12" is "epoch * step *". Digits inside a
/// word, such as "conv2d", are none. A name without numbers, or of nothing else, is itself.
std::string numbered_pattern(std::string_view name);

/// Annotations of host threads that occur repeatedly; without any, operators.
struct RepeatedRange {
  std::string pattern;  // see numbered_pattern()
  std::uint64_t ranges = 0;
  Ns total_ns = 0;
};
/// Those with the most time first. Cost: a pass over the host slices.
std::vector<RepeatedRange> repeated_ranges(const Snapshot& trace, std::size_t most);

}  // namespace lanescope
