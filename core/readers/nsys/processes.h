// The processes of an export, their threads and GPUs, and the tracks of these.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/readers/nsys/strings.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

/// A process on one machine: a globalPid or globalTid without its thread. The number that the
/// process has for itself is in the lowest 24 bits, and not unique in containers.
enum class NsysProcess : std::uint64_t {};

constexpr NsysProcess process_of(std::int64_t global) {
  return NsysProcess{static_cast<std::uint64_t>(global) >> 24U};
}
constexpr std::int64_t thread_of(std::int64_t global) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(global) & 0xFFFFFFU);
}

class NsysProcesses {
 public:
  /// Reads names, and which process used which GPU: a pass over the GPU's activities.
  NsysProcesses(SqliteDatabase& database, const NsysStrings& strings, RowSink& sink);

  /// The process of a row with this globalPid. Some exports have none: then all belongs to the
  /// process of the first call.
  [[nodiscard]] NsysProcess of(std::optional<std::int64_t> global_pid) const {
    return global_pid ? process_of(*global_pid) : first_;
  }
  /// Consecutive numbers, by first use.
  std::uint32_t index(NsysProcess process);
  /// The process's own number, as text.
  LocalId pid(NsysProcess process);
  LocalId thread_track(std::int64_t global_tid, TrackRole role);
  LocalId async_track(NsysProcess process);
  LocalId profiler_track(NsysProcess process);

  /// Of the machine, not of the process, as far as the export tells.
  [[nodiscard]] std::int64_t gpu(NsysProcess process, std::int64_t device) const;
  /// The process that the tracks of one of its GPUs belong to: of the first that uses the GPU its
  /// number, as in torch.profiler traces, unless a process has the same one.
  LocalId gpu_process(NsysProcess process, std::int64_t device);
  LocalId stream_track(NsysProcess process, std::int64_t device, std::int64_t stream,
                       TrackRole role);
  /// Synchronizations name their context, but not always their device.
  [[nodiscard]] std::int64_t device_of(NsysProcess process, std::int64_t context,
                                       std::int64_t otherwise) const;
  /// How many processes used a GPU.
  [[nodiscard]] std::size_t on_gpu() const { return pids_on_gpu_.size(); }
  /// What gpu() goes by: the GPU of a process's number and its own number of the device.
  using Gpus = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;
  [[nodiscard]] const Gpus& gpus() const { return gpus_; }

 private:
  void read_names(SqliteDatabase& database);
  void read_thread_names(SqliteDatabase& database, const NsysStrings& strings);
  void read_gpus(SqliteDatabase& database);
  void read_contexts(SqliteDatabase& database);
  void find_first(SqliteDatabase& database);
  void survey(SqliteDatabase& database);
  void use(NsysProcess process, std::int64_t device);
  [[nodiscard]] std::string title(NsysProcess process) const;
  LocalId unknown_process();

  RowSink* sink_;
  NsysProcess first_{};
  std::map<NsysProcess, std::string> names_;
  std::unordered_map<std::int64_t, std::string> thread_names_;  // by globalTid: the last one
  std::map<std::int64_t, NsysProcess> plain_;                   // by pid: whose number stands alone
  std::map<NsysProcess, LocalId> pids_;
  std::unordered_map<std::uint64_t, std::uint32_t> indexes_;
  std::optional<std::pair<NsysProcess, std::uint32_t>> last_index_;  // asked for by row after row
  Gpus gpus_;
  std::map<std::pair<NsysProcess, std::int64_t>, std::int64_t> contexts_;  // -> ordinal
  std::map<std::int64_t, NsysProcess> owners_;  // by GPU: the smallest process on it
  std::set<std::int64_t> pids_on_gpu_;
  std::map<std::pair<NsysProcess, std::int64_t>, LocalId> gpu_processes_;
  std::map<std::pair<std::int64_t, TrackRole>, LocalId> threads_;
  std::map<std::tuple<NsysProcess, std::int64_t, std::int64_t, TrackRole>, LocalId> streams_;
};

}  // namespace lanescope
