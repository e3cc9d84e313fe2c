#include "capture/agent/python/stacks.h"

#include "capture/agent/check.h"
#include "capture/agent/process/fresh_memory.h"

namespace lanescope::agent {

PythonStacks* PythonStacks::make() {
  // All-zero bytes are an empty table: no generation, and after follow() epoch 0 never equals the
  // tables' epoch.
  return static_cast<PythonStacks*>(fresh_memory(sizeof(PythonStacks)));
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
  // Otherwise the search for a free slot would never end.
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
