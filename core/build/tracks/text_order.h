// Texts and categories numbered anew. Workers meet them in an order that depends on who read what,
// and on the order of the events in the file; behind the snapshot, where ties are broken by the
// number of a name, that must make no difference: there the order of numbers is the alphabet's.
#pragma once

#include <span>

#include "core/build/tracks/global_tables.h"

namespace lanescope {

/// Renumbers the texts and categories of `tables` in the order of their bytes. Not for what is
/// published while a trace still grows, where numbers have to stay. Cost: a sort of the distinct
/// texts.
void number_by_alphabet(GlobalTables& tables);

/// Gives whatever refers to a text or a category its new number, by the old one. The lists of them,
/// `strings` and `categories`, are the caller's.
void renumber(GlobalTables& tables, std::span<const StringId> texts,
              std::span<const CategoryId> categories);

}  // namespace lanescope
