// The list of tables of a database without its end. SQLite reads all of that list before anything
// else, and gives up where a page of it is missing, though the rows of most tables are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// By where a page begins in the file: the bytes that SQLite is to find there.
using StandInPages = std::map<std::uint64_t, std::string>;

/// For each missing page of the list of tables, one that lists no table, but an empty view, since
/// SQLite refuses a list page without entries. `bytes` of the file are there. Empty if the list is
/// whole, or the header makes no sense. Cost: a read per page of the list that branches.
StandInPages stand_ins_for_lost_schema(ByteSource& source, std::uint64_t bytes);

}  // namespace lanescope
