// Renumbers texts and categories. Workers number them in an order that depends on which worker read
// what and on the order of events in the file. After the snapshot, where ties are broken by the
// number of a name, this must make no difference: there, numbers are in alphabetical order.
#pragma once

#include <span>

#include "core/build/tracks/global_tables.h"

namespace lanescope {

/// Renumbers the texts and categories of `tables` in the order of their bytes. Not for snapshots of
/// a growing trace, where numbers must not change. Cost: a sort of the distinct texts.
void number_by_alphabet(GlobalTables& tables);

/// Replaces every reference to a text or a category by its new number; the mappings are indexed by
/// the old one. The lists themselves, `strings` and `categories`, are up to the caller.
void renumber(GlobalTables& tables, std::span<const StringId> texts,
              std::span<const CategoryId> categories);

}  // namespace lanescope
