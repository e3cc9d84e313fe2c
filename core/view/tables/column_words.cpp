#include "core/view/tables/column_words.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Of all tables if `rows` is empty.
struct Entry {
  std::string_view rows, title, help;
  bool sums = false;
};

constexpr bool kSums = true;

constexpr Entry kEntries[] = {
    // Names of rows.
    {"Annotation", "", "A record_function or NVTX range. All steps are one row."},
    {"Collective", "", "The same collective on all ranks that took part in it."},
    {"Compiled code", "", "A region or graph of torch.compile."},
    {"File", "", "A trace, one per rank."},
    {"Kernel", "", "The shortened name; hover over a row for the full one."},
    {"Kernels", "", "Where kernels came from."},
    {"Kernels in this order", "", "Kernels that one thread launches repeatedly in this order."},
    {"Launch call", "", "The CUDA or HIP call that launched GPU work."},
    {"Module", "",
     "An nn.Module, inside the module that calls it. Without Python stacks: a record_function "
     "range or a forward() call."},
    {"On the path", "", "What has to get faster for the step to get shorter."},
    {"Operator", "", "A PyTorch operator; * marks an annotation."},
    {"Rank", "", "A process of the distributed run."},
    {"Recompiled region", "", "Compiled code that was compiled again after warm-up."},
    {"Region inside another", "",
     "Compiled code entered from other compiled code, with a graph break in between."},
    {"Role", "", "What kernels do, judged by their names."},
    {"Short kernels in a row", "",
     "Short elementwise kernels and reductions that follow each other; one fused kernel could do "
     "their work."},
    {"Spent on", "", "What the critical path consists of."},
    {"Step", "", "A training step, from its start to the start of the next one."},
    {"Stream", "", "A queue of GPU work."},
    {"Tensor cores", "", "Whether the kernels' names show that they use tensor cores."},

    // Operators.
    {"Operator", "CPU mean", "CPU total divided by the number of calls."},
    {"Operator", "CPU mem",
     "CPU memory allocated minus freed during the calls, nested operators included."},
    {"Operator", "CPU total",
     "CPU time of all calls, nested operators included. Nested calls of the same operator count "
     "each, as in key_averages()."},
    {"Operator", "Device mean", "Device total divided by the number of calls."},
    {"Operator", "Device mem",
     "GPU memory allocated minus freed during the calls, nested operators included."},
    {"Operator", "Device total",
     "GPU time of the work launched during the calls, nested operators included; work on several "
     "streams counts on each. Of calls that start in the analyzed part; their work counts in full, "
     "even if it runs later."},
    {"Operator", "Kernels", "Kernels launched during the calls, nested operators included."},
    {"Operator", "Self CPU", "CPU time in the operator itself, without nested operators.", kSums},
    {"Operator", "Self CPU %", "Self CPU as a share of that of all operators.", kSums},
    {"Operator", "Self CPU mem",
     "CPU memory allocated minus freed by the operator itself, without nested operators.", kSums},
    {"Operator", "Self device",
     "GPU time of the work that the operator itself launched, without nested operators; summed "
     "over streams. Of calls that start in the analyzed part; their work counts in full, even if "
     "it runs later, so the sum may exceed a selected range.",
     kSums},
    {"Operator", "Self device %", "Self device as a share of that of all operators.", kSums},
    {"Operator", "Self device mem",
     "GPU memory allocated minus freed by the operator itself, without nested operators.", kSums},
    {"Operator", "Input shapes", "The shapes of the inputs; needs record_shapes=True."},
    {"Operator", "Input types", "The data types of the inputs; needs record_shapes=True."},
    {"Operator", "Module",
     "The innermost nn.Module around the call; needs with_modules=True or Python stacks."},
    {"Operator", "Phase", "Forward, backward, optimizer or other."},
    {"Operator", "Source", "The line of Python that called the operator; needs with_stack=True."},
    {"Operator", "Step", "The step in which the call started."},
    {"Operator", "Thread", "The CPU thread of the call."},

    // Roofline.
    {"Operator", "% of roof",
     "The rate achieved, as a share of what this GPU could reach at this intensity: its peak "
     "arithmetic rate or its memory bandwidth."},
    {"Operator", "Bound by",
     "Which limit the operator is near. Neither: far below both, due to latency, low occupancy or "
     "too "
     "little work."},
    {"Operator", "Bytes per call", "Inputs read and outputs written once, from shapes and types."},
    {"Operator", "FLOP per call", "Floating-point operations, from the shapes."},
    {"Operator", "FLOP/B", "Arithmetic intensity: operations per byte read or written."},
    {"Operator", "GB/s", "Bytes read and written, divided by GPU time."},
    {"Operator", "Shapes", "The shapes of the inputs."},
    {"Operator", "TFLOP/s", "Floating-point operations divided by GPU time."},
    {"Operator", "Type", "The data type of the inputs."},

    // Kernels.
    {"", "Role", "What the kernels do, judged by their names."},
    {"Kernel", "Share",
     "Total as a share of the time of all GPU work: kernels, copies and fills on all "
     "streams.",
     kSums},
    {"Kernel", "Total",
     "The durations of the kernels that start in the analyzed part, in full, summed over streams.",
     kSums},
    {"Kernel", "Ranges", "Measured profiler ranges, one kernel each.", kSums},
    {"Kernel", "FLOP", "Floating-point operations, from counters."},

    // Annotations.
    {"Annotation", "Comm",
     "GPU time of communication launched inside. Nested annotations count too."},
    {"Annotation", "Compute",
     "GPU time of compute kernels launched inside. Nested annotations count too."},
    {"Annotation", "GPU events",
     "Kernels, copies and fills launched inside, nested annotations included."},
    {"Annotation", "GPU time",
     "GPU time of the work launched inside, summed over streams, nested annotations included."},
    {"Annotation", "Kernels", "Kernels launched inside, nested annotations included."},
    {"Annotation", "Memory",
     "GPU time of copies and fills launched inside. Nested annotations count too."},
    {"Annotation", "Self", "GPU time of work for which this is the innermost annotation.", kSums},
    {"Annotation", "Share", "GPU time as a share of that of all GPU work."},
    {"Annotation", "Span", "GPU time, counting concurrent streams once."},

    // Modules.
    {"Module", "Bwd CPU",
     "CPU time of the operators of the backward pass whose forward operators ran in this module, "
     "nested modules included."},
    {"Module", "Bwd device",
     "GPU time of the work launched by these operators, summed over streams."},
    {"Module", "Bwd self CPU", "Bwd CPU without nested modules.", kSums},
    {"Module", "Bwd self dev.", "Bwd device without nested modules.", kSums},
    {"Module", "CPU allocated",
     "CPU memory allocated minus freed in both passes, nested modules included."},
    {"Module", "Allocated",
     "GPU memory allocated minus freed in both passes, nested modules included."},
    {"Module", "Fwd CPU", "Time of the calls on the CPU, nested modules included."},
    {"Module", "Fwd device",
     "GPU time of the work launched during the calls, nested modules included, summed over "
     "streams."},
    {"Module", "Fwd self CPU", "Fwd CPU without nested modules.", kSums},
    {"Module", "Fwd self dev.", "Fwd device without nested modules.", kSums},
    {"Module", "Kernels", "Kernels launched in both passes, nested modules included."},

    // Steps.
    {"Step", "Breakdown",
     "Each moment counts once, for the first of these that was running: kernels, communication, "
     "copies, fills, CUDA calls, data loading, CPU."},
    {"Step", "CPU", "Time in which only operators ran on the CPU.", kSums},
    {"Step", "Comm.", "Time in which communication ran and no compute kernel.", kSums},
    {"Step", "Copies", "Time in which copies ran and no kernel.", kSums},
    {"Step", "Data loading", "Time in which the DataLoader ran and the GPU did not.", kSums},
    {"Step", "Fills", "Time in which memory was set and no kernel or copy ran.", kSums},
    {"Step", "Kernels", "Time in which at least one compute kernel ran.", kSums},
    {"Step", "Note", "Warm-up, outlier, pause, or the duration on the host if it differs."},
    {"Step", "Other", "Time in which nothing traced was running.", kSums},
    {"Step", "Runtime", "Time in CUDA calls while the GPU was idle.", kSums},
    {"Step", "Time", "From the start of the step to the start of the next one.", kSums},

    // Launches.
    {"", "Delayed", "Launches whose work started long after their call ended.", kSums},
    {"", "In calls", "CPU time in launch calls; each call counts once.", kSums},
    {"", "Launches", "GPU events that were launched; a CUDA graph launches many at once.", kSums},
    {"", "Longest wait",
     "The longest time from the end of a launch call to the start of its work."},
    {"", "Mean wait", "Waited divided by the number of launches."},
    {"", "On the GPU", "Duration of the launched work, summed over streams.", kSums},
    {"", "Queue full", "Launch calls made while the queue of the stream was full.", kSums},
    {"", "Short", "Launches whose work takes less time than their call.", kSums},
    {"", "Waited",
     "From the end of the launch call to the start of its work, summed over launches; they wait "
     "concurrently, so the sum can exceed the wall time.",
     kSums},

    // Critical path.
    {"", "Class", "Kind of work: kernel, CUDA call, operator, gap …"},
    {"", "Parts", "Segments of the path.", kSums},
    {"On the path", "Share", "Time as a share of the path.", kSums},
    {"On the path", "Time", "Time on the path.", kSums},
    {"Spent on", "Share", "Time as a share of the path.", kSums},
    {"Spent on", "Time", "Time on the path.", kSums},

    // Sequences.
    {"", "In this order", "The kernels of one call, by start."},
    {"", "Launches saved",
     "Launches that one fused kernel or a CUDA graph would make unnecessary."},
    {"", "Max. savings",
     "GPU idle time between the kernels of an occurrence while the CPU launches them: the most "
     "that "
     "a fused kernel or a CUDA graph could save.",
     kSums},
    {"", "Variants",
     "Other repeated orders that overlap this one: a part of it, or shifted against it. The "
     "figures "
     "are those of the one that saves the most."},
    {"Kernels in this order", "GPU time", "GPU time of all occurrences, summed.", kSums},
    {"Short kernels in a row", "GPU time", "GPU time of all occurrences, summed."},
    {"Operator", "GPU time", "GPU time of the kernels launched by these calls.", kSums},
    {"Operator", "Kernels per call", "Kernels that each call launches."},
    {"Operator", "CPU time", "CPU time of these calls.", kSums},
    {"Kernels in this order", "Kernels", "Kernels per occurrence."},
    {"Short kernels in a row", "Kernels", "Kernels per occurrence."},
    {"", "Times", "How often it occurs."},

    // Compiled code.
    {"Compiled code", "CPU time", "CPU time of the calls, nested parts included."},
    {"Compiled code", "GPU time", "GPU time of the work launched during the calls."},
    {"Compiled code", "Kernels", "Kernels launched during the calls."},
    {"", "Enclosing Python", "The Python function that runs when the graph breaks."},
    {"", "Evidence", "Why it is considered a recompile."},
    {"", "Inside", "The compiled region around it."},
    {"Kernels", "GPU time", "GPU time of the kernels, summed over streams."},
    {"Kernels", "Launched", "Number of kernels."},
    {"Kernels", "Per step", "Kernels divided by steps."},
    {"Kernels", "Share", "GPU time as a share of that of all kernels."},
    {"", "Part", "Which part of torch.compile it is: guards, a compiled region, a graph …"},
    {"Recompiled region", "Time", "Duration of the region that was compiled again.", kSums},

    // Ranks.
    {"Collective", "Algorithm GB/s", "Message size divided by transfer time."},
    {"Collective", "Bus GB/s",
     "Algorithm GB/s corrected for the traffic that each link carries, as in nccl-tests; "
     "comparable to the hardware bandwidth."},
    {"Collective", "Count", "Collectives of this kind, group and size.", kSums},
    {"Collective", "Group", "The process group."},
    {"Collective", "Last", "The rank that arrived last."},
    {"Collective", "Max. skew", "The longest time from the first arrival to the last."},
    {"Collective", "Message", "Size of the message on one rank."},
    {"Collective", "Number", "Its position among the collectives of its group."},
    {"Collective", "Ranks", "Ranks whose traces contain it."},
    {"Collective", "Skew", "Time from the first arrival to the last."},
    {"Collective", "Step", "The step in which it started."},
    {"Collective", "Transfer",
     "Shortest time on any rank: the rank that arrives last does not wait, so only the transfer "
     "counts.",
     kSums},
    {"Collective", "Waited", "Time that ranks spent waiting for the last one, summed over ranks.",
     kSums},
    {"File", "Problem", "Why the file was skipped, or what is wrong with it."},
    {"Rank", "Busy", "Share of the time in which the GPU was busy."},
    {"Rank", "Cause",
     "What took longer than on the median rank before it arrived late; a possible cause."},
    {"Rank", "Clock", "How its clock was aligned with the reference clock."},
    {"Rank", "Compute", "Time in which compute kernels ran.", kSums},
    {"Rank", "Error", "How far the aligned clock may be off."},
    {"Rank", "Exposed comm", "Time in which communication ran and no compute kernel.", kSums},
    {"Rank", "Exposed copies",
     "Time in which copies or fills ran, but neither compute kernels nor "
     "communication.",
     kSums},
    {"Rank", "File", "Its trace."},
    {"Rank", "GPU time",
     "Each moment counts once: compute before exposed communication, exposed copies, and idle."},
    {"Rank", "Host", "The machine it ran on."},
    {"Rank", "Idle", "Time in which the GPU was idle.", kSums},
    {"Rank", "Last", "Collectives at which this rank arrived last.", kSums},
    {"Rank", "Mean lateness", "How long after the first rank it arrived, on average."},
    {"Rank", "Offset", "Its clock minus the reference clock."},
    {"Rank", "Overlap", "Share of communication that overlapped compute kernels."},
    {"Rank", "compute", "Time in which compute kernels ran."},
    {"Rank", "exposed communication", "Time in which communication ran and no compute kernel."},
    {"Rank", "exposed copies",
     "Time in which copies or fills ran, but neither compute kernels nor communication."},
    {"Rank", "idle", "Time in which the GPU was idle."},
    {"Rank", "Wait caused", "Time that other ranks waited for this one, summed over ranks.", kSums},
    {"Rank", "Waited", "Time that this rank waited for others.", kSums},

    // Memory.
    {"Memory", "Allocated", "Bytes allocated over the whole trace, freed ones included."},
    {"Memory", "Allocated by", "The module, source line or operator that allocated it."},
    {"Memory", "At peak", "Bytes still allocated at the memory peak."},
    {"Memory", "Blocks", "Number of allocations."},
    {"Memory", "Category", "What the memory is for: parameters, gradients, activations …"},
    {"Memory", "Largest", "The largest allocation."},
    {"Memory", "Lifetime", "From allocation to free; a lower bound if either is not in the trace."},
    {"Memory", "Reached by", "The allocation that brought memory to this peak."},
    {"Memory", "Size", "Bytes allocated."},
    {"Memory", "Source", "The line of Python that allocated it."},
    {"Memory", "Time", "When it happened."},

    {"Memory", "Age", "Time since it was allocated."},

    // Marks, selections, load report.
    {"Marks", "Duration", "Length of the marked range."},
    {"Marks", "Name", "Name of the mark; double-click to change it."},
    {"Marks", "Note", "Your note on the range."},
    {"Marks", "Start", "Time since the start of the trace."},
    {"Selection", "% of range",
     "Total as a share of the selected range; more than 100 % where calls overlap."},
    {"Selection", "Calls", "Events that overlap the range, also those that start before it.",
     kSums},
    {"Selection", "Longest", "The longest one, as far as it is in the range."},
    {"Selection", "Total",
     "The parts of the durations that are in the range, summed. Kernels and Ops count in full what "
     "starts in it.",
     kSums},
    {"Selection", "Name", "Name of the selected events."},
    {"Selection", "Role", "Kind of work."},
    {"Processes", "Attachable", "Whether Lanescope can attach to it and, if not, why."},
    {"Processes", "Command", "Its command line."},
    {"Processes", "Description", "What was found in it, such as PyTorch."},
    {"Processes", "PID", "Process ID."},
    {"Report", "Count", "How often it occurred."},
    {"Report", "Example", "The first text affected."},
    {"Report", "First offset", "Byte offset of its first occurrence in the file."},
    {"Report", "Issue", "What was wrong with the file and what was done about it."},
    {"Report", "Kind", "Kind of issue."},

    // Two runs.
    {"", "Calls A", "Calls in A: per step, per range or in total, like the times."},
    {"", "Calls B", "Calls in B: per step, per range or in total, like the times."},
    {"", "Count effect", "Change due to the number of calls: (calls B − calls A) × mean A."},
    {"", "Delta", "Time in B minus time in A; negative means that B is faster.", kSums},
    {"", "Duration effect", "Change due to the duration of calls: calls B × (mean B − mean A)."},
    {"", "Mean A", "Mean duration of a call in A."},
    {"", "Mean B", "Mean duration of a call in B."},
    {"", "Per range A", "Time in A per matched range.", kSums},
    {"", "Per range B", "Time in B per matched range.", kSums},
    {"", "Per step A", "Time in A per step.", kSums},
    {"", "Per step B", "Time in B per step.", kSums},
    {"", "Status", "Whether it is in both runs, and how it changed."},
    {"", "Total A", "Time in A.", kSums},
    {"", "Total B", "Time in B.", kSums},
    {"", "p", "Probability of a difference this large by chance; * marks significant ones."},

    // Of several tables.
    {"", "Calls", "How often it was called; a call counts where it starts.", kSums},
    {"", "GPU time", "Durations on the GPU, summed over streams.", kSums},
    {"", "Launched by", "The operator that launched most of them."},
    {"", "Longest", "The longest one."},
    {"", "Max", "The longest one; click the row to go to it."},
    {"", "Mean", "Total divided by the number of calls."},
    {"", "Median", "Half of them take less time."},
    {"", "Min", "The shortest one."},
    {"", "P90", "90 % of them take less time."},
    {"", "P99", "99 % of them take less time."},
    {"", "Share", "Share of the total.", kSums},
    {"", "Std", "Standard deviation of the durations."},
    {"", "Tensor cores", "Whether the kernel's name shows that it uses tensor cores."},
    {"", "Total", "Durations, summed.", kSums},
};

const Entry* find(std::string_view rows, std::string_view title) {
  const auto* const at = std::ranges::find_if(
      kEntries, [&](const Entry& one) { return one.rows == rows && one.title == title; });
  return at == std::ranges::end(kEntries) ? nullptr : at;
}

}  // namespace

ColumnWords column_words(std::string_view rows, std::string_view title) {
  const Entry* found = find(rows, title);
  if (found == nullptr && !title.empty()) found = find("", title);
  return found == nullptr ? ColumnWords() : ColumnWords{found->help, found->sums};
}

}  // namespace lanescope
