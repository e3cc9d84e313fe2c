// Columns of the tables of steps, and of what they consist of.
#include "core/view/tables/column_words_lists.h"

namespace lanescope {
namespace {

constexpr ColumnSum kSums = ColumnSum::Rows;

constexpr ColumnEntry kEntries[] = {
    // Steps.
    {"Step", "Breakdown",
     "Each moment counts once, for the first of these that was running: kernels, communication, "
     "copies, memsets, CUDA calls, DataLoader, CPU."},
    {"Step", "CPU", "Time in which only operators ran on the CPU.", kSums},
    {"Step", "Comm", "Time in which communication ran and no compute kernel.", kSums},
    {"Step", "Copies", "Time in which copies ran and no kernel.", kSums},
    {"Step", "DataLoader",
     "Time in which the DataLoader ran, but neither the GPU nor a CUDA call. The class \"data "
     "loading\" of idle time differs: it is the time that the GPU waited for the next batch.",
     kSums},
    {"Step", "Memsets", "Time in which memsets ran and no kernel or copy.", kSums},
    {"Step", "Kernels", "Time in which at least one compute kernel ran.", kSums},
    {"Step", "Note", "Warm-up, outlier, pause, or the duration on the host if it differs."},
    {"Step", "Other", "Time in which nothing traced was running.", kSums},
    {"Step", "Runtime", "Time in CUDA calls while the GPU was idle.", kSums},
    {"Step", "Time",
     "From the start of the step to the start of the next one. If the host runs far ahead of the "
     "GPU, from the step's first kernel to that of the next.",
     kSums},

    // Launches.
    {"", "Delayed",
     "Launches whose work started long after their call ended while the queue had room.", kSums},
    {"", "In calls",
     "CPU time in launch calls; each call counts once. Of a selected range, the parts in it of the "
     "calls whose work runs in it.",
     kSums},
    {"", "Graph nodes",
     "Work of CUDA graphs after the first node of each replay. It has no launch call of its own, "
     "so "
     "how long it waited is unknown.",
     kSums},
    {"", "Launches",
     "Launch calls; a CUDA graph launches all its nodes with one. Of a selected range, those whose "
     "work runs in it, even if called earlier.",
     kSums},
    {"", "Longest wait",
     "The longest time from the end of a launch call to the start of its work."},
    {"", "Mean wait",
     "Mean time from the end of a launch call to the start of its work; 0 if the work started "
     "before "
     "the call ended."},
    {"", "Median wait", "Half of the launches wait less, half wait longer."},
    {"", "On the GPU",
     "Duration of the launched work, summed over streams; of a selected range, the parts in it.",
     kSums},
    {"", "Queue full", "Launch calls made while the queue of the stream was full.", kSums},
    {"", "Short",
     "Launches, neither delayed nor into a full queue, whose work takes less time than their call.",
     kSums},
    {"", "p99 wait", "99 % of the launches wait less."},

    // Samples of host threads.
    {"Host thread", "% running", "Running as a share of the sampled time of the thread."},
    {"Host thread", "Disk", "Time waiting for a file system or a device.", kSums},
    {"Host thread", "Event loop idle",
     "Time in which its event loop, such as asyncio's, had nothing to do.", kSums},
    {"Host thread", "GIL held", "Time holding the GIL, whatever the thread did meanwhile.", kSums},
    {"Host thread", "Lock", "Time waiting for a lock.", kSums},
    {"Host thread", "Other threads",
     "Time waiting for the end of another thread, or for what it puts into a queue or sets.",
     kSums},
    {"Host thread", "Other waits", "Time in any other wait, such as for a child process.", kSums},
    {"Host thread", "PID", "Process ID."},
    {"Host thread", "Page fault", "Time waiting for a page of memory to be read.", kSums},
    {"Host thread", "Pipe or socket", "Time waiting for data of other processes, or polling.",
     kSums},
    {"Host thread", "Running",
     "Time on a CPU; with waits for a CPU where context switches were not recorded.", kSums},
    {"Host thread", "Sampled", "Time in which the thread was sampled: all of the other times.",
     kSums},
    {"Host thread", "Sleep", "Time in sleep() and the like.", kSums},
    {"Host thread", "TID", "Thread ID."},
    {"Host thread", "Waiting for CPU",
     "Time waiting for a CPU while other threads had them; n/a where context switches were not "
     "recorded.",
     kSums},
    {"Host thread", "Waiting for GIL", "Time waiting for the GIL.", kSums},
    {"Native function", "% CPU time",
     "Self running as a share of the time that all sampled threads ran.", kSums},
    {"Native function", "Self",
     "Time in the function without the native functions that it calls, summed over threads; the "
     "same time counts for the Python function that called it.",
     kSums},
    {"Native function", "Self running", "Self time in which the thread ran.", kSums},
    {"Native function", "Threads", "Threads that were in it."},
    {"Native function", "Total",
     "Time in the function with the native functions that it calls, summed over threads; a "
     "recursive call counts once."},
    {"Native function", "Total running", "Total time in which the thread ran."},
    {"Python function", "% self", "Self as a share of the sampled time of all threads.", kSums},
    {"Python function", "Self",
     "Time in the function without the Python functions that it calls; summed over threads.",
     kSums},
    {"Python function", "Self running", "Self time in which the thread ran.", kSums},
    {"Python function", "Threads", "Threads that were in it."},
    {"Python function", "Top line", "The line of it with most self time."},
    {"Python function", "Total",
     "Time in the function with the functions that it calls, summed over threads; a recursive call "
     "counts once."},
    {"Python function", "Total running", "Total time in which the thread ran."},
    {"Python line", "% self", "Self as a share of the sampled time of all threads.", kSums},
    {"Python line", "Self", "Time at this line, summed over threads.", kSums},
    {"Python line", "Self running", "Time at this line in which the thread ran.", kSums},
    {"Python line", "Threads", "Threads that were at it."},

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
    {"Kernels in this order", "GPU time",
     "GPU time of all occurrences, summed; of a selected range, the parts in it.", kSums},
    {"Short kernels in a row", "GPU time",
     "GPU time of all occurrences, summed; of a selected range, the parts in it."},
    {"Operator", "GPU time",
     "GPU time of the kernels launched by these calls; of a selected range, the parts in it.",
     kSums},
    {"Operator", "Kernels per call", "Kernels that each call launches."},
    {"Operator", "Replays", "How often a CUDA graph replayed what was captured in the operator.",
     kSums},
    {"Operator", "CPU time", "CPU time of these calls; of a selected range, the parts in it.",
     kSums},
    {"Kernels in this order", "Kernels", "Kernels per occurrence."},
    {"Short kernels in a row", "Kernels", "Kernels per occurrence."},
    {"", "Times", "How often it occurs."},

    // Compiled code.
    {"Compiled code", "Calls",
     "Number of calls that start in the analyzed part; of a selected range, those that overlap it.",
     kSums},
    {"Compiled code", "CPU time",
     "CPU time of the calls, nested parts included; of a selected range, the parts in it."},
    {"Compiled code", "GPU time",
     "GPU time of the kernels launched during the calls. Of a selected range, the kernels that run "
     "in it, cut at its ends, even if launched earlier."},
    {"Compiled code", "Kernels",
     "Kernels launched during the calls; of a selected range, those that run in it."},
    {"", "Enclosing Python", "The Python function that runs when the graph breaks."},
    {"", "Evidence", "Why it is considered a recompile."},
    {"", "Inside", "The compiled region around it."},
    {"Kernels", "GPU time",
     "GPU time of the kernels, summed over streams; of a selected range, the parts in it."},
    {"Kernels", "Launched", "Number of kernels."},
    {"Kernels", "Per step", "Kernels divided by steps."},
    {"Kernels", "Share", "GPU time as a share of that of all kernels."},
    {"", "Part", "Which part of torch.compile it is: guards, a compiled region, a graph …"},
    {"Recompiled region", "Time", "Duration of the region that was compiled again.", kSums},
};

}  // namespace

std::span<const ColumnEntry> step_column_words() {
  return kEntries;
}

}  // namespace lanescope
