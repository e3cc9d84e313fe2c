#include "core/view/details/detail_words.h"

#include <algorithm>

#include "core/analysis/ops/self_cpu_words.h"

namespace lanescope {
namespace {

struct Entry {
  std::string_view key, words;
};

constexpr Entry kEntries[] = {
    {"Address", "Address of the memory on the device."},
    {"Algorithm bw.", "Message size divided by the time of the collective."},
    {"All with this name", "Time on the critical path of all events with this name."},
    {"Allocated", "Bytes allocated by this event."},
    {"Allocated since start",
     "Bytes allocated minus freed since the trace started; what was allocated before "
     "is unknown."},
    {"Annotated module", "Module that the program named when it captured the graph."},
    {"Arguments", "Constants that the kernel was compiled for."},
    {"Backend", "What generated the kernel."},
    {"Bus bandwidth",
     "Algorithm bandwidth corrected for the traffic that each link carries, as in "
     "nccl-tests; comparable to the hardware bandwidth."},
    {"By duration", "Its position among all events with this name, longest first."},
    {"Captured from",
     "The launch that became this node when the graph was captured. It started nothing then."},
    {"Collective", "Name of the collective, from the profiler."},
    {"Device", "Where the memory is."},
    {"Duration",
     "From start to end; CPU total in Ops is the sum over the calls of an operator. Click to copy "
     "it in nanoseconds."},
    {"Element type", "Data type of the message."},
    {"Elements in · out", "Elements of the message that this rank sends and receives."},
    {"Est. occupancy",
     "The profiler's estimate of the share of an SM's maximum number of warps that "
     "are active, and what limits them; computed from registers, shared memory and "
     "block size, not measured."},
    {"Freed", "Bytes freed by this event."},
    {"From · to",
     "Kinds of memory on both sides. Pageable host memory cannot be copied "
     "asynchronously."},
    {"Grid blocks · warps per SM",
     "Blocks and warps of the whole launch divided by the number of SMs of the GPU. An SM holds at "
     "most 64 warps, fewer on some GPUs, at once; what is more runs in waves. Below one block per "
     "SM, parts of the GPU stay idle."},
    {"Grid · block", "Blocks of the grid and threads of a block, in x, y, z."},
    {"Group", "Process group of the collective, and its number of ranks."},
    {"Hash", "Identifies the generated kernel in the compiler's cache."},
    {"Launch to start",
     "From the start of the launch call to the start of this work: the call itself, "
     "and what the work waited after it."},
    {"Lifetime", "From allocation to free."},
    {"Median · 95th percentile",
     "Durations of all events with this name: half take less than the first, "
     "95 % less than the second."},
    {"Memory", "Kind of memory that is set."},
    {"Message", "Size of the message on this rank."},
    {"Node", "Its position in the CUDA graph, in order of start."},
    {"Nodes", "GPU events of this replay."},
    {"On", "The thread of the launch call."},
    {"Ranks", "Ranks in the process group."},
    {"Rate", "Bytes divided by duration."},
    {"Registers · shared",
     "Registers per thread and shared memory per block; both limit how many blocks "
     "fit on an SM."},
    {"Replay", "Which launch of the CUDA graph this is."},
    {"Requested grid", "Grid requested by the generated code."},
    {"Reserved", "Bytes reserved by the caching allocator, whether allocated or not."},
    {"Same as",
     "An earlier launch of the same kernel by itself, in the same sequence of kernels, as in the "
     "warm-up before the capture."},
    {"Self", "Duration without nested events."},
    {"Self CPU", kSelfCpuWords},
    {"Size", "Bytes copied or set."},
    {"Source", "File of the generated code."},
    {"Spent on", "What this part of the critical path was spent on."},
    {"Start",
     "Time since the start of its step, that of its launch for GPU work; since the end of that "
     "step "
     "if it starts later; since the start of the trace if it is in no step. Click to copy the "
     "timestamp in nanoseconds."},
    {"Time", "Time since the start of its step, or of the trace if it is in no step."},
    {"Total allocated", "Bytes allocated on the device after this event."},
    {"VGPRs · LDS",
     "Vector registers per thread and bytes of the local data share per block; both limit how many "
     "waves fit on a compute unit."},
    {"Waited", "From the end of the launch call to the start of this work."},
    {"Warps · stages", "Warps per block and pipeline stages that the kernel was compiled for."},
};

}  // namespace

std::string_view detail_words(std::string_view key) {
  const auto* const at = std::ranges::find(kEntries, key, &Entry::key);
  return at == std::ranges::end(kEntries) ? std::string_view() : at->words;
}

}  // namespace lanescope
