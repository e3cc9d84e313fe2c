#include "core/readers/rocpd/definitions.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/base/text/json_text.h"
#include "core/readers/rocm/names.h"

namespace lanescope {
namespace {

void read_hosts(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("info_node"), {"hostname", "machine_id"});
  while (rows.next())
    own.hosts[rows.row_id()] = {std::string(rows.text(0)), std::string(rows.text(1))};
}

/// Of a node id. The only node is that of rows that name none.
RocmHost host_of(const RocpdDefinitions& own, std::optional<std::int64_t> node) {
  const auto at = node ? own.hosts.find(*node) : own.hosts.end();
  if (at != own.hosts.end()) return at->second;
  return own.hosts.size() == 1 ? own.hosts.begin()->second : RocmHost();
}

void read_processes(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("info_process"), {"pid", "command", "nid"});
  while (rows.next()) {
    own.processes[rows.row_id()] = {rows.integer_or(0, 0), std::string(rows.text(1)),
                                    host_of(own, rows.integer(2))};
  }
}

void read_threads(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("info_thread"), {"pid", "tid", "name"});
  while (rows.next()) {
    own.threads[rows.row_id()] = {rows.integer_or(0, 0), rows.integer_or(1, 0),
                                  std::string(rows.text(2))};
  }
}

void read_agents(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("info_agent"),
                  {"type", "type_index", "product_name", "name", "nid"});
  while (rows.next()) {
    RocpdAgent agent;
    agent.is_gpu = rows.text(0) == "GPU";
    agent.host = host_of(own, rows.integer(4));
    const auto same = std::ranges::count_if(
        own.agents, [&](const auto& other) { return other.second.is_gpu == agent.is_gpu; });
    agent.facts.id = rows.integer_or(1, same);
    agent.facts.name = rows.text(2).empty() ? rows.text(3) : rows.text(2);
    own.agents.emplace(rows.row_id(), std::move(agent));
  }
}

void read_kernels(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(
      database, set.table("info_kernel_symbol"),
      {"display_name", "kernel_name", "arch_vgpr_count", "accum_vgpr_count", "sgpr_count"});
  while (rows.next()) {
    const std::string_view name = rows.text(0).empty() ? rows.text(1) : rows.text(0);
    own.kernels[rows.row_id()] = {rocm_kernel_name(name), rows.integer(2), rows.integer(3),
                                  rows.integer(4)};
  }
}

void read_counters(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("info_pmc"), {"name", "units", "agent_id"});
  while (rows.next()) {
    std::string name(rows.text(0));
    if (!rows.text(1).empty()) name = fmt::format("{} ({})", name, rows.text(1));
    own.counters[rows.row_id()] = {std::move(name), rows.integer(2)};
  }
}

void read_tracks(SqliteDatabase& database, const RocpdSet& set, RocpdDefinitions& own) {
  SqliteRows rows(database, set.table("track"),
                  {"pid", "tid", "agent_id", "queue_id", "stream_id", "name_id"});
  while (rows.next()) {
    own.tracks[rows.row_id()] = {rows.integer(0), rows.integer(1), rows.integer(2),
                                 rows.integer(3), rows.integer(4), rows.integer(5)};
  }
}

/// `word`: what all names begin with, before a number. Without that, ids are the numbers.
std::unordered_map<std::int64_t, std::int64_t> read_lanes(SqliteDatabase& database,
                                                          const std::string& table,
                                                          std::string_view word) {
  std::unordered_map<std::int64_t, std::int64_t> by_name, by_id;
  SqliteRows rows(database, table, {"name"});
  while (rows.next()) {
    by_id[rows.row_id()] = rows.row_id();
    std::string_view name = rows.text(0);
    if (!name.starts_with(word)) continue;
    name.remove_prefix(word.size());
    if (const auto number = token_int(name)) by_name[rows.row_id()] = *number;
  }
  return by_name.size() == by_id.size() ? by_name : by_id;
}

}  // namespace

RocpdDefinitions::RocpdDefinitions(SqliteDatabase& database, const RocpdSet& set)
    : queues(read_lanes(database, set.table("info_queue"), "Queue ")),
      streams(read_lanes(database, set.table("info_stream"), "Stream ")) {
  for (const auto part : {read_hosts, read_processes, read_threads, read_agents, read_kernels,
                          read_counters, read_tracks})
    part(database, set, *this);
}

void RocpdDefinitions::number_gpus(GpuHosts& gpus) {
  for (auto& [id, agent] : agents) {
    if (agent.is_gpu) agent.facts.id = gpus.number(agent.host, agent.facts.id);
  }
}

std::string RocpdDefinitions::agent_name(std::optional<std::int64_t> id) const {
  const auto at = id ? agents.find(*id) : agents.end();
  if (at == agents.end()) return {};
  return fmt::format("{} {}", at->second.is_gpu ? "GPU" : "CPU", at->second.facts.id);
}

std::optional<std::int64_t> RocpdDefinitions::gpu(std::optional<std::int64_t> id) const {
  const auto at = id ? agents.find(*id) : agents.end();
  if (at == agents.end() || !at->second.is_gpu) return std::nullopt;
  return at->second.facts.id;
}

}  // namespace lanescope
