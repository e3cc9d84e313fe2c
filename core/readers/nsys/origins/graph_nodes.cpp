#include "core/readers/nsys/origins/graph_nodes.h"

#include <string_view>

namespace lanescope {
namespace {

constexpr std::string_view kTable = "CUDA_GRAPH_NODE_EVENTS";

}  // namespace

NsysGraphNodes::NsysGraphNodes(SqliteDatabase& database) {
  SqliteRows rows(database, kTable, {"start", "globalTid", "graphNodeId", "originalGraphNodeId"});
  while (rows.next()) {
    const auto time_ns = rows.integer(0), thread = rows.integer(1), node = rows.integer(2);
    if (!time_ns || !thread || !node) continue;
    const Key key{process_of(*thread), *node};
    const std::int64_t original = rows.integer_or(3, 0);
    if (original != 0 && original != *node) {
      cloned_from_.try_emplace(key, original);
      continue;
    }
    const auto [at, fresh] = created_.try_emplace(key, Creation{*thread, *time_ns});
    if (!fresh && *time_ns < at->second.time_ns) at->second = {*thread, *time_ns};
  }
}

std::optional<NsysGraphNodes::Creation> NsysGraphNodes::creation(NsysProcess process,
                                                                 std::int64_t node) const {
  constexpr int kMostClones = 64;  // a damaged file may have a circle
  for (int i = 0; i < kMostClones; ++i) {
    const auto from = cloned_from_.find({process, node});
    if (from == cloned_from_.end()) break;
    node = from->second;
  }
  const auto at = created_.find({process, node});
  return at == created_.end() ? std::nullopt : std::optional(at->second);
}

bool has_graph_nodes(SqliteDatabase& database) {
  return SqliteRows(database, kTable, {"start"}).next();
}

}  // namespace lanescope
