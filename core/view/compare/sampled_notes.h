// The tooltips of a table of sampled changes: what its numbers are, and how sure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/view/results/comparison.h"
#include "core/view/tables/data_tables.h"

namespace lanescope {

/// The changes that the rows of a table are made of, in its order.
std::span<const SampledChange> listed_changes(const SampledChanges& changes, SampledRows rows);

/// The change that a row is about: of functions, of the time in which they run.
Ns sampled_delta_ns(SampledRows rows, const SampledChange& change);

/// Of the row of `pair.sampled`. Column 0 is the name. Cost: the text.
CellNote sampled_note(const ComparedPair& pair, SampledRows rows, std::uint32_t row,
                      std::size_t column);

}  // namespace lanescope
