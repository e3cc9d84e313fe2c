#include "core/readers/rpd/loader.h"

#include <array>
#include <utility>

#include "core/readers/rocm/database_loader.h"
#include "core/readers/rpd/context.h"
#include "core/readers/rpd/texts.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 13> kKnownTables = {
    "rocpd_api",       "rocpd_api_ops", "rocpd_op",        "rocpd_op_inputSignals",
    "rocpd_barrierop", "rocpd_copyapi", "rocpd_kernelapi", "rocpd_kernelcodeobject",
    "rocpd_metadata",  "rocpd_monitor", "rocpd_string",    "ext_autogradapi",
    "ext_callstack"};

std::shared_ptr<const RpdLaunches> read_rpd(SqliteDatabase& database, RocmTrace& trace) {
  DatabaseStrings strings(database, "rocpd_string");
  auto launches = std::make_shared<const RpdLaunches>(database, strings);
  launches->report(trace.sink());
  RpdProcesses processes(trace);
  const RpdContext context{database, strings, *launches, processes, trace};
  constexpr std::uint64_t kParts = 3;
  std::uint64_t done = 0;
  for (const auto part : {read_rpd_calls, read_rpd_operations, read_rpd_monitors}) {
    part(context);
    trace.go_on(trace.info().file_bytes * ++done / kParts);
  }
  strings.report_missing(trace.sink());
  trace.info().metadata = JsonValue{JsonObject{{"rpd", rocm_metadata(database, "rocpd_metadata")}}};
  return launches;
}

}  // namespace

bool is_rpd(const FileHead& head) {
  return head.database != nullptr && head.database->find_table("rocpd_api") != nullptr &&
         head.database->find_table("rocpd_op") != nullptr;
}

Result<LoadedTrace> load_rpd(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                             const LoadOptions& options) {
  const std::string path = info.file;
  const auto read = [&](SqliteDatabase& database, RocmTrace& trace) {
    return rpd_event_texts(source, path, read_rpd(database, trace));
  };
  return load_rocm_database({"rpd", kKnownTables}, source, std::move(info), options, read);
}

}  // namespace lanescope
