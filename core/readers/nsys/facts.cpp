#include "core/readers/nsys/facts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"
#include "core/base/text/numbers.h"
#include "core/readers/nsys/origins/graph_nodes.h"
#include "core/readers/rows/unread_tables.h"

namespace lanescope {
namespace {

/// Called otherwise up to schema 3.1.
constexpr std::string_view kExportFacts[] = {"META_DATA_EXPORT", "EXPORT_META_DATA"};
constexpr std::string_view kDiagnostics = "DIAGNOSTIC_EVENT";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A value of the export's facts; empty if there is none.
std::string export_fact(SqliteDatabase& database, std::string_view name) {
  for (const std::string_view table : kExportFacts) {
    SqliteRows rows(database, table, {"name", "value"});
    while (rows.next()) {
      if (rows.text(0) == name) return std::string(rows.text(1));
    }
  }
  return {};
}

/// Of the environment of the program: "RANK=\"3\"" is a row.
std::optional<std::int64_t> number_in_environment(SqliteDatabase& database, std::string_view name) {
  SqliteRows rows(database, "META_DATA_CAPTURE", {"name", "value"});
  while (rows.next()) {
    if (!rows.text(0).ends_with("ENVIRONMENT_VARIABLE")) continue;
    std::string_view text = rows.text(1);
    if (!text.starts_with(name) || !text.substr(name.size()).starts_with("=\"")) continue;
    text.remove_prefix(name.size() + 2);
    return parse_number<std::int64_t>(text.substr(0, text.find('"')));
  }
  return std::nullopt;
}

/// Written as in torch.profiler traces, for the comparison of ranks.
std::optional<JsonValue> distributed(SqliteDatabase& database) {
  for (const auto& [rank_name, size_name] :
       {std::pair("RANK", "WORLD_SIZE"), std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
        std::pair("SLURM_PROCID", "SLURM_NTASKS")}) {
    const auto rank = number_in_environment(database, rank_name);
    if (!rank || *rank < 0) continue;
    JsonObject object{{"rank", JsonValue{*rank}}};
    if (const auto size = number_in_environment(database, size_name))
      object.emplace_back("world_size", JsonValue{*size});
    return JsonValue{std::move(object)};
  }
  return std::nullopt;
}

bool is_private(std::string_view name) {
  for (const std::string_view part : {"ENVIRONMENT", "USER", "HOST", "PATH"}) {
    if (contains(name, part)) return true;
  }
  return false;
}

/// Pairs of names and values; values of the same name are joined.
JsonValue facts(SqliteDatabase& database, std::string_view table) {
  constexpr std::size_t kMost = 1000;
  JsonObject object;
  SqliteRows rows(database, table, {"name", "value"});
  while (rows.next() && object.size() < kMost) {
    const std::string name(rows.text(0));
    if (is_private(name) || rows.text(1).empty()) continue;
    const auto at = std::ranges::find(object, name, &JsonMember::first);
    if (at == object.end()) {
      object.emplace_back(name, JsonValue{std::string(rows.text(1))});
    } else {
      std::string& held = std::get<std::string>(at->second.data);
      held += ", ";
      held += rows.text(1);
    }
  }
  return JsonValue{std::move(object)};
}

std::vector<DeviceInfo> devices(SqliteDatabase& database) {
  std::vector<DeviceInfo> all;
  const bool mapped = database.find_table("TARGET_INFO_CUDA_DEVICE") != nullptr;
  SqliteRows rows(database, "TARGET_INFO_GPU",
                  {"id", "cuDevice", "name", "totalMemory", "smCount"});
  while (rows.next()) {
    // Without the list of which process's device is which GPU, devices are CUDA's.
    const auto id = !mapped && rows.integer(1) ? rows.integer(1) : rows.integer(0);
    if (!id) continue;
    DeviceInfo& info = all.emplace_back();
    info.id = *id;
    info.name = rows.text(2);
    info.total_memory_bytes = rows.integer(3);
    info.sms = rows.integer(4);
  }
  std::ranges::stable_sort(all, {}, &DeviceInfo::id);
  return all;
}

/// Information is not a problem, unless it tells of a loss.
bool is_problem(std::int64_t severity, std::string_view text) {
  constexpr std::int64_t kWarning = 2, kError = 3;
  if (severity == kWarning || severity == kError) return true;
  const std::string lower = lower_cased(text);
  return contains(lower, " lost") || contains(lower, "dropped");
}

JsonValue messages(SqliteDatabase& database) {
  constexpr std::size_t kMost = 1000;
  JsonArray list;
  SqliteRows rows(database, kDiagnostics, {"timestamp", "severity", "text"});
  while (rows.next() && list.size() < kMost) {
    list.push_back(JsonValue{JsonObject{{"time_ns", JsonValue{rows.integer_or(0, 0)}},
                                        {"severity", JsonValue{rows.integer_or(1, 0)}},
                                        {"text", JsonValue{std::string(rows.text(2))}}}});
  }
  return JsonValue{std::move(list)};
}

bool has_rows(SqliteDatabase& database, std::string_view table) {
  return SqliteRows(database, table, {"domainId"}).next();
}

bool has_payloads(SqliteDatabase& database) {
  SqliteRows rows(database, name_of(NsysTable::Nvtx), {"binaryData"});
  while (rows.has(0) && rows.next()) {
    if (!rows.is_null(0)) return true;
  }
  return false;
}

/// Then all GPU work goes to the process of the first call.
void report_unknown_processes(const NsysContext& context) {
  SqliteRows kernels(context.database, name_of(NsysTable::Kernel), {"globalPid"});
  if (!kernels.next() || !kernels.is_null(0)) return;
  std::set<NsysProcess> processes;
  SqliteRows calls(context.database, name_of(NsysTable::Runtime), {"globalTid"});
  while (calls.next()) {
    if (const auto global = calls.integer(0)) processes.insert(process_of(*global));
  }
  if (processes.size() < 2) return;
  context.sink.issue(Issue::CaptureProblem, 0,
                     fmt::format("no globalPid: GPU work of {} processes is linked to the first",
                                 processes.size()));
}

/// A view or a virtual table in the place of a table is not run, as nothing of a database is.
void report_views(const NsysContext& context) {
  SqliteRows rows(context.database,
                  "SELECT name, type FROM main.sqlite_schema WHERE type = 'view'"
                  " OR (type = 'table' AND (coalesce(rootpage, 0) = 0 OR"
                  " sql LIKE 'CREATE VIRTUAL %'))",
                  SqliteRows::Sql{});
  while (rows.next()) {
    if (std::ranges::find(kNsysTables, rows.text(0)) == kNsysTables.end()) continue;
    const std::string_view what =
        rows.text(1) == "view" ? "view; views" : "virtual table; virtual tables";
    context.sink.issue(Issue::UnreadTable, 0,
                       fmt::format("{} is a {} are not read", rows.text(0), what));
  }
}

/// Tables and columns are looked for, so that most of a newer export is read as well.
void report_version(const NsysContext& context) {
  constexpr std::pair<std::int64_t, std::int64_t> kLatest(3, 25);
  const std::string version = export_fact(context.database, "EXPORT_SCHEMA_VERSION");
  const std::size_t dot = version.find('.');
  if (dot == std::string::npos) return;
  const std::string minor = version.substr(dot + 1, version.find('.', dot + 1) - dot - 1);
  const auto first = parse_number<std::int64_t>(version.substr(0, dot));
  const auto second = parse_number<std::int64_t>(minor);
  if (!first || !second || std::pair(*first, *second) <= kLatest) return;
  context.sink.issue(Issue::NewerVersion, 0,
                     fmt::format("nsys export schema {}; the latest known is {}.{}", version,
                                 kLatest.first, kLatest.second));
}

/// Runs a kernel, of the runtime or the driver; graphs have kernels or rows of their own.
bool launches_kernel(std::string_view call) {
  return call.starts_with("cudaLaunchKernel") || call.starts_with("cudaLaunchCooperativeKernel") ||
         call.starts_with("cuLaunchKernel") || call.starts_with("cuLaunchCooperativeKernel");
}

/// The table of kernels is absent if no kernel was recorded or it was left out of the export.
void report_missing_kernels(const NsysContext& context) {
  SqliteDatabase& database = context.database;
  if (SqliteRows(database, name_of(NsysTable::Kernel), {"start"}).next()) return;
  std::uint64_t launches = 0;
  std::string example;
  SqliteRows calls(database, name_of(NsysTable::Runtime), {"nameId"});
  while (calls.next()) {
    const std::string_view call = context.strings.text(calls, 0);
    if (launches_kernel(call) && launches++ == 0) example = call_name(call);
  }
  if (launches != 0) context.sink.issue(Issue::KernelsNotRecorded, 0, example, launches);
}

/// Whether its rows are events at times, as far as a schema can tell.
bool has_times(const SqliteTable& table) {
  return table.has("start") || table.has("timestamp");
}

/// Of MPI's relatives, graphics, networks and the like. Each costs a look at its first row.
void report_unread_tables(const NsysContext& context) {
  constexpr std::size_t kMost = 64;
  constexpr std::string_view kReadOtherwise[] = {kDiagnostics, "GPU_METRICS", "CUDA_GRAPH_EVENTS",
                                                 "CUDA_GRAPH_NODE_EVENTS"};
  std::size_t looks = 0;
  UnreadTables unread;
  for (const SqliteTable& table : context.database.tables()) {
    if (!has_times(table) || std::ranges::find(kNsysTables, table.name) != kNsysTables.end() ||
        std::ranges::find(kReadOtherwise, table.name) != std::ranges::end(kReadOtherwise))
      continue;
    if (++looks > kMost) break;
    if (SqliteRows(context.database, table.name, SqliteRows::Columns{}).next())
      unread.add(table.name);
  }
  unread.report(context.sink);
}

}  // namespace

bool is_nsys_database(const SqliteDatabase& database) {
  if (database.find_table("StringIds") == nullptr) return false;
  const auto is_there = [&](std::string_view table) {
    return database.find_table(table) != nullptr;
  };
  if (std::ranges::any_of(kExportFacts, is_there)) return true;
  // What is told of the export is written last.
  return !database.cut_off().empty() &&
         std::ranges::any_of(database.tables(), [](const SqliteTable& table) {
           return table.name.starts_with("CUPTI_ACTIVITY_KIND_");
         });
}

void describe_export(const NsysContext& context, TraceInfo& info) {
  SqliteDatabase& database = context.database;
  // Times that were normalized are wall times already.
  const bool normalized = export_fact(database, "EXPORT_PARAM_TIME_NORMALIZE") == "true";
  SqliteRows start(database, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
  if (start.next()) info.base_ns = start.integer(0);
  if (normalized) info.base_ns = 0;
  if (info.base_ns && (*info.base_ns > kLargestTime || *info.base_ns < -kLargestTime))
    info.base_ns.reset();
  info.devices = devices(database);
  if (context.processes.on_gpu() == 1) info.distributed = distributed(database);
  JsonObject metadata;
  for (const std::string_view table : kExportFacts) {
    if (database.find_table(table) != nullptr)
      metadata.emplace_back("export", facts(database, table));
  }
  if (database.find_table("META_DATA_CAPTURE") != nullptr)
    metadata.emplace_back("capture", facts(database, "META_DATA_CAPTURE"));
  if (database.find_table(kDiagnostics) != nullptr)
    metadata.emplace_back("diagnostics", messages(database));
  // For analyses: whether the arguments of graphs' work say where it was captured.
  if (has_graph_nodes(database)) metadata.emplace_back("graphNodes", JsonValue{true});
  info.metadata = JsonValue{std::move(metadata)};
}

void report_problems(const NsysContext& context) {
  SqliteRows rows(context.database, kDiagnostics, {"severity", "text"});
  while (rows.next()) {
    if (is_problem(rows.integer_or(0, 0), rows.text(1)))
      context.sink.issue(Issue::CaptureProblem, 0, rows.text(1));
  }
  if (has_rows(context.database, "NVTX_PAYLOAD_SCHEMA_ENTRIES") && !has_payloads(context.database))
    context.sink.issue(Issue::PayloadsMissing, 0, "--include-blobs=true");
  report_unknown_processes(context);
  report_missing_kernels(context);
  report_views(context);
  report_version(context);
  report_unread_tables(context);
}

}  // namespace lanescope
