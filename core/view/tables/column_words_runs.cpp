// Columns of the tables of several traces: the ranks of a run, and two runs.
#include "core/view/tables/column_words_lists.h"

namespace lanescope {
namespace {

constexpr ColumnSum kSums = ColumnSum::Rows;

constexpr ColumnEntry kEntries[] = {
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
    {"Collective", "Waited",
     "Time that ranks spent waiting for the last one, summed over ranks, partly hidden behind "
     "compute.",
     kSums},
    // The runs of a history.
    {"Change", "", "A measure that is another one from a run on."},
    {"Change", "After", "Median of the runs since then, up to the next change."},
    {"Change", "Before", "Median of the runs before, since the change before."},
    {"Change", "Change", "By how much the medians differ."},
    {"Change", "Commit", "Commit of the first run after the change, if its trace has it."},
    {"Change", "From run", "The first run after the change."},
    {"Change", "Moved with it", "Parts of the step, kernels and settings that changed with it."},
    {"Change", "Recorded", "The day on which that run was recorded, in UTC."},
    {"Change", "Verdict", "Whether more of it costs time or memory."},
    {"Change", "p", "How often a permutation of the runs differs as much, if nothing changed."},
    {"Run", "", "A recording of the same work, in order of time."},
    {"Run", "Changed", "What is different for good from this run on."},
    {"Run", "Commit", "The commit that the trace names, as by prof.add_metadata."},
    {"Run", "Exposed comm",
     "Time per step and GPU in which communication ran and no compute kernel; median."},
    {"Run", "GPU", "The GPU as the driver names it."},
    {"Run", "GPU busy", "Share of the time in which the GPU was busy; median of the steps."},
    {"Run", "Host", "The machine that the trace names."},
    {"Run", "Idle", "Time per step in which the GPU was idle; median."},
    {"Run", "Peak memory", "The largest sum of allocated bytes."},
    {"Run", "Recorded", "When its recording began, in UTC."},
    {"Run", "Step time", "Median of the steady steps."},
    {"Run", "Steps", "How many steady steps the medians are of."},
    {"Run", "Trace", "The file that was summarized."},
    {"Run", "vs. previous", "How the step time differs from that of the run before."},
    {"File", "Problem", "Why the file was skipped, or what is wrong with it."},
    {"Rank", "Busy", "Share of the time in which the GPU was busy."},
    {"Rank", "Cause",
     "What took longer than on the median rank before it arrived late; a possible cause."},
    {"Rank", "Clock", "How its clock was aligned with the reference clock."},
    {"Rank", "Compute", "Time in which compute kernels ran.", kSums},
    {"Rank", "Error", "How far the aligned clock may be off."},
    {"Rank", "Exposed comm", "Time in which communication ran and no compute kernel.", kSums},
    {"Rank", "Exposed copies and memsets",
     "Time in which copies or memsets ran, but neither compute kernels nor "
     "communication.",
     kSums},
    {"Rank", "File", "Its trace."},
    {"Rank", "GPU time",
     "Each moment counts once: compute before exposed communication, exposed copies and memsets, "
     "and idle."},
    {"Rank", "Host", "The machine it ran on."},
    {"Rank", "Idle", "Time in which the GPU was idle.", kSums},
    {"Rank", "Times last", "Collectives at which this rank arrived last.", kSums},
    {"Rank", "Mean lateness", "How long after the first rank it arrived, on average."},
    {"Rank", "Offset", "Its clock minus the reference clock."},
    {"Rank", "Overlap", "Share of communication that overlapped compute kernels."},
    {"Rank", "compute", "Time in which compute kernels ran."},
    {"Rank", "exposed communication", "Time in which communication ran and no compute kernel."},
    {"Rank", "exposed copies and memsets",
     "Time in which copies or memsets ran, but neither compute kernels nor communication."},
    {"Rank", "idle", "Time in which the GPU was idle."},
    {"Rank", "Wait caused",
     "Time that other ranks waited because of this one and did not compute, summed over ranks. Of "
     "a chain of waits, the rank at its begin is the cause.",
     kSums},
    {"Rank", "Waited",
     "Time that this rank waited for others in collectives. Computing may go on meanwhile, so it "
     "can exceed exposed communication.",
     kSums},

    // Two runs.
    {"", "Calls A", "Calls in A, on all GPUs: per step, per range or in total, like the times."},
    {"", "Calls B", "Calls in B, on all GPUs: per step, per range or in total, like the times."},
    {"", "Count effect",
     "Change due to the number of calls: (calls B − calls A) × A's time per call."},
    {"", "Delta", "Time in B minus time in A; negative means that B is faster.", kSums},
    {"", "Duration effect", "Change due to the time of a call: calls B × its change per call."},
    {"", "Mean A", "Mean duration of a call in A."},
    {"", "Mean B", "Mean duration of a call in B."},
    {"", "Per range A", "Time in A per matched range; of several GPUs, their mean.", kSums},
    {"", "Per range B", "Time in B per matched range; of several GPUs, their mean.", kSums},
    {"", "Per step A", "Time in A per step; of several GPUs, their mean.", kSums},
    {"", "Per step B", "Time in B per step; of several GPUs, their mean.", kSums},
    {"", "Share of change",
     "Delta as a share of the change of the whole; negative where it offsets part of it.", kSums},
    {"", "Status",
     "Whether it is in both runs, and whether it changed; hover over a cell for what each state "
     "means."},
    {"Python function", "Delta",
     "Time in which the function itself runs, in B minus in A, summed over all threads.", kSums},
    {"Python function", "Running A",
     "Time in A in which threads run the function itself, without its waits.", kSums},
    {"Python function", "Running B",
     "Time in B in which threads run the function itself, without its waits.", kSums},
    {"Python function", "Self A", "Time in A in the function itself, with its waits.", kSums},
    {"Python function", "Self B", "Time in B in the function itself, with its waits.", kSums},
    {"Python function", "Self delta", "Self B minus Self A: with waits.", kSums},
    {"Thread state", "", "What the main thread does: it runs, or what it waits for."},
    {"Thread state", "Time A", "Time in A in which the main thread does this.", kSums},
    {"Thread state", "Time B", "Time in B in which the main thread does this.", kSums},
    {"Thread state", "Top line", "The line of Python at which the thread did this most."},
    {"", "Total A", "Time in A; of several GPUs, their mean.", kSums},
    {"", "Total B", "Time in B; of several GPUs, their mean.", kSums},
    {"", "p", "Probability of a difference this large by chance; * marks significant ones."},
};

}  // namespace

std::span<const ColumnEntry> run_column_words() {
  return kEntries;
}

}  // namespace lanescope
