#include "capture/agent/python/stacks.h"

#include <sys/mman.h>

#include "capture/agent/check.h"

namespace lanescope::agent {

PythonStacks* PythonStacks::make() {
  // Zeros are an empty table: no generation, and epoch 0 is never the tables' own after follow().
  void* const memory = mmap(nullptr, sizeof(PythonStacks), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<PythonStacks*>(memory);
}

void PythonStacks::follow(std::uint64_t channel_generation) {
  if (generation_ == channel_generation) [[likely]]
    return;
  generation_ = channel_generation;
  ++code_epoch_;
  ++stack_epoch_;
  codes_used_ = stacks_used_ = 0;
  last_code_ = last_stack_ = 0;
}

void PythonStacks::add_code(const CodeIdentity& code) {
  if (codes_used_ >= kCodes / 4 * 3) {
    ++code_epoch_;
    codes_used_ = 0;
  }
  // Otherwise looking for a free slot would have no end.
  if (!LANESCOPE_AGENT_CHECK(codes_used_ < kCodes, "a free slot for a code object")) return;
  std::size_t at = slot_of(code.code);
  while (codes_[at].epoch == code_epoch_) at = (at + 1) & (kCodes - 1);
  codes_[at] = {.code = code, .id = ++last_code_, .epoch = code_epoch_};
  ++codes_used_;
}

void PythonStacks::add_stack(std::uint64_t hash) {
  if (stacks_used_ >= kStacks / 4 * 3) {
    ++stack_epoch_;
    stacks_used_ = 0;
  }
  if (!LANESCOPE_AGENT_CHECK(stacks_used_ < kStacks, "a free slot for a stack")) return;
  std::size_t at = hash & (kStacks - 1);
  while (stacks_[at].epoch == stack_epoch_) at = (at + 1) & (kStacks - 1);
  stacks_[at] = {.hash = hash, .id = ++last_stack_, .epoch = stack_epoch_};
  ++stacks_used_;
}

}  // namespace lanescope::agent
