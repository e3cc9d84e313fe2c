// What the rows of a set refer to by id, apart from strings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/readers/rocm/gpu_hosts.h"
#include "core/readers/rocpd/set.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct RocpdProcessInfo {
  std::int64_t pid = 0;
  std::string command;
  RocmHost host;
};
struct RocpdThreadInfo {
  std::int64_t process = 0, tid = 0;
  std::string name;
};
struct RocpdAgent {
  bool is_gpu = false;
  DeviceInfo facts;  // its number is among those of its type, until number_gpus()
  RocmHost host;
};
struct RocpdKernel {
  std::string name;
  std::optional<std::int64_t> vgprs, accum_vgprs, sgprs;
};
struct RocpdCounter {
  std::string name;
  std::optional<std::int64_t> agent;
};
/// What happens in order: of schema 4, where rows refer to it; of schema 3, of samples only.
struct RocpdTrack {
  std::optional<std::int64_t> process, thread, agent, queue, stream, name;
};

struct RocpdDefinitions {
  RocpdDefinitions(SqliteDatabase& database, const RocpdSet& set);

  /// Gives the GPUs numbers that are theirs alone. Call once.
  void number_gpus(GpuHosts& gpus);
  [[nodiscard]] bool has_agent(std::optional<std::int64_t> id) const {
    return id && agents.contains(*id);
  }
  /// "GPU 0"; empty if unknown.
  [[nodiscard]] std::string agent_name(std::optional<std::int64_t> id) const;
  /// The number of a GPU; nullopt for CPUs and what is unknown.
  [[nodiscard]] std::optional<std::int64_t> gpu(std::optional<std::int64_t> id) const;

  std::map<std::int64_t, RocmHost> hosts;  // by node id
  std::map<std::int64_t, RocpdProcessInfo> processes;
  std::map<std::int64_t, RocpdThreadInfo> threads;
  std::map<std::int64_t, RocpdAgent> agents;
  std::unordered_map<std::int64_t, RocpdKernel> kernels;
  std::unordered_map<std::int64_t, RocpdCounter> counters;
  std::unordered_map<std::int64_t, RocpdTrack> tracks;
  /// Numbers of lanes: those of names such as "Stream 3", if all have one.
  std::unordered_map<std::int64_t, std::int64_t> queues, streams;
};

}  // namespace lanescope
