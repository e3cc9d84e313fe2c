#include "core/readers/nsys/processes.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/nsys/tables.h"

namespace lanescope {
namespace {

/// What CUPTI writes for "no stream": for synchronizations of a whole context.
constexpr std::int64_t kNoStream = 0xFFFFFFFF;

std::int64_t own_number(NsysProcess process) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(process) & 0xFFFFFFU);
}

}  // namespace

NsysProcesses::NsysProcesses(SqliteDatabase& database, const NsysStrings& strings, RowSink& sink)
    : sink_(&sink) {
  read_names(database);
  find_first(database);
  read_gpus(database);
  read_contexts(database);
  survey(database);
  read_thread_names(database, strings);
}

void NsysProcesses::read_names(SqliteDatabase& database) {
  SqliteRows rows(database, "PROCESSES", {"globalPid", "name"});
  while (rows.next()) {
    const auto global = rows.integer(0);
    if (!global) continue;
    const NsysProcess process = process_of(*global);
    names_.try_emplace(process, rows.text(1));
    const auto [at, fresh] = plain_.try_emplace(own_number(process), process);
    if (!fresh) at->second = std::min(at->second, process);
  }
}

void NsysProcesses::read_thread_names(SqliteDatabase& database, const NsysStrings& strings) {
  SqliteRows rows(database, "ThreadNames", {"nameId", "globalTid"});
  while (rows.next()) {
    const auto global = rows.integer(1);
    const std::string_view name = strings.text(rows, 0);
    if (!global || name.empty()) continue;
    thread_names_[*global] = fmt::format("thread {} ({})", thread_of(*global), name);
  }
}

void NsysProcesses::read_gpus(SqliteDatabase& database) {
  SqliteRows rows(database, "TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"});
  while (rows.next()) {
    const auto gpu = rows.integer(0), ordinal = rows.integer(1), pid = rows.integer(2);
    if (gpu && ordinal && pid) gpus_[{*pid, *ordinal}] = *gpu;
  }
}

/// Activities tell as well, but a context may have none.
void NsysProcesses::read_contexts(SqliteDatabase& database) {
  SqliteRows rows(database, "TARGET_INFO_CUDA_CONTEXT_INFO",
                  {"processId", "vmId", "hwId", "contextId", "deviceId"});
  while (rows.next()) {
    const auto pid = rows.integer(0), context = rows.integer(3), device = rows.integer(4);
    if (!pid || !context || !device) continue;
    const std::int64_t above = rows.integer_or(2, 0) << 32U | rows.integer_or(1, 0) << 24U;
    contexts_[{NsysProcess{static_cast<std::uint64_t>(above | *pid)}, *context}] = *device;
  }
}

void NsysProcesses::find_first(SqliteDatabase& database) {
  SqliteRows rows(database, name_of(NsysTable::Runtime), {"globalTid"});
  if (!rows.next()) return;
  if (const auto global = rows.integer(0)) first_ = process_of(*global);
}

void NsysProcesses::survey(SqliteDatabase& database) {
  for (const NsysTable table :
       {NsysTable::Kernel, NsysTable::Memcpy, NsysTable::Memset, NsysTable::Graph}) {
    SqliteRows rows(database, name_of(table), {"globalPid", "deviceId", "contextId"});
    std::array<std::int64_t, 3> last{-1, -1, -1};
    while (rows.next()) {
      const auto global = rows.integer(0);
      const std::array now{global.value_or(-1), rows.integer_or(1, 0), rows.integer_or(2, -1)};
      if (now == std::exchange(last, now)) continue;
      const NsysProcess process = of(global);
      use(process, now[1]);
      contexts_[{process, now[2]}] = now[1];
    }
  }
}

void NsysProcesses::use(NsysProcess process, std::int64_t device) {
  pids_on_gpu_.insert(own_number(process));
  const auto [at, fresh] = owners_.try_emplace(gpu(process, device), process);
  if (!fresh) at->second = std::min(at->second, process);
}

std::uint32_t NsysProcesses::index(NsysProcess process) {
  if (last_index_ && last_index_->first == process) return last_index_->second;
  LANESCOPE_CHECK(indexes_.size() < UINT32_MAX, "fewer processes than {}", indexes_.size());
  const auto next = static_cast<std::uint32_t>(indexes_.size());
  last_index_ = {process,
                 indexes_.try_emplace(static_cast<std::uint64_t>(process), next).first->second};
  return last_index_->second;
}

std::string NsysProcesses::title(NsysProcess process) const {
  const auto at = names_.find(process);
  const std::string path = at == names_.end() ? std::string() : at->second;
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.empty() ? fmt::format("process {}", own_number(process)) : name;
}

LocalId NsysProcesses::pid(NsysProcess process) {
  const auto [at, fresh] = pids_.try_emplace(process, 0);
  if (!fresh) return at->second;
  if (process == NsysProcess{}) return at->second = unknown_process();
  const std::int64_t number = own_number(process);
  const NsysProcess plain = plain_.try_emplace(number, process).first->second;
  at->second =
      plain == process
          ? sink_->number(number)
          : sink_->text(fmt::format("{}@{:x}", number, static_cast<std::uint64_t>(process) >> 24U));
  if (names_.contains(process)) sink_->name_process(at->second, sink_->text(title(process)));
  return at->second;
}

/// Not number 0, which is a GPU's.
LocalId NsysProcesses::unknown_process() {
  const LocalId process = sink_->text("unknown");
  sink_->name_process(process, sink_->text("unknown process"));
  return process;
}

LocalId NsysProcesses::thread_track(std::int64_t global_tid, TrackRole role) {
  LANESCOPE_CHECK(role == TrackRole::Host || role == TrackRole::Samples || role == TrackRole::State,
                  "a role of threads, not {}", role);
  const auto [at, fresh] = threads_.try_emplace({global_tid, role}, 0);
  if (!fresh) return at->second;
  const LocalId process = pid(process_of(global_tid));
  const LocalId thread = sink_->number(thread_of(global_tid));
  at->second = sink_->track({process, thread, role, -1, -1});
  const auto name = thread_names_.find(global_tid);
  if (name != thread_names_.end())
    sink_->rename_thread(process, thread, sink_->text(name->second), 0);
  return at->second;
}

LocalId NsysProcesses::async_track(NsysProcess process) {
  return sink_->track({pid(process), sink_->text("NVTX ranges"), TrackRole::Async, -1, -1});
}

LocalId NsysProcesses::profiler_track(NsysProcess process) {
  return sink_->track({sink_->text("Nsight Systems"), pid(process), TrackRole::Profiler, -1, -1});
}

std::int64_t NsysProcesses::gpu(NsysProcess process, std::int64_t device) const {
  const auto at = gpus_.find({own_number(process), device});
  return at == gpus_.end() ? device : at->second;
}

LocalId NsysProcesses::gpu_process(NsysProcess process, std::int64_t device) {
  const std::int64_t number = gpu(process, device);
  const auto [at, fresh] = gpu_processes_.try_emplace({process, number}, 0);
  if (!fresh) return at->second;
  const auto owner = owners_.try_emplace(number, process).first;
  if (owner->second == process) {
    at->second = pids_on_gpu_.contains(number) ? sink_->text(fmt::format("GPU {}", number))
                                               : sink_->number(number);
    sink_->name_process(at->second, sink_->text(fmt::format("GPU {}", number)));
  } else {
    at->second = sink_->text(fmt::format("{}@{}", number, own_number(process)));
    sink_->name_process(at->second, sink_->text(fmt::format("GPU {} of {} ({})", number,
                                                            title(process), own_number(process))));
  }
  return at->second;
}

LocalId NsysProcesses::stream_track(NsysProcess process, std::int64_t device, std::int64_t stream,
                                    TrackRole role) {
  LANESCOPE_CHECK(
      role == TrackRole::Gpu || role == TrackRole::GpuSync || role == TrackRole::GpuAnnotation,
      "a role of streams, not {}", role);
  const auto [at, fresh] = streams_.try_emplace({process, device, stream, role}, 0);
  if (!fresh) return at->second;
  const bool none = stream == kNoStream || stream < 0;
  const LocalId owner = gpu_process(process, device);
  const std::int64_t number = none ? -1 : stream;
  const LocalId thread = sink_->number(number);
  at->second = sink_->track({owner, thread, role, gpu(process, device), number});
  if (!none) sink_->name_thread(owner, thread, sink_->text(fmt::format("stream {}", number)));
  return at->second;
}

std::int64_t NsysProcesses::device_of(NsysProcess process, std::int64_t context,
                                      std::int64_t otherwise) const {
  const auto at = contexts_.find({process, context});
  return at == contexts_.end() ? otherwise : at->second;
}

}  // namespace lanescope
