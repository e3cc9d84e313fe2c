#include "core/view/tables/column_words.h"

#include <algorithm>

#include "core/view/tables/column_words_lists.h"

namespace lanescope {
namespace {

constexpr ColumnSum kSums = ColumnSum::Rows;

constexpr ColumnEntry kEntries[] = {
    // Names of rows.
    {"Annotation", "", "A record_function or NVTX range. All steps are one row."},
    {"Collective", "", "The same collective on all ranks that took part in it."},
    {"Compiled code", "", "A region or graph of torch.compile."},
    {"File", "", "A trace, one per rank."},
    {"Host thread", "", "A thread of the program that was sampled from outside."},
    {"Kernel", "", "The shortened name; hover over a row for the full one."},
    {"Kernels", "", "Where kernels came from."},
    {"Kernels in this order", "", "Kernels that one thread launches repeatedly in this order."},
    {"Launch call", "", "The CUDA or HIP call that launched GPU work."},
    {"Module", "",
     "An nn.Module, inside the module that calls it. Without Python stacks: a record_function "
     "range or a forward() call."},
    {"Module class", "", "All modules of one class, such as Linear."},
    {"On the path", "", "What has to get faster for the step to get shorter."},
    {"Operator", "", "A PyTorch operator; * marks an annotation."},
    {"Native function", "", "A C or C++ function on the sampled stacks."},
    {"Python function", "", "A Python function that samples of threads have on the stack."},
    {"Python line", "", "The line of Python that was executing when samples were taken."},
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
    {"Matrix cores", "", "Whether the kernels' names show that they use AMD's matrix cores."},

    // Memory.
    {"Memory", "Allocated", "Bytes allocated over the whole trace, freed ones included."},
    {"Memory", "Allocated by", "The module, source line or operator that allocated it."},
    {"Memory", "Allocations", "Number of allocations over the whole trace."},
    {"Memory", "At peak", "Bytes still allocated at the memory peak."},
    {"Memory", "Blocks", "Number of live blocks."},
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
    {"Selection", "Name", "Name of the selected events."},
    {"Selection", "Role", "Kind of work."},
    {"Processes", "Attachable",
     "Yes: it can record a PyTorch trace. Samples only: its threads can be sampled."},
    {"Processes", "Command", "Its command line."},
    {"Processes", "Description", "What was found in it, such as PyTorch."},
    {"Processes", "PID", "Process ID."},
    {"Report", "Count", "How often it occurred."},
    {"Report", "Example", "The first text affected."},
    {"Report", "First offset",
     "Byte offset of its first occurrence in the file; of a database, the row."},
    {"Report", "Issue", "What was wrong with the file and what was done about it."},
    {"Report", "Kind", "Kind of issue."},

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
    {"", "Matrix cores", "Whether the kernel's name shows that it uses AMD's matrix cores."},
    {"", "Tensor cores", "Whether the kernel's name shows that it uses tensor cores."},
    {"", "Total", "Durations, summed.", kSums},
};

const ColumnEntry* find(std::string_view rows, std::string_view title) {
  for (const std::span<const ColumnEntry> list :
       {std::span<const ColumnEntry>(kEntries), work_column_words(), step_column_words(),
        run_column_words()}) {
    const auto at = std::ranges::find_if(
        list, [&](const ColumnEntry& one) { return one.rows == rows && one.title == title; });
    if (at != list.end()) return &*at;
  }
  return nullptr;
}

}  // namespace

ColumnWords column_words(std::string_view rows, std::string_view title) {
  const ColumnEntry* found = find(rows, title);
  if (found == nullptr && !title.empty()) found = find("", title);
  return found == nullptr ? ColumnWords() : ColumnWords{found->help, found->sum};
}

}  // namespace lanescope
