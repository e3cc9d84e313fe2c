// Pairs forward and backward operators by the sequence numbers in their arguments.
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

/// Pairs each operator whose "Fwd thread id" is above 0 with the last earlier operator that has the
/// same "Sequence number" and no such id, and that runs on the thread that the id denotes. These
/// ids are autograd's own; which thread each denotes is inferred from operators whose number occurs
/// on only one thread. Sorted by the backward operator. Cost: the text of every operator is read,
/// unless no name suggests a backward pass. After a stop, there are no pairs.
std::vector<SequencePair> sequence_pairs(const Snapshot& snapshot, const ReadEvent& read,
                                         const std::stop_token& stop = {});

}  // namespace lanescope
