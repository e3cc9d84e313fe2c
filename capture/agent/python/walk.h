// One walk over the frames of a thread, which this thread's own call keeps from changing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "capture/agent/process/own_memory.h"
#include "capture/agent/python/layout.h"
#include "capture/agent/python/stacks.h"
#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

// Reads CPython's objects in this process, by their layout.

/// The field of type T at `offset` in what `object` points to, which is certainly there.
template <typename T>
T load_field(const void* object, std::uint16_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(object) + offset, sizeof value);
  return value;
}

/// The same for what may be gone, or may never have been such an object.
template <typename T>
std::optional<T> copy_field(const void* object, std::uint16_t offset, Forbidden forbidden) {
  T value;
  if (!copy_memory(&value, static_cast<const char*>(object) + offset, sizeof value, forbidden))
    return {};
  return value;
}

/// Whether a pointer to a Python object can be one.
inline bool is_object_pointer(const void* pointer) {
  return is_address(pointer) && reinterpret_cast<std::uintptr_t>(pointer) % alignof(void*) == 0;
}

/// Memory to put texts together in.
struct TextRoom {
  char* text;  // of the result
  std::size_t text_bytes;
  char* wide;  // of characters that are not ASCII, as Python keeps them
  std::size_t wide_bytes;
};

/// The text of a `str` as UTF-8 in `room`, cut to what fits. "?" for forms of string that no code
/// object has; nothing where there is no string to read.
std::optional<std::string_view> python_text(const PythonLayout& layout, const void* object,
                                            const TextRoom& room, Forbidden forbidden);

/// The contents of a `bytes` in `to`, cut to what fits. `is_cut` says so.
std::optional<std::string_view> python_bytes(const PythonLayout& layout, const void* object,
                                             char* to, std::size_t most, bool& is_cut,
                                             Forbidden forbidden);

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
