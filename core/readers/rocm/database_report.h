// What is wrong with a database, for the load report.
#pragma once

#include <span>
#include <string_view>

#include "core/readers/rocm/trace.h"
#include "core/readers/sqlite/database.h"

namespace lanescope {

/// Lists tables with rows that are not `known` by the beginning of their names.
void report_unread_tables(SqliteDatabase& database, std::span<const std::string_view> known,
                          RowSink& sink);

/// Call after reading. Whether all of it was read.
bool report_database(const SqliteDatabase& database, const ByteSource& source, RocmTrace& trace);

}  // namespace lanescope
