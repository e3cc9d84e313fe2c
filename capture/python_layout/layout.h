// Where CPython stores what a walk over its frames needs, by version. Offsets are in bytes for
// 64-bit builds. Source: the struct definitions in Include/ of each version: cpython/frameobject.h
// and cpython/code.h of 3.10; internal/pycore_frame.h, cpython/pystate.h and cpython/code.h of 3.11
// to 3.13; internal/pycore_interpframe_structs.h and internal/pycore_stackref.h of 3.14;
// cpython/unicodeobject.h of all.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope {

/// The default values are those that most versions share.
struct PythonLayout {
  static constexpr std::uint16_t kNone = 0xFFFF;  // the version has no such field

  std::uint16_t version = 0;  // hexadecimal without the patch level: 0x030B

  // From the thread state to its innermost frame: directly, or through a struct on the
  // interpreter's C stack.
  std::uint16_t thread_cframe = kNone;
  std::uint16_t thread_frame = 0;  // in the thread state, or in what thread_cframe points to

  std::uint16_t frame_code = 0, frame_previous = 8;
  std::uint16_t frame_instruction = 56;  // a pointer; 3.10: an int32 in units of two bytes
  std::uint16_t frame_owner = kNone;
  std::uint16_t frame_tag = 0;     // tag bits in the frame's code pointer
  std::uint16_t entry_owners = 0;  // owner kinds, from kFirstEntryOwner on, that run no Python

  std::uint16_t code_bytecode = kNone;
  std::uint16_t code_name = 120, code_qualname = 128, code_filename = 112;
  std::uint16_t code_first_line = 68, code_line_table = 136;

  std::uint16_t object_type = 8;
  std::uint16_t str_length = 16, str_state = 32;
  std::uint16_t str_ascii = 40, str_wide = 56;  // offset of the characters of compact strings
  std::uint16_t bytes_length = 16, bytes_data = 32;

  /// The span of the fields that identify a code object, first to last.
  static constexpr std::size_t kMostHeadBytes = 128;
  [[nodiscard]] constexpr std::uint16_t head_begin() const {
    const std::uint16_t texts = code_filename < code_name ? code_filename : code_name;
    return texts < code_first_line ? texts : code_first_line;
  }
  [[nodiscard]] constexpr std::size_t head_bytes() const {
    const std::uint16_t texts = code_filename < code_name ? code_name : code_filename;
    const std::uint16_t last = texts < code_first_line ? code_first_line : texts;
    return last + sizeof(void*) - head_begin();
  }
};

/// A value of the frame's owner field, from 3.11 on: an entry into the interpreter, for which later
/// versions have frames.
inline constexpr std::uint8_t kFirstEntryOwner = 3;

inline constexpr PythonLayout kPythonLayouts[] = {
    {.version = 0x030A,
     .thread_frame = 24,
     .frame_code = 32,
     .frame_previous = 24,
     .frame_instruction = 96,
     .code_name = 112,
     .code_qualname = PythonLayout::kNone,
     .code_filename = 104,
     .code_first_line = 40,
     .code_line_table = 120,
     .str_ascii = 48,
     .str_wide = 72},
    {.version = 0x030B,
     .thread_cframe = 56,
     .thread_frame = 8,
     .frame_code = 32,
     .frame_previous = 48,
     .frame_owner = 69,
     .code_bytecode = 184,
     .code_first_line = 72,
     .str_ascii = 48,
     .str_wide = 72},
    {.version = 0x030C,
     .thread_cframe = 56,
     .frame_owner = 70,
     .entry_owners = 1,
     .code_bytecode = 192},
    {.version = 0x030D,
     .thread_frame = 72,
     .frame_owner = 70,
     .entry_owners = 1,
     .code_bytecode = 200},
    {.version = 0x030E,
     .thread_frame = 72,
     .frame_owner = 74,
     .frame_tag = 1,
     .entry_owners = 2,
     .code_bytecode = 208},
};

/// What Python puts at the start of _PyRuntime for debuggers, from 3.13 on: _Py_DebugOffsets in
/// Include/internal/pycore_runtime.h, from 3.14 on in Include/internal/pycore_debug_offsets.h. The
/// layout differs by version; the head is the same.
struct PythonDebugHead {
  char cookie[8];         // "xdebugpy"
  std::uint64_t version;  // PY_VERSION_HEX
  std::uint64_t free_threaded;
};

struct PythonRuntimeOffsets {
  std::uint64_t size, finalizing, first_interpreter;
};
struct PythonGilOffsets {
  std::uint64_t pointer;              // in the interpreter, to the lock's struct
  std::uint64_t own;                  // of the struct for an interpreter's own lock
  std::uint64_t enabled;              // in the struct
  std::uint64_t locked, last_holder;  // in the interpreter, for its own lock
};
struct PythonInterpreterOffsets_3_13 {
  std::uint64_t size, id, next, first_thread, gc, modules, sysdict, builtins;
  PythonGilOffsets gil;
};
struct PythonInterpreterOffsets_3_14 {
  std::uint64_t size, id, next, first_thread, main_thread, gc, modules, sysdict, builtins;
  PythonGilOffsets gil;
  std::uint64_t code_generation, thread_bytecode_generation;
};
struct PythonThreadOffsets {
  std::uint64_t size, previous, next, interpreter, current_frame, thread_id, native_thread_id,
      datastack_chunk, status;
};
struct PythonFrameOffsets {
  std::uint64_t size, previous, executable, instruction, locals, owner;
};
struct PythonCodeOffsets {
  std::uint64_t size, filename, name, qualname, line_table, first_line, argument_count,
      locals_names, locals_kinds, bytecode;
};
struct PythonObjectOffsets {
  std::uint64_t size, type;
};
struct PythonBytesOffsets {
  std::uint64_t size, length, data;
};
struct PythonStrOffsets {
  std::uint64_t size, state, length, ascii_size;
};

struct PythonDebugOffsets_3_13 {
  PythonDebugHead head;
  PythonRuntimeOffsets runtime;
  PythonInterpreterOffsets_3_13 interpreter;
  PythonThreadOffsets thread;
  PythonFrameOffsets frame;
  PythonCodeOffsets code;
  PythonObjectOffsets object;
  std::uint64_t type_object[4], tuple[3], list[3], dict[3], float_object[2], long_object[3];
  PythonBytesOffsets bytes;
  PythonStrOffsets str;
  std::uint64_t gc[2];
};
static_assert(sizeof(PythonDebugOffsets_3_13) == 584);

struct PythonDebugOffsets_3_14 {
  PythonDebugHead head;
  PythonRuntimeOffsets runtime;
  PythonInterpreterOffsets_3_14 interpreter;
  PythonThreadOffsets thread;
  PythonFrameOffsets frame;
  std::uint64_t frame_stack_pointer, frame_bytecode_index;
  PythonCodeOffsets code;
  std::uint64_t code_thread_bytecode;
  PythonObjectOffsets object;
  std::uint64_t type_object[4], tuple[3], list[3], set[4], dict[3], float_object[2], long_object[3];
  PythonBytesOffsets bytes;
  PythonStrOffsets str;
};
static_assert(sizeof(PythonDebugOffsets_3_14) == 648);

/// The layout for a version string from Py_GetVersion ("3.11.2 (main, …"), or why there is none.
struct PythonLayoutChoice {
  PythonLayout layout;
  const char* refused;  // reason for users; nullptr: `layout` is valid
};

/// `offsets` is the start of _PyRuntime, or nullptr if it cannot be found. Used from 3.13 on, where
/// a modified build states its actual offsets there.
PythonLayoutChoice choose_python_layout(const char* version_text, const void* offsets);

/// Whether a build without the GIL is accepted: its frames are found by the offsets that it
/// reports, but only the caller knows whether it may read them while other threads run.
enum class WithoutGil : bool { Refused, Accepted };

/// The same for a version number without the patch level: 0x030B.
PythonLayoutChoice choose_python_layout(std::uint16_t version, const void* offsets,
                                        WithoutGil without_gil);

}  // namespace lanescope
