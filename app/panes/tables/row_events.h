// From a row of a table to the events it counts.
#pragma once

#include "app/panes/pane/trace_view.h"
#include "core/view/navigation/navigation.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// Whether a row counts an event. Cost: linear in the row's places, otherwise a few lookups.
bool counts_in(const Snapshot& trace, const DataTable& table, std::uint32_t row, EventId event);

/// The next or previous event that the row counts, in time; EventId::None at the end, or if `from`
/// is not one of them. Cost: O(events between), of which no more than a few thousand are looked at.
EventId next_instance(const Snapshot& trace, const DataTable& table, std::uint32_t row,
                      EventId from, Direction direction);

/// Which of its events a row leads to, and the keys for the others: "longest call of 241 · Enter:
/// next"; empty if there is only one.
std::string instance_words(const Snapshot& trace, const DataTable& table, std::uint32_t row,
                           EventId selected);

}  // namespace lanescope
