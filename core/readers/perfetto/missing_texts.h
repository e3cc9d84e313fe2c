// Texts that an event refers to by ids which its writer has not defined: its name, categories, and
// the names and texts of its arguments are empty then.
#pragma once

#include <cstdint>

#include "core/readers/perfetto/sequence.h"
#include "core/readers/perfetto/track_event.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

/// Reports those of an event at `offset`. Cost: a look at each id.
void note_missing_texts(const EventFieldsList& events, const EventFields& fields,
                        const Sequence& sequence, std::uint64_t offset, RowSink& sink);

}  // namespace lanescope::perfetto
