#include "core/readers/rocm/database_report.h"

#include <algorithm>

#include "core/readers/sqlite/rows.h"

namespace lanescope {

void report_unread_tables(SqliteDatabase& database, std::span<const std::string_view> known,
                          RowSink& sink) {
  for (const SqliteTable& table : database.tables()) {
    const bool is_known = std::ranges::any_of(
        known, [&](std::string_view name) { return table.name.starts_with(name); });
    if (is_known || !SqliteRows(database, table.name, SqliteRows::Columns{}).next()) continue;
    sink.issue(Issue::UnreadTable, 0, table.name);
  }
}

bool report_database(const SqliteDatabase& database, const ByteSource& source, RocmTrace& trace) {
  RowSink& sink = trace.sink();
  if (!database.damage().empty()) sink.issue(Issue::DamagedChunk, 0, database.damage());
  if (!source.damage().empty()) sink.issue(Issue::DamagedChunk, 0, source.damage());
  if (!database.unread_log().empty()) sink.issue(Issue::UnreadLog, 0, database.unread_log());
  if (source.changed()) sink.issue(Issue::FileChanged, 0, trace.info().file);
  return database.damage().empty() && !database.cancelled() && source.damage().empty();
}

}  // namespace lanescope
