#include "core/analysis/memory/allocator.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/host/call_class.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// cudaMallocAsync and cudaFreeAsync are stream-ordered and do not block the thread.
bool is_stream_ordered(std::string_view name) {
  return name.find("Async") != std::string_view::npos;
}

enum class CallRole : std::uint8_t { None, Free, Malloc, Other, StreamOrdered };

CallRole role_of(std::string_view name) {
  if (classify_host_call(name) != HostCallClass::Allocate) return CallRole::None;
  if (is_stream_ordered(name)) return CallRole::StreamOrdered;
  if (name == "cudaFree" || name == "hipFree") return CallRole::Free;
  const bool malloc =
      name == "cudaMalloc" || name == "hipMalloc" || name == "hipExtMallocWithFlags";
  return malloc ? CallRole::Malloc : CallRole::Other;
}

class CallReader {
 public:
  CallReader(const Snapshot& snapshot, const AnalysisWindow& window, Ns steady_from_ns,
             AllocatorTable& out)
      : snapshot_(snapshot), window_(window), steady_from_ns_(steady_from_ns), out_(out) {}

  void read() {
    find_roles();
    for_each_chunk(snapshot_, TrackKind::CpuThread, [this](const Track&, const TrackChunk& chunk) {
      out_.has_calls = out_.has_calls || calls_host(chunk);
      if (has_roles_) add_thread(chunk);
    });
    for (auto& [key, call] : calls_) out_.calls.push_back(call);
    std::ranges::sort(out_.calls,
                      [&](const AllocatorCall& a, const AllocatorCall& b) { return before(a, b); });
    for (std::size_t i = 0; i < std::min(out_.calls.size(), thresholds::kMostSources); ++i) {
      out_.calls[i].source = source_frame(snapshot_, out_.calls[i].longest);
    }
    std::ranges::sort(out_.flushes, {}, &CacheFlush::time_ns);
  }

 private:
  void find_roles() {
    roles_.resize(snapshot_.strings->size());
    for (std::uint32_t i = 0; i < roles_.size(); ++i) {
      roles_[i] = role_of(snapshot_.text(StringId{i}));
      has_roles_ = has_roles_ || roles_[i] != CallRole::None;
    }
  }

  [[nodiscard]] bool calls_host(const TrackChunk& chunk) const {
    return std::ranges::any_of(chunk.category.span(), [&](CategoryId category) {
      return snapshot_.kind_of(category) == CategoryKind::HostCall;
    });
  }

  void add_thread(const TrackChunk& chunk) {
    burst_ = {};
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (snapshot_.kind_of(chunk.category[slice]) != CategoryKind::HostCall) continue;
      const CallRole role = roles_[index_of(chunk.name[slice])];
      if (role == CallRole::None || !window_.has_start(chunk.start_ns[slice])) continue;
      add_call(chunk, slice, role);
    }
  }

  void add_call(const TrackChunk& chunk, std::uint32_t slice, CallRole role) {
    if (role == CallRole::StreamOrdered) {
      ++out_.stream_ordered_count;
      return;
    }
    const Ns length_ns = chunk.dur_ns[slice];
    const bool steady = chunk.start_ns[slice] >= steady_from_ns_;
    ++(steady ? out_.count : out_.warm_up_count);
    Ns& total_ns = steady ? out_.total_ns : out_.warm_up_ns;
    total_ns = saturating_add(total_ns, length_ns);
    if (!steady) return;
    const EventId op = chunk.link[slice];
    const StringId op_name = slice_name(snapshot_, op);
    AllocatorCall& call = calls_[{chunk.name[slice], op_name}];
    if (call.count == 0 || length_ns > call.max_ns) {
      call.longest = chunk.id_of(slice);
      call.max_ns = length_ns;
    }
    call.call = chunk.name[slice];
    call.op = op_name;
    ++call.count;
    call.total_ns = saturating_add(call.total_ns, length_ns);
    follow_burst(chunk, slice, role, op);
  }

  /// Follows consecutive frees in one operator, and the allocation after them.
  void follow_burst(const TrackChunk& chunk, std::uint32_t slice, CallRole role, EventId op) {
    const EventId event = chunk.id_of(slice);
    if (op == EventId::None || op != burst_.op) burst_ = {op, event, EventId::None, 0, 0};
    if (role == CallRole::Free && op != EventId::None) {
      if (burst_.frees++ == 0) burst_.first_free = event;
    } else if (role == CallRole::Malloc) {
      if (std::cmp_greater_equal(burst_.frees, window_.thresholds->cache_flush)) {
        burst_.malloc = event;
        burst_.time_ns = chunk.start_ns[slice];
        out_.flushes.push_back(burst_);
      }
      burst_.frees = 0;
    }
  }

  [[nodiscard]] bool before(const AllocatorCall& a, const AllocatorCall& b) const {
    if (a.total_ns != b.total_ns) return a.total_ns > b.total_ns;
    return std::pair(snapshot_.text(a.call), snapshot_.text(a.op)) <
           std::pair(snapshot_.text(b.call), snapshot_.text(b.op));
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  Ns steady_from_ns_;
  std::vector<CallRole> roles_;  // by name
  bool has_roles_ = false;       // of any name
  std::map<std::pair<StringId, StringId>, AllocatorCall> calls_;
  CacheFlush burst_;
  AllocatorTable& out_;
};

void find_waste(const MemoryTrack& memory, const AnalysisWindow& window, AllocatorDevice& device) {
  if (!memory.has_totals) return;
  const auto raise = [&](std::optional<AllocatorWaste>& peak, std::size_t i, bool higher) {
    if (peak && !higher) return;
    peak = {memory.time_ns[i], memory.allocated[i], memory.reserved[i], memory.event[i]};
  };
  for (std::size_t i = 0; i < memory.time_ns.size(); ++i) {
    if (!window.has_start(memory.time_ns[i]) || memory.reserved[i] <= 0) continue;
    auto& by_allocated = device.at_allocated_peak;
    auto& by_reserved = device.at_reserved_peak;
    raise(by_allocated, i, by_allocated && memory.allocated[i] > by_allocated->allocated);
    raise(by_reserved, i, by_reserved && memory.reserved[i] > by_reserved->reserved);
  }
}

void find_churn(const Snapshot& snapshot, const AllocationList& list, const AnalysisWindow& window,
                Ns steady_from_ns, AllocatorDevice& device) {
  device.has_addresses = list.has_addresses;
  std::map<std::pair<StringId, std::int64_t>, AllocatorChurn> churn;
  AllocatorNames names(snapshot);
  for (const Allocation& block : list.blocks) {
    const Ns begin_ns = block.range.begin_ns;
    if (block.range.end_ns == kMaxNs || begin_ns < steady_from_ns) continue;
    const bool freed = list.memory->bytes[block.free_record] < 0;
    if (!freed) continue;  // it ended because its address was allocated again
    if (!window.has_start(begin_ns)) continue;
    const Ns lifetime_ns = saturating_sub(block.range.end_ns, begin_ns);
    if (lifetime_ns >= window.thresholds->churn_lifetime_ns) continue;
    const StringId op = names.of(block.op);
    AllocatorChurn& row = churn[{op, block.bytes}];
    if (row.pairs++ == 0) row = {op, block.bytes, 1, block.event};
    ++device.churn_pairs;
  }
  for (const auto& [key, row] : churn) device.churn.push_back(row);
  std::ranges::stable_sort(device.churn, std::greater(), &AllocatorChurn::pairs);
  if (device.churn.size() > kMostChurnRows) device.churn.resize(kMostChurnRows);
}

Ns allocation_idle(const AnalysisResults& in) {
  Ns idle_ns = 0;
  for (const IdleDevice& device : in.of<IdleTime>()->devices) {
    const IdleTotal& total = device.classes[static_cast<std::size_t>(IdleClass::Allocation)];
    idle_ns = saturating_add(idle_ns, total.ns);
  }
  return idle_ns;
}

}  // namespace

AllocatorTable analyse_allocator(const AnalysisResults& in) {
  const Snapshot& snapshot = in.trace;
  const AnalysisWindow& window = in.window;
  AllocatorTable table;
  const std::vector<StepRange> steps = in.of<StepRanges>()->steps;
  const std::size_t warm_up =
      count_warm_up_steps(steps, in.of<WarmUpSigns>()->signs, *window.thresholds);
  const Ns steady_from_ns =
      warm_up < steps.size() && warm_up != 0 ? steps[warm_up].range.begin_ns : kMinNs;
  for (std::size_t i = warm_up; i < steps.size(); ++i) {
    if (window.has_start(steps[i].range.begin_ns)) ++table.steps;
  }
  CallReader(snapshot, window, steady_from_ns, table).read();
  if (table.count + table.warm_up_count != 0) table.gpu_idle_ns = allocation_idle(in);
  const auto allocations = in.of<Allocations>();
  for (const AllocationList& list : allocations->lists) {
    const MemoryTrack& memory = *list.memory;
    if (is_host_memory(memory.device_type) || !window.has_device(memory.device_id)) continue;
    AllocatorDevice& device = table.devices.emplace_back();
    device.device_type = memory.device_type;
    device.device_id = memory.device_id;
    find_waste(memory, window, device);
    find_churn(snapshot, list, window, steady_from_ns, device);
  }
  return table;
}

}  // namespace lanescope
