// One walk over the frames of a thread, which this thread's own call keeps from changing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/python/objects.h"
#include "capture/agent/python/stacks.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

class PythonWalk {
 public:
  /// `code_type` is the address of PyCode_Type.
  PythonWalk(const PythonLayout& layout, const void* code_type, Channel& channel,
             PythonStacks& stacks)
      : layout_(layout), code_type_(code_type), channel_(channel), stacks_(stacks) {}

  /// The number of the stack in the channel, written there if it is new; 0: there is none. Whatever
  /// `thread` leads to stays while this runs.
  std::uint32_t straight(const void* thread);
  /// The same where anything may be freed meanwhile, at the cost of some microseconds. What it
  /// makes of freed memory is thrown away: `is_ending` says whether that may have begun. Reads
  /// nothing straight: 0, and surprised, also when copies are forbidden, be it in the middle.
  std::uint32_t copied(const void* thread, bool (*is_ending)());

  /// Something did not look as the layout has it.
  [[nodiscard]] bool mismatched() const { return mismatched_; }

 private:
  template <typename Frames, typename Take>
  bool collect(Frames& frames, const void* thread, Take take);
  template <typename Frames>
  bool innermost(Frames& frames, const void* thread, const void*& frame) const;
  template <typename Frames, typename Take>
  bool add_frame(Frames& frames, const void* frame, Take take);
  template <typename Frames>
  bool read_instruction(Frames& frames, const void* frame, const void* code, std::int32_t& to);
  bool copy_heads();

  bool number_frame(const CodeIdentity& identity, std::int32_t instruction);
  std::uint32_t number_stack();
  std::uint32_t tell_code(const CodeIdentity& code);
  std::uint32_t tell_text(const void* object);
  std::uint32_t tell_stack();
  bool mismatch() {
    mismatched_ = true;
    return false;
  }

  const PythonLayout& layout_;
  const void* const code_type_;
  Channel& channel_;
  PythonStacks& stacks_;
  bool (*is_ending_)() = nullptr;
  Forbidden forbidden_ = Forbidden::ReadStraight;
  std::uint64_t hash_ = 0;
  std::uint32_t depth_ = 0;   // frames that have a number
  std::uint32_t copied_ = 0;  // frames whose code objects are to be looked at
  bool is_cut_ = false;
  bool mismatched_ = false;
};

}  // namespace lanescope::agent
