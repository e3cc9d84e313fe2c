// The ids of slices that are written as a begin and an end: the arguments of both belong to them.
#pragma once

#include <span>

#include "core/build/tracks/raw_events.h"
#include "core/build/tracks/track_builder.h"

namespace lanescope {

/// Gives the ids of ends to their slices, which are those of the begins; what both have is the
/// end's, as in event_arguments(). The order of the links stays that of the file. Cost: if there
/// are pairs, two passes over the links and a look-up for each of an end.
void take_ids_of_ends(std::span<RawBatch> batches, const BuiltTracks& built);

}  // namespace lanescope
