#include "core/readers/rpd/loader.h"

#include <array>
#include <utility>

#include "core/base/files/stage_log.h"
#include "core/readers/rocm/database_report.h"
#include "core/readers/rpd/context.h"
#include "core/readers/rpd/texts.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 13> kKnownTables = {
    "rocpd_api",       "rocpd_api_ops", "rocpd_op",        "rocpd_op_inputSignals",
    "rocpd_barrierop", "rocpd_copyapi", "rocpd_kernelapi", "rocpd_kernelcodeobject",
    "rocpd_metadata",  "rocpd_monitor", "rocpd_string",    "ext_autogradapi",
    "ext_callstack"};

JsonValue metadata_of(SqliteDatabase& database) {
  JsonObject tags;
  SqliteRows rows(database, "rocpd_metadata", {"tag", "value"});
  while (rows.next())
    tags.emplace_back(std::string(rows.text(0)), JsonValue{std::string(rows.text(1))});
  return JsonValue{JsonObject{{"rpd", JsonValue{std::move(tags)}}}};
}

}  // namespace

bool is_rpd(const FileHead& head) {
  return head.database != nullptr && head.database->find_table("rocpd_api") != nullptr &&
         head.database->find_table("rocpd_op") != nullptr;
}

Result<LoadedTrace> load_rpd(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                             const LoadOptions& options) {
  const std::string path = info.file;
  StageLog stages(path);
  info.format = "rpd";
  info.text_bytes = source->random_access_size().value_or(0);
  RocmTrace trace(std::move(info), options);
  auto opened = SqliteDatabase::open(source, path, options.progress);
  if (!opened.ok()) return opened.error();
  SqliteDatabase& database = *opened.value();
  DatabaseStrings strings(database, "rocpd_string");
  const auto launches = std::make_shared<const RpdLaunches>(database);
  RpdProcesses processes(trace);
  const RpdContext context{database, strings, *launches, processes, trace};
  constexpr std::uint64_t kParts = 3;
  std::uint64_t done = 0;
  for (const auto part : {read_rpd_calls, read_rpd_operations, read_rpd_monitors}) {
    part(context);
    trace.go_on(trace.info().file_bytes * ++done / kParts);
  }
  trace.info().metadata = metadata_of(database);
  report_unread_tables(database, kKnownTables, trace.sink());
  const bool complete = report_database(database, *source, trace);
  stages.done("reading");
  return LoadedTrace{trace.build(complete), rpd_event_texts(source, path, launches)};
}

}  // namespace lanescope
