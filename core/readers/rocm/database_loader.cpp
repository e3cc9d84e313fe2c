#include "core/readers/rocm/database_loader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/readers/rows/unread_tables.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {
namespace {

void report_unread_tables(SqliteDatabase& database, std::span<const std::string_view> known,
                          RowSink& sink) {
  UnreadTables unread;
  for (const SqliteTable& table : database.tables()) {
    const bool is_known = std::ranges::any_of(
        known, [&](std::string_view name) { return table.name.starts_with(name); });
    if (is_known || !SqliteRows(database, table.name, SqliteRows::Columns{}).next()) continue;
    unread.add(table.name);
  }
  unread.report(sink);
}

/// Whether all of it was read.
bool report_damage(const SqliteDatabase& database, const ByteSource& source, RocmTrace& trace) {
  RowSink& sink = trace.sink();
  if (!database.cut_off().empty()) sink.issue(Issue::DamagedChunk, 0, database.cut_off());
  if (!database.damage().empty())
    sink.issue(Issue::DamagedChunk, 0, database.damage(), database.damaged_places());
  if (!source.damage().empty()) sink.issue(Issue::DamagedChunk, 0, source.damage());
  if (!database.unread_log().empty()) sink.issue(Issue::UnreadLog, 0, database.unread_log());
  if (database.unfinished_write()) sink.issue(Issue::UnfinishedWrite, 0, "");
  if (source.changed()) sink.issue(Issue::FileChanged, 0, trace.info().file);
  return database.is_whole() && source.damage().empty();
}

}  // namespace

Result<LoadedTrace> load_rocm_database(const RocmDatabaseFormat& format,
                                       const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                       const LoadOptions& options, const ReadRocmDatabase& read) {
  const std::string path = info.file;
  StageLog stages(path);
  info.format = format.name;
  info.text_bytes = source->random_access_size().value_or(0);
  RocmTrace trace(std::move(info), options);
  auto opened = SqliteDatabase::open(source, path, options.progress);
  if (!opened.ok()) return opened.error();
  SqliteDatabase& database = *opened.value();
  auto texts = read(database, trace);
  LANESCOPE_CHECK(texts != nullptr, "a reader of single events of {}", format.name);
  report_unread_tables(database, format.known_tables, trace.sink());
  const bool complete = report_damage(database, *source, trace);
  const bool damaged = database.is_damaged() && source->damage().empty();
  stages.done("reading");
  return LoadedTrace{trace.build(complete, damaged), std::move(texts)};
}

JsonValue rocm_metadata(SqliteDatabase& database, std::string_view table) {
  JsonObject tags;
  SqliteRows rows(database, table, {"tag", "value"});
  while (rows.next())
    tags.emplace_back(std::string(rows.text(0)), JsonValue{std::string(rows.text(1))});
  return JsonValue{std::move(tags)};
}

}  // namespace lanescope
