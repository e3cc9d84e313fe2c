// Columns of the tables of operators, kernels, annotations and modules.
#include <string_view>

#include "core/analysis/ops/self_cpu_words.h"
#include "core/view/tables/column_words_lists.h"

namespace lanescope {
namespace {

constexpr ColumnSum kSums = ColumnSum::Rows;
constexpr ColumnSum kOutermost = ColumnSum::Outermost;

constexpr std::string_view kCountedCalls =
    "Number of calls that start in the analyzed part; of a selected range, those that overlap it.";

constexpr ColumnEntry kEntries[] = {
    // Operators.
    {"Operator", "Calls", kCountedCalls, kSums},
    {"Operator", "CPU mean",
     "Mean duration of a call; nested calls of the same operator count each."},
    {"Operator", "CPU mem",
     "CPU memory allocated minus freed during the calls, nested operators included."},
    {"Operator", "CPU total",
     "Total duration of the calls, nested operators included; of a selected range, the parts in "
     "it. "
     "Nested calls of the same operator are part of the outermost one and count once."},
    {"Operator", "GPU mean", "GPU total divided by the number of calls."},
    {"Operator", "GPU mem",
     "GPU memory allocated minus freed during the calls, nested operators included."},
    {"Operator", "GPU total",
     "GPU time of the work launched during the calls, nested operators included; work on several "
     "streams counts on each. Of a selected range, the work that runs in it, cut at its ends, even "
     "if launched earlier; otherwise, all work of the calls that start in the analyzed part, even "
     "if it runs later."},
    {"Operator", "Kernels",
     "Kernels launched during the calls, nested operators included; of a selected range, those "
     "that run in it."},
    {"Operator", "Graph kernels",
     "Kernels that a CUDA graph launched and that were captured in the operator, nested operators "
     "included. They are part of Kernels; the others were launched directly."},
    {"Operator", "Self CPU", kSelfCpuWords, kSums},
    {"Operator", "Self CPU %", "Self CPU as a share of that of all operators.", kSums},
    {"Operator", "Self CPU mem",
     "CPU memory allocated minus freed by the operator itself, without nested operators.", kSums},
    {"Operator", "Self GPU",
     "GPU time of the work that the operator itself launched, without nested operators; summed "
     "over streams. Of a selected range, the work that runs in it, cut at its ends, even if "
     "launched earlier, as in Kernels and Selection; otherwise, all work of the calls that start "
     "in the analyzed part, even if it runs later.",
     kSums},
    {"Operator", "Self GPU %", "Self GPU as a share of that of all operators.", kSums},
    {"Operator", "Self GPU mem",
     "GPU memory allocated minus freed by the operator itself, without nested operators.", kSums},
    {"Operator", "Input shapes", "The shapes of the inputs, if they were recorded."},
    {"Operator", "Input types", "The data types of the inputs, if they were recorded."},
    {"Operator", "Module",
     "The innermost nn.Module around the call, if modules or Python stacks were recorded."},
    {"Operator", "Phase", "Forward, backward, optimizer or other."},
    {"Operator", "Source", "The line of Python that called the operator, if stacks were recorded."},
    {"Operator", "Step", "The step in which the call started."},
    {"Operator", "Thread", "The CPU thread of the call."},

    // Roofline.
    {"Operator", "% of roof",
     "The rate achieved, as a share of what this GPU could reach at this intensity: its peak "
     "arithmetic rate or its memory bandwidth. It can exceed 100 %: bytes are counted from the "
     "shapes, and the L2 cache serves some of the reads."},
    {"Operator", "Bound by",
     "Which limit the operator is near. Neither: far below both, due to latency, low occupancy or "
     "too "
     "little work."},
    {"Operator", "Bytes per call", "Inputs read and outputs written once, from shapes and types."},
    {"Operator", "FLOP per call", "Floating-point operations, from the shapes."},
    {"Operator", "FLOP/B", "Arithmetic intensity: operations per byte read or written."},
    {"Operator", "GB/s", "Bytes read and written, divided by GPU time."},
    {"Operator", "TFLOP/s", "Floating-point operations divided by GPU time."},
    {"Operator", "Type", "The data type of the inputs."},

    // Kernels.
    {"", "Role", "What the kernels do, judged by their names."},
    {"Kernel", "Calls", kCountedCalls, kSums},
    {"Kernel", "From graphs",
     "Of the calls, those that a CUDA graph launched; the others were launched directly.", kSums},
    {"Kernel", "Share",
     "Total as a share of the time of all GPU work: kernels, copies and memsets on all "
     "streams.",
     kSums},
    {"Kernel", "Total",
     "Durations, summed over streams: of a selected range, the parts in it; otherwise, the kernels "
     "that start in the analyzed part, in full.",
     kSums},
    {"Selection", "Calls", "Events that overlap the range, also those that start before it.",
     kSums},
    {"Selection", "Slices",
     "Runs of consecutive samples of a thread that show it and overlap the range. One call may be "
     "several, and several calls one.",
     kSums},
    {"Selection", "Longest", "The longest one, as far as it is in the range."},
    {"Selection", "Total",
     "The parts of the durations that are in the range, summed; Kernels and Ops count the same.",
     kSums},
    {"Kernel", "Blocks/SM",
     "Blocks of the grid divided by the GPU's multiprocessors; mean over the calls, weighted by "
     "time. Below 1, some multiprocessors have nothing to do."},
    {"Kernel", "Est. occupancy",
     "Occupancy that the profiler estimates from the launch, not measured; mean over the calls, "
     "weighted by time. Low occupancy can be right for matrix multiplications. Empty where the "
     "profiler could not estimate it."},
    {"Kernel", "Registers",
     "Registers per thread, on AMD VGPRs; mean over the calls, weighted by time."},
    {"Kernel", "Shared memory",
     "Shared memory per block, static and dynamic; mean over the calls, weighted by time."},
    {"Kernel", "Ranges", "Measured profiler ranges, one kernel each.", kSums},
    {"Kernel", "FLOP", "Floating-point operations, from counters."},

    // Collectives, and copies.
    {"Collectives", "",
     "Collectives of one kind, group and size; without their arguments, kernels of one name."},
    {"Collectives", "Algorithm GB/s",
     "Message size divided by the durations, which include waiting for other ranks."},
    {"Collectives", "Best bus GB/s",
     "Bus GB/s of the shortest one, which waited least for other ranks."},
    {"Collectives", "Bus GB/s",
     "Algorithm GB/s corrected for the traffic that each link carries, as in nccl-tests; "
     "comparable to the hardware bandwidth."},
    {"Collectives", "Count", "Collectives that overlap the analyzed part.", kSums},
    {"Collectives", "Dtype", "Data type of the message."},
    {"Collectives", "Exposed",
     "Time in which it runs and nothing computes. Of concurrent ones, it counts for the first.",
     kSums},
    {"Collectives", "GPU", "The GPU that it ran on."},
    {"Collectives", "Group", "The process group, or NCCL's communicator."},
    {"Collectives", "Mean", "Total divided by their number."},
    {"Collectives", "Message", "Size of the message on one rank."},
    {"Collectives", "Ranks", "Ranks in the group."},
    {"Collectives", "Shortest", "The shortest one, which waited least for other ranks."},
    {"Copies", "", "Copies and memsets by the kinds of memory that they connect."},
    {"Copies", "Bytes", "Bytes copied or set.", kSums},
    {"Copies", "Count", "Copies and memsets that start in the analyzed part.", kSums},
    {"Copies", "Exposed", "Time in which they run and nothing computes or communicates.", kSums},
    {"Copies", "GPU", "The GPU that it ran on."},
    {"Copies", "Max GB/s", "Bytes divided by duration, of the fastest one."},
    {"Copies", "Median GB/s", "Bytes divided by duration: half of them are slower."},
    {"Copies", "Min GB/s", "Bytes divided by duration, of the slowest one."},
    {"Copies", "Mostly by", "The operator that most of the time was copied for."},
    {"Copies", "Small / step", "Small copies per step; a threshold says which are small."},
    {"Copies", "Time", "Durations, summed.", kSums},

    // Annotations.
    {"Annotation", "Calls", kCountedCalls, kSums},
    {"Annotation", "Comm",
     "GPU time of communication launched inside. Nested annotations count too."},
    {"Annotation", "Compute",
     "GPU time of compute kernels launched inside. Nested annotations count too."},
    {"Annotation", "GPU events",
     "Kernels, copies and memsets launched inside, nested annotations included."},
    {"Annotation", "GPU time",
     "GPU time of the work launched inside, summed over streams, nested annotations included; of a "
     "selected range, the parts in it."},
    {"Annotation", "Kernels", "Kernels launched inside, nested annotations included."},
    {"Annotation", "Memory",
     "GPU time of copies and memsets launched inside. Nested annotations count too."},
    {"Annotation", "Self", "GPU time of work for which this is the innermost annotation.", kSums},
    {"Annotation", "Share", "GPU time as a share of that of all GPU work."},
    {"Annotation", "Span", "GPU time, counting concurrent streams once."},

    // Modules.
    {"Module", "Calls", kCountedCalls, kSums},
    {"Module class", "Calls", kCountedCalls, kSums},
    {"Module", "Bwd CPU",
     "CPU time of the operators of the backward pass whose forward operators ran in this module, "
     "nested modules included; of a selected range, the parts in it.",
     kOutermost},
    {"Module", "Bwd GPU",
     "GPU time of the work launched by these operators, summed over streams; counted as Fwd GPU.",
     kOutermost},
    {"Module", "Bwd self CPU", "Bwd CPU without nested modules.", kSums},
    {"Module", "Bwd self GPU", "Bwd GPU without nested modules.", kSums},
    {"Module", "CPU mem",
     "CPU memory allocated minus freed during the calls and by their backward operators, "
     "nested modules included.",
     kOutermost},
    {"Module", "GPU mem",
     "GPU memory allocated minus freed during the calls and by their backward operators, "
     "nested modules included.",
     kOutermost},
    {"Module", "Fwd CPU",
     "Time of the calls on the CPU, nested modules included: of a selected range, the parts in it; "
     "otherwise, the calls that start in the analyzed part, in full.",
     kOutermost},
    {"Module", "Fwd GPU",
     "GPU time of the work launched during the calls, nested modules included, summed over "
     "streams. Of a selected range, the work that runs in it, cut at its ends, even if launched "
     "earlier; otherwise, all work launched in the analyzed part, even if it runs later.",
     kOutermost},
    {"Module", "Fwd self CPU", "Fwd CPU without nested modules.", kSums},
    {"Module", "Fwd self GPU", "Fwd GPU without nested modules.", kSums},
    {"Module", "Kernels",
     "Kernels launched in both passes, nested modules included; of a selected range, those that "
     "run in it.",
     kOutermost},
    {"Module", "Graph kernels",
     "Kernels that a CUDA graph launched and that were captured in the module, nested modules "
     "included. They are part of Kernels; the others were launched directly.",
     kOutermost},
    {"Module class", "GPU mem",
     "GPU memory allocated minus freed during the calls and by their backward operators, "
     "nested modules included."},
    {"Module class", "Bwd CPU",
     "CPU time of the backward pass of these modules, nested modules included."},
    {"Module class", "Bwd GPU",
     "GPU time of the backward pass of these modules, nested modules included, summed over "
     "streams."},
    {"Module class", "Bwd self CPU", "Bwd CPU without nested modules.", kSums},
    {"Module class", "Bwd self GPU", "Bwd GPU without nested modules.", kSums},
    {"Module class", "CPU mem",
     "CPU memory allocated minus freed during the calls and by their backward operators, "
     "nested modules included."},
    {"Module class", "Fwd CPU",
     "Time of the calls on the CPU, nested modules included; of a selected range, the parts in "
     "it."},
    {"Module class", "Fwd GPU",
     "GPU time of the work launched during the calls, nested modules included, summed over "
     "streams; of a selected range, the parts in it."},
    {"Module class", "Fwd self CPU", "Fwd CPU without nested modules.", kSums},
    {"Module class", "Fwd self GPU", "Fwd GPU without nested modules.", kSums},
    {"Module class", "Instances", "Modules of this class that were called.", kSums},
    {"Module class", "Kernels", "Kernels launched in both passes, nested modules included."},
};

}  // namespace

std::span<const ColumnEntry> work_column_words() {
  return kEntries;
}

}  // namespace lanescope
