#include "core/analysis/ops/ops.h"

#include <algorithm>
#include <array>
#include <memory>

#include "core/analysis/host/instant_ops.h"
#include "core/analysis/ops/charges.h"
#include "core/analysis/ops/cpu_times.h"
#include "core/analysis/ops/rows.h"
#include "core/analysis/results.h"
#include "core/base/threads/parallel.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

void sort_rows(const Snapshot& snapshot, std::vector<OpRow>& rows) {
  std::ranges::sort(rows, [&](const OpRow& a, const OpRow& b) {
    if (a.self_device_ns != b.self_device_ns) return a.self_device_ns > b.self_device_ns;
    if (a.self_cpu_ns != b.self_cpu_ns) return a.self_cpu_ns > b.self_cpu_ns;
    if (a.name != b.name) return snapshot.text(a.name) < snapshot.text(b.name);
    if (a.user_annotation != b.user_annotation) return b.user_annotation;
    return a.group < b.group;
  });
}

void add_totals(OpTable& table) {
  for (const OpRow& row : table.rows) {
    table.self_cpu_ns = saturating_add(table.self_cpu_ns, row.self_cpu_ns);
    table.self_device_ns = saturating_add(table.self_device_ns, row.self_device_ns);
  }
}

struct HostThread {
  const Track* track = nullptr;
  const TrackChunk* chunk = nullptr;
};

/// The host threads, those with the most slices first.
std::vector<HostThread> host_threads(const Snapshot& snapshot) {
  std::vector<HostThread> threads;
  for_each_chunk(snapshot, TrackKind::CpuThread, [&](const Track& track, const TrackChunk& chunk) {
    threads.push_back({&track, &chunk});
  });
  std::ranges::stable_sort(threads, [](const HostThread& a, const HostThread& b) {
    return a.chunk->size() > b.chunk->size();
  });
  return threads;
}

/// The rows of one worker, and what fills them.
struct Worker {
  explicit Worker(const OpCharges::Input& in)
      : rows(std::make_unique<OpRows>(in.snapshot, in.groups)),
        cpu_times(in.snapshot, in.window, *rows),
        charges(in, *rows) {}

  std::unique_ptr<OpRows> rows;
  OpCpuTimes cpu_times;
  OpCharges charges;
};

OpTable table_of(const OpCharges::Input& in) {
  OpTable table;
  // The longest tasks first: GPU work, memory, then threads by number of slices.
  const std::vector<HostThread> threads = host_threads(in.snapshot);
  const unsigned workers = hardware_threads();
  std::vector<Worker> of_worker;
  for (unsigned i = 0; i < workers; ++i) of_worker.emplace_back(in);
  parallel_for(threads.size() + 2, workers, [&](std::size_t task, unsigned number) {
    Worker& worker = of_worker[number];
    if (task == 0) {
      table.has_gpu_events = worker.charges.charge_gpu_events();
      table.graphs = worker.charges.graph_counts();
      table.unlaunched_device_ns = worker.charges.unlaunched_ns();
    } else if (task == 1) {
      table.has_memory_records = worker.charges.charge_memory();
    } else {
      const HostThread& thread = threads[task - 2];
      worker.cpu_times.add_thread(*thread.track, *thread.chunk);
    }
  });
  for (unsigned i = 1; i < workers; ++i) of_worker[0].rows->merge(*of_worker[i].rows);
  table.rows = of_worker[0].rows->take();
  sort_rows(in.snapshot, table.rows);
  add_totals(table);
  return table;
}

OpTable with_groups(OpTable table, OpGroups groups) {
  groups.of_event = {};  // large, and no longer needed
  table.groups = std::move(groups);
  return table;
}

}  // namespace

void OpRow::add(const OpRow& part) {
  const auto sum = [](std::int64_t& to, std::int64_t value) { to = saturating_add(to, value); };
  count += part.count;
  calls += part.calls;
  kernels += part.kernels;
  graph_kernels += part.graph_kernels;
  sum(self_cpu_ns, part.self_cpu_ns);
  sum(self_cpu_no_runtime_ns, part.self_cpu_no_runtime_ns);
  sum(total_cpu_ns, part.total_cpu_ns);
  sum(sum_cpu_ns, part.sum_cpu_ns);
  sum(self_device_ns, part.self_device_ns);
  sum(total_device_ns, part.total_device_ns);
  sum(device_span_ns, part.device_span_ns);
  sum(self_cpu_bytes, part.self_cpu_bytes);
  sum(total_cpu_bytes, part.total_cpu_bytes);
  sum(self_device_bytes, part.self_device_bytes);
  sum(total_device_bytes, part.total_device_bytes);
}

bool is_annotation_name(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kPrefixes = {"ProfilerStep#",
                                                                 "Optimizer.step#",
                                                                 "Optimizer.zero_grad#",
                                                                 "enumerate(",
                                                                 "## ",
                                                                 "nccl:",
                                                                 "gloo:",
                                                                 "Torch-Compiled Region",
                                                                 "nn.Module:",
                                                                 "DistributedDataParallel.forward"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool is_host_collective(std::string_view name) {
  static constexpr std::array<std::string_view, 2> kPrefixes = {"gloo:", "mpi:"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

OpTable ops_by_group(const Snapshot& snapshot, const AnalysisWindow& window, OpGroups groups,
                     const GraphOrigins* graphs) {
  const AnnotationTrees annotations = find_annotations(snapshot);
  const InstantOps instants = find_instant_ops(snapshot);
  OpTable table = table_of({snapshot, window, annotations, instants.ops, groups, graphs});
  return with_groups(std::move(table), std::move(groups));
}

OpTable analyse_ops(const AnalysisResults& in) {
  const auto graphs = in.of<GraphOrigins>();
  const auto annotations = in.of<HostAnnotations>();
  const auto instants = in.of<InstantOps>();
  OpGroups groups = group_ops(in.trace, in.group_by, in.read, in.stop, graphs.get());
  OpTable table =
      table_of({in.trace, in.window, annotations->trees, instants->ops, groups, graphs.get()});
  return with_groups(std::move(table), std::move(groups));
}

}  // namespace lanescope
