// Forward and backward operators by what autograd writes among their arguments.
#pragma once

#include <stop_token>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct SequencePair {
  EventId backward = EventId::None;
  EventId forward = EventId::None;
};

/// Operators with a "Fwd thread id" above 0, each with the last operator before it that has the
/// same "Sequence number" and no such thread, on the thread that the number stands for. These
/// numbers are autograd's own: which thread one means is learned from the pairs that leave no
/// choice. Sorted by the backward operator. Cost: the text of every operator is read, unless no
/// name speaks of a backward pass. A stop gives no pairs.
std::vector<SequencePair> sequence_pairs(const Snapshot& snapshot, const ReadEvent& read,
                                         const std::stop_token& stop = {});

}  // namespace lanescope
