// One walk over the frames of the calling thread, which cannot change while it is inside a C call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "capture/agent/process/own_memory.h"
#include "capture/agent/python/stacks.h"
#include "capture/agent/ring/channel.h"
#include "capture/python_layout/layout.h"

namespace lanescope::agent {

// Readers for CPython's objects in this process, by layout.

/// The field of type T at `offset` in `object`, which must be valid memory.
template <typename T>
T load_field(const void* object, std::uint16_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char*>(object) + offset, sizeof value);
  return value;
}

/// The same for memory that may be freed or may never have been such an object.
template <typename T>
std::optional<T> copy_field(const void* object, std::uint16_t offset, Forbidden forbidden) {
  T value;
  if (!copy_memory(&value, static_cast<const char*>(object) + offset, sizeof value, forbidden))
    return {};
  return value;
}

/// Whether a pointer is plausible as a Python object.
inline bool is_object_pointer(const void* pointer) {
  return is_address(pointer) && reinterpret_cast<std::uintptr_t>(pointer) % alignof(void*) == 0;
}

/// Buffers for assembling texts.
struct TextRoom {
  char* text;  // the result
  std::size_t text_bytes;
  char* wide;  // non-ASCII characters as Python stores them
  std::size_t wide_bytes;
};

/// The text of a `str` as UTF-8 in `room`, cut to what fits. "?" for string representations that
/// code objects never use; nothing if there is no readable string.
std::optional<std::string_view> python_text(const PythonLayout& layout, const void* object,
                                            const TextRoom& room, Forbidden forbidden);

/// The contents of a `bytes` in `to`, cut to what fits; `is_cut` reports whether it was cut.
std::optional<std::string_view> python_bytes(const PythonLayout& layout, const void* object,
                                             char* to, std::size_t most, bool& is_cut,
                                             Forbidden forbidden);

class PythonWalk {
 public:
  /// `code_type` is the address of PyCode_Type.
  PythonWalk(const PythonLayout& layout, const void* code_type, Channel& channel,
             PythonStacks& stacks)
      : layout_(layout), code_type_(code_type), channel_(channel), stacks_(stacks) {}

  /// The number of the stack in the channel, where it is written if new; 0 if there is none.
  /// Everything reachable from `thread` must stay valid meanwhile.
  std::uint32_t straight(const void* thread);
  /// The same when anything may be freed meanwhile, at the cost of some microseconds. What was made
  /// from freed memory is discarded: `is_ending` reports whether freeing may have begun. Reads
  /// nothing in place; returns 0 and sets mismatched() also if copying is forbidden, even halfway
  /// through.
  std::uint32_t copied(const void* thread, bool (*is_ending)());

  /// Something did not match the layout.
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
  std::uint32_t depth_ = 0;   // frames that have a code number
  std::uint32_t copied_ = 0;  // frames whose code objects still have to be identified
  bool is_cut_ = false;
  bool mismatched_ = false;
};

}  // namespace lanescope::agent
