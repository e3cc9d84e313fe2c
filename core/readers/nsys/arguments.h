// The arguments of events, from single rows of their tables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/readers/nsys/nvtx.h"
#include "core/readers/nsys/origins/graph_nodes.h"
#include "core/readers/nsys/payload.h"
#include "core/readers/nsys/processes.h"
#include "core/readers/nsys/tables.h"
#include "core/readers/rows/occupancy.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

class NsysArguments {
 public:
  /// Both must outlive this.
  NsysArguments(SqliteDatabase& database, const NsysStrings& strings, NsysProcesses::Gpus gpus);

  /// Empty if there is no such row.
  [[nodiscard]] JsonObject of(NsysRow row);

 private:
  using Add = void (NsysArguments::*)(SqliteRows& rows, JsonObject& args);
  struct Reading {
    NsysTable table;
    std::vector<std::string_view> columns;
    Add add;
  };
  static const std::vector<Reading>& readings();

  void add_place(SqliteRows& rows, JsonObject& args) const;
  void add_kernel(SqliteRows& rows, JsonObject& args);
  void add_node(SqliteRows& rows, int column, JsonObject& args);
  void add_load(SqliteRows& rows, std::int64_t gpu, JsonObject& args);
  void add_copy(SqliteRows& rows, JsonObject& args);
  void add_fill(SqliteRows& rows, JsonObject& args);
  void add_graph(SqliteRows& rows, JsonObject& args);
  void add_sync(SqliteRows& rows, JsonObject& args);
  void add_cuda_event(SqliteRows& rows, JsonObject& args);
  void add_call(SqliteRows& rows, JsonObject& args);
  void add_system_call(SqliteRows& rows, JsonObject& args);
  void add_overhead(SqliteRows& rows, JsonObject& args);
  void add_range(SqliteRows& rows, JsonObject& args);
  void add_payload(SqliteRows& rows, JsonObject& args);
  void add_sample(SqliteRows& rows, JsonObject& args);
  void add_switch(SqliteRows& rows, JsonObject& args);

  [[nodiscard]] std::int64_t gpu_of(SqliteRows& rows) const;
  void read_gpus();
  /// "innermost;outermost", from a table of call chains.
  std::string stack(std::string_view table, std::int64_t id);

  SqliteDatabase& database_;
  const NsysStrings& strings_;
  NsysProcesses::Gpus gpus_;
  std::map<std::int64_t, SmLimits> limits_;  // by GPU
  std::map<NsysTable, std::unique_ptr<SqliteRows>> rows_;
  std::optional<NvtxDomains> domains_;    // made when first asked for
  std::optional<NvtxPayloads> payloads_;  // too
  std::optional<NsysGraphNodes> nodes_;   // too
  /// By table: ids of call chains with their rows, sorted. Exports have no indexes.
  std::map<std::string, std::vector<std::pair<std::int64_t, std::int64_t>>, std::less<>> chains_;
};

}  // namespace lanescope
