// From a database of an AMD profiler to a trace: what surrounds the reading of its tables.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "core/readers/rocm/trace.h"
#include "core/readers/sqlite/database.h"

namespace lanescope {

struct RocmDatabaseFormat {
  std::string_view name;  // TraceInfo::format
  /// Beginnings of names. Others with rows are in the load report.
  std::span<const std::string_view> known_tables;
};

/// Reads all events, and returns what reads single ones.
using ReadRocmDatabase =
    std::function<std::shared_ptr<const EventTexts>(SqliteDatabase& database, RocmTrace& trace)>;

/// Errors: those of SqliteDatabase::open. Damage and what is missing are in the load report.
Result<LoadedTrace> load_rocm_database(const RocmDatabaseFormat& format,
                                       const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                       const LoadOptions& options, const ReadRocmDatabase& read);

/// The rows of a table "metadata", in the order of the file.
JsonValue rocm_metadata(SqliteDatabase& database, std::string_view table);

}  // namespace lanescope
