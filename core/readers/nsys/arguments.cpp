#include "core/readers/nsys/arguments.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/readers/json/event_text.h"
#include "core/readers/nsys/argument_values.h"
#include "core/readers/rows/range_text.h"

namespace lanescope {

using namespace nsys;

NsysArguments::NsysArguments(SqliteDatabase& database, const NsysStrings& strings,
                             NsysProcesses::Gpus gpus)
    : database_(database), strings_(strings), gpus_(std::move(gpus)) {
  read_gpus();
}

const std::vector<NsysArguments::Reading>& NsysArguments::readings() {
  static const std::vector<Reading> kReadings = {
      {NsysTable::Kernel,
       {"globalPid",
        "deviceId",
        "contextId",
        "streamId",
        "correlationId",
        "start",
        "end",
        "registersPerThread",
        "staticSharedMemory",
        "dynamicSharedMemory",
        "gridX",
        "gridY",
        "gridZ",
        "blockX",
        "blockY",
        "blockZ",
        "clusterX",
        "clusterY",
        "clusterZ",
        "graphId",
        "graphNodeId",
        "localMemoryPerThread",
        "sharedMemoryExecuted",
        "shortName"},
       &NsysArguments::add_kernel},
      {NsysTable::Memcpy,
       {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start", "end", "bytes",
        "graphNodeId", "srcDeviceId", "dstDeviceId", "copyCount"},
       &NsysArguments::add_copy},
      {NsysTable::Memset,
       {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start", "end", "bytes",
        "graphNodeId", "value"},
       &NsysArguments::add_fill},
      {NsysTable::Graph,
       {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start", "end",
        "graphId", "graphExecId"},
       &NsysArguments::add_graph},
      {NsysTable::Sync,
       {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start", "end",
        "syncType", "eventId", "eventSyncId"},
       &NsysArguments::add_sync},
      {NsysTable::CudaEvent,
       {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start", "end",
        "eventId", "eventSyncId"},
       &NsysArguments::add_cuda_event},
      {NsysTable::Runtime,
       {"correlationId", "nameId", "returnValue", "callchainId"},
       &NsysArguments::add_call},
      {NsysTable::Osrt, {"returnValue", "callchainId"}, &NsysArguments::add_system_call},
      {NsysTable::CudaOverhead, {"nameId", "correlationId"}, &NsysArguments::add_overhead},
      {NsysTable::Nvtx,
       {"text", "textId", "globalTid", "domainId", "category", "color", "endGlobalTid",
        "uint64Value", "int64Value", "uint32Value", "int32Value", "doubleValue", "floatValue",
        "jsonText", "jsonTextId", "binaryData"},
       &NsysArguments::add_range},
      {NsysTable::Sample, {"id", "cpu"}, &NsysArguments::add_sample},
      {NsysTable::Switch, {"cpu"}, &NsysArguments::add_switch},
  };
  return kReadings;
}

JsonObject NsysArguments::of(NsysRow row) {
  JsonObject args;
  const auto reading = std::ranges::find(readings(), row.table, &Reading::table);
  if (reading == readings().end()) return args;
  std::unique_ptr<SqliteRows>& rows = rows_[row.table];
  if (!rows)
    rows = std::make_unique<SqliteRows>(database_, name_of(row.table), reading->columns, 0);
  rows->seek(row.row_id);
  if (rows->next()) (this->*reading->add)(*rows, args);
  return args;
}

void NsysArguments::add_call(SqliteRows& rows, JsonObject& args) {
  add_number(args, "correlation", rows.integer(0));
  add_text(args, "function", strings_.text(rows, 1));
  add_nonzero(args, "result", rows.integer(2));
  add_text(args, "Call stack", stack("CUDA_CALLCHAINS", rows.integer_or(3, 0)));
}

void NsysArguments::add_system_call(SqliteRows& rows, JsonObject& args) {
  add_number(args, "result", rows.integer(0));
  add_text(args, "Call stack", stack("OSRT_CALLCHAINS", rows.integer_or(1, 0)));
}

void NsysArguments::add_overhead(SqliteRows& rows, JsonObject& args) {
  add_text(args, "name", strings_.text(rows, 0));
  add_number(args, "correlation", rows.integer(1));
}

void NsysArguments::add_range(SqliteRows& rows, JsonObject& args) {
  constexpr int kThread = 2, kDomain = 3, kCategory = 4, kColor = 5, kEndThread = 6;
  const RangeText parsed = parse_range_text(nvtx_text(rows, 0, 1, strings_));
  add_number(args, "Record function id", parsed.op_id);
  add_number(args, "Sequence number", parsed.sequence);
  if (!parsed.sizes.empty()) {
    auto dims = parse_json_object(fmt::format("{{\"d\":{}}}", parsed.sizes));
    if (dims.ok()) args.emplace_back("Input Dims", *dims.value().find("d"));
  }
  if (!domains_) domains_.emplace(database_, strings_);
  const auto thread = rows.integer(kThread);
  const NsysProcess process = process_of(thread.value_or(0));
  const std::int64_t domain = rows.integer_or(kDomain, 0);
  add_text(args, "NVTX domain", domains_->name(process, domain));
  const std::string category = domains_->category(process, domain, rows.integer_or(kCategory, 0));
  add_text(args, "NVTX category", category);
  if (category.empty()) add_nonzero(args, "NVTX category", rows.integer(kCategory));
  constexpr std::int64_t kOpaque = 0xFFFFFF;
  if (const auto color = rows.integer(kColor))
    add_text(args, "color", fmt::format("#{:06x}", *color & kOpaque));
  const auto end_thread = rows.integer(kEndThread);
  if (end_thread && thread && *end_thread != *thread)
    add_number(args, "end thread", thread_of(*end_thread));
  add_payload(rows, args);
}

void NsysArguments::add_payload(SqliteRows& rows, JsonObject& args) {
  constexpr int kIntegers = 7, kDecimals = 11, kJson = 13, kBytes = 15;
  for (int column = kIntegers; column < kDecimals; ++column)
    add_number(args, "payload", rows.integer(column));
  for (int column = kDecimals; column < kJson; ++column) {
    if (const auto value = rows.number(column))
      args.emplace_back("payload", JsonValue{JsonDecimal{fmt::format("{}", *value)}});
  }
  add_text(args, "payload", nvtx_text(rows, kJson, kJson + 1, strings_));
  if (rows.is_null(kBytes)) return;
  if (!payloads_) payloads_.emplace(database_);
  for (auto& member : payloads_->fields(rows.blob(kBytes))) args.push_back(std::move(member));
}

void NsysArguments::add_sample(SqliteRows& rows, JsonObject& args) {
  add_number(args, "CPU", rows.integer(1));
  add_text(args, "Call stack", stack("SAMPLING_CALLCHAINS", rows.integer_or(0, 0)));
}

void NsysArguments::add_switch(SqliteRows& rows, JsonObject& args) {
  add_number(args, "CPU", rows.integer(0));
}

std::string NsysArguments::stack(std::string_view table, std::int64_t id) {
  if (id == 0) return {};
  auto at = chains_.find(table);
  if (at == chains_.end()) {
    at = chains_.emplace(table, std::vector<std::pair<std::int64_t, std::int64_t>>{}).first;
    SqliteRows rows(database_, table, {"id"});
    while (rows.next()) at->second.emplace_back(rows.integer_or(0, 0), rows.row_id());
    std::ranges::sort(at->second);
  }
  std::vector<std::pair<std::int64_t, std::string>> frames;
  SqliteRows rows(database_, table, {"stackDepth", "symbol", "originalIP"}, 0);
  for (const auto& [chain, row] : std::ranges::equal_range(
           at->second, id, {}, &std::pair<std::int64_t, std::int64_t>::first)) {
    rows.seek(row);
    if (!rows.next()) continue;
    const std::string_view symbol = strings_.text(rows, 1);
    frames.emplace_back(rows.integer_or(0, 0), symbol.empty()
                                                   ? fmt::format("0x{:x}", rows.integer_or(2, 0))
                                                   : std::string(symbol));
  }
  std::ranges::stable_sort(frames, {}, &std::pair<std::int64_t, std::string>::first);
  std::string text;
  for (const auto& [depth, frame] : frames) text += text.empty() ? frame : ";" + frame;
  return text;
}

}  // namespace lanescope
