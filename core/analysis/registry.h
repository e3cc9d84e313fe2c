// The list of analyses, and of what several of them need. Each is in its own file: a function from
// a complete snapshot and a window to a struct. To add an analysis, write the file, a line below,
// and its printer in app/cli.
#pragma once

// X(Result, call): what several analyses ask for. Those that are the same in all windows of a trace
// are computed once for all of them, see kIsOfTrace.
#define LANESCOPE_SHARED_RESULTS(X)                                                     \
  X(StepRanges, StepRanges{step_ranges(in.trace)})                                      \
  X(WarmUpSigns, WarmUpSigns{find_warm_up_signs(in.trace, in.of<StepRanges>()->steps)}) \
  X(GpuPeriods, GpuPeriods{gpu_periods(in.trace, in.of<StepRanges>()->steps)})          \
  X(InstantOps, find_instant_ops(in.trace))                                             \
  X(HostAnnotations, HostAnnotations{find_annotations(in.trace)})                       \
  X(Allocations, find_allocations(in))                                                  \
  X(HostActivities, HostActivities(in.trace))                                           \
  X(GpuWaits, GpuWaits{find_gpu_waits(in.trace, *in.of<HostActivities>())})             \
  X(SampledWorkers, find_sampled_workers(in.trace))                                     \
  X(LaunchShapes, LaunchShapes(in.trace, in.read))                                      \
  X(CollectiveCalls, find_collective_calls(in.trace, in.read, in.stop))                 \
  X(GraphOrigins, find_graph_origins(in.trace, in.read, in.stop))                       \
  X(AllStepActivity, AllStepActivity{step_activity(in.trace, {})})                      \
  X(KernelShapes, read_kernel_shapes(in))                                               \
  X(DeviceTimelines, find_device_timelines(in))                                         \
  X(HostCopySizes, read_host_copy_sizes(in))                                            \
  X(HostCopies, analyse_host_copies(in))

// X(key, Result, call): the key names the analysis on the command line and in JSON. `in` is the
// AnalysisResults that the result belongs to; the call passes the parts of it that the analysis
// needs, or all of it if the analysis uses other results.
#define LANESCOPE_ANALYSES(X)                                                             \
  X(gpu_time, GpuTime, analyse_gpu_time(in))                                              \
  X(idle, IdleTime, analyse_idle(in))                                                     \
  X(steps, StepTable, analyse_steps(in))                                                  \
  X(ops, OpTable, analyse_ops(in))                                                        \
  X(kernels, KernelTable, analyse_kernels(in))                                            \
  X(annotations, AnnotationTable, analyse_annotations(in.trace, in.window))               \
  X(modules, ModuleTree, analyse_modules(in))                                             \
  X(flame, FlameTree, build_flame_tree(in.trace, in.window, usual_flame_query(in.trace))) \
  X(memory, MemoryTable, analyse_memory(in))                                              \
  X(leaks, LeakTable, analyse_leaks(in))                                                  \
  X(sync, SyncStalls, analyse_sync(in))                                                   \
  X(launches, LaunchTable, analyse_launches(in))                                          \
  X(queue, LaunchQueue, analyse_queue(in.trace, in.window))                               \
  X(data_loading, DataLoading, analyse_data_loading(in))                                  \
  X(warmup, WarmUpSteps, analyse_warm_up(in))                                             \
  X(copies, CopyTable, analyse_copies(in))                                                \
  X(comm, CommTable, analyse_comm(in))                                                    \
  X(allocator, AllocatorTable, analyse_allocator(in))                                     \
  X(util, UtilTable, analyse_util(in))                                                    \
  X(critical_path, CriticalPath, analyse_critical_path(in))                               \
  X(sequences, SequenceTable, analyse_sequences(in))                                      \
  X(roofline, RooflineTable, analyse_roofline(in))                                        \
  X(compile, CompileTable, analyse_compile(in))                                           \
  X(bound, BoundTable, analyse_bound(in))                                                 \
  X(counters, CounterTable, analyse_counters(in.trace, in.window, in.read))               \
  X(patterns, PatternTable, analyse_patterns(in))                                         \
  X(findings, FindingTable, analyse_findings(in))                                         \
  X(host_time, HostTime, analyse_host_time(in.trace, in.window, in.stop))

#include "core/analysis/comm/collective_arguments.h"
#include "core/analysis/comm/comm.h"
#include "core/analysis/copies/copies.h"
#include "core/analysis/copies/sizes.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/flame/flame.h"
#include "core/analysis/found_timelines.h"
#include "core/analysis/gpu_time/bound.h"
#include "core/analysis/gpu_time/counters.h"
#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/gpu_time/util.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/instant_ops.h"
#include "core/analysis/host_time/host_time.h"
#include "core/analysis/idle/data_loading.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/queue_waits.h"
#include "core/analysis/idle/sync.h"
#include "core/analysis/kernels/compile.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/kernels/launch_shapes.h"
#include "core/analysis/kernels/sequences.h"
#include "core/analysis/kernels/shapes.h"
#include "core/analysis/launch/critical_path.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/launch/queue.h"
#include "core/analysis/loader/sampled_workers.h"
#include "core/analysis/memory/allocator.h"
#include "core/analysis/memory/leaks.h"
#include "core/analysis/memory/memory.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/ops/annotations.h"
#include "core/analysis/ops/charges.h"
#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/patterns/patterns.h"
#include "core/analysis/steps/activity.h"
#include "core/analysis/steps/gpu_periods.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/steps/warm_up.h"
