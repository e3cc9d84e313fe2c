// Dispatches, copies and allocations.
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "core/readers/rocm/held_memory.h"
#include "core/readers/rocm/names.h"
#include "core/readers/rocpd/rows.h"

namespace lanescope {
namespace {

constexpr std::int64_t kUnknownDevice = -1;

/// GPU work whose agent the file does not have, or does not name.
class UnknownAgents {
 public:
  explicit UnknownAgents(const RocpdContext& context) : context_(context) {}

  void add(const RocpdRows& rows, std::optional<std::int64_t> agent) {
    if (context_.definitions.has_agent(agent)) return;
    if (count_++ != 0) return;
    first_ = rows.row_id();
    example_ = agent ? fmt::format("no agent {}", *agent) : "no agent";
  }
  void report(std::string_view table) const {
    if (count_ != 0)
      context_.trace.sink().issue(
          Issue::MissingText, static_cast<std::uint64_t>(first_),
          fmt::format("{}, so no GPU: {}", example_, context_.set.table(table)), count_);
  }

 private:
  const RocpdContext& context_;
  std::uint64_t count_ = 0;
  std::int64_t first_ = 0;
  std::string example_;
};

void read_dispatches(const RocpdContext& context) {
  RocpdRows rows(context, "kernel_dispatch", RocpdTable::Dispatch, {"kernel_id"});
  UnknownAgents unknown(context);
  std::unordered_map<std::int64_t, LocalId> names;
  const auto name_of = [&](std::int64_t id) {
    const auto [at, fresh] = names.try_emplace(id, 0);
    if (!fresh) return at->second;
    const auto own = context.definitions.kernels.find(id);
    const bool known = own != context.definitions.kernels.end() && !own->second.name.empty();
    at->second = context.trace.sink().text(known ? own->second.name : fmt::format("kernel {}", id));
    if (!known)
      context.trace.sink().issue(Issue::MissingText, 0, fmt::format("kernel symbol {}", id));
    return at->second;
  };
  while (rows.next()) {
    const auto times = rows.times();
    if (!times) continue;
    const RocpdTrack track = rows.track();
    RocmProcess& process = context.process(track.process);
    context.counters.write(rows.event(), times->begin_ns, process);
    const std::int64_t device = context.definitions.gpu(track.agent).value_or(kUnknownDevice);
    unknown.add(rows, track.agent);
    context.trace.work(process,
                       {rows.lane(process, track, device), "kernel",
                        name_of(rows.integer(0).value_or(0)), *times, rows.place()},
                       rows.stack());
  }
  unknown.report("kernel_dispatch");
}

void read_copies(const RocpdContext& context) {
  RocpdRows rows(context, "memory_copy", RocpdTable::Copy,
                 {"name_id", "src_agent_id", "dst_agent_id"});
  UnknownAgents unknown(context);
  while (rows.next()) {
    const auto times = rows.times();
    if (!times) continue;
    const RocpdTrack track = rows.track();
    RocmProcess& process = context.process(track.process);
    // Of two GPUs the one that sends, as in torch.profiler traces.
    auto device = context.definitions.gpu(rows.integer(1));
    if (!device) device = context.definitions.gpu(rows.integer(2));
    if (!device) device = context.definitions.gpu(track.agent);
    // Between memory of the host, a copy is on no GPU.
    if (!device) {
      const auto from = rows.integer(1);
      unknown.add(rows, context.definitions.has_agent(from) ? rows.integer(2) : from);
    }
    const std::string name = rocm_copy_name(context.strings.name(rows.integer(0).value_or(0)));
    context.trace.work(process,
                       {rows.lane(process, track, device.value_or(kUnknownDevice)), "gpu_memcpy",
                        context.trace.sink().text(name), *times, rows.place()},
                       rows.stack());
  }
  unknown.report("memory_copy");
}

/// Releases are rows of type FREE.
void read_allocations(const RocpdContext& context) {
  struct Held {
    RocmProcess* process = nullptr;
    HeldMemory memory;
  };
  std::map<std::uint32_t, Held> held;  // by process
  RocpdRows rows(context, "memory_allocate", RocpdTable::None,
                 {"type", "level", "address", "size"});
  while (rows.next()) {
    const auto times = rows.times();
    if (!times) continue;
    const RocpdTrack track = rows.track();
    RocmProcess& process = context.process(track.process);
    if (rows.text(1) == "SCRATCH") {
      context.trace.span({process.thread(rows.tid(track)),
                          "scratch_memory",
                          context.trace.sink().text(rows.text(0)),
                          *times,
                          {}});
      continue;
    }
    HeldMemory::Change change;
    change.time_ns = times->end_ns;
    change.block.device = context.definitions.gpu(track.agent).value_or(HeldMemory::kHost);
    change.block.address = static_cast<std::uint64_t>(rows.integer(2).value_or(0));
    change.block.bytes = rows.integer(3).value_or(0);
    change.block.is_release = rows.text(0) == "FREE" || rows.text(0) == "RECLAIM";
    Held& own = held[process.index()];
    own.process = &process;
    own.memory.add(change);
  }
  for (auto& [index, own] : held) own.memory.write(*own.process, context.trace.sink());
}

}  // namespace

void read_rocpd_gpu(const RocpdContext& context) {
  read_dispatches(context);
  read_copies(context);
  read_allocations(context);
}

}  // namespace lanescope
