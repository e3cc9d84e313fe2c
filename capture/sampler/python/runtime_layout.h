// Where CPython keeps what leads to the frames of all its threads: interpreters, thread states, the
// lock (GIL). Offsets are in bytes for 64-bit builds. Sources: Include/internal/pycore_runtime.h,
// pycore_interp.h, pycore_gil.h and cpython/pystate.h of 3.10 to 3.12, where they are the same in
// all patch releases; later versions report them themselves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/python_layout/layout.h"
#include "capture/sampler/python/object_layout.h"

namespace lanescope {

struct RuntimeLayout {
  static constexpr std::uint16_t kNone = PythonLayout::kNone;
  static constexpr std::uint32_t kNoGil = 0xFFFFFFFF;

  // In _PyRuntime.
  std::uint32_t first_interpreter = 40;
  std::uint32_t runtime_gil = kNoGil;  // the lock's struct, up to 3.11

  // In the interpreter.
  std::uint32_t interpreter_next = 0;
  std::uint32_t first_thread = 16;
  std::uint32_t gil_pointer = kNoGil;  // to the lock's struct, from 3.12 on

  // In the lock's struct, whose conditions and mutexes follow.
  std::uint32_t gil_last_holder = 8, gil_locked = 16, gil_bytes = 208;
  std::uint32_t gil_enabled = kNoGil;  // builds without the GIL: an int32, 0 as long as it is off

  // In the thread state.
  std::uint16_t thread_next = 8, thread_interpreter = 16;
  std::uint16_t thread_id = 0;             // what pthread_self() returns
  std::uint16_t thread_native_id = kNone;  // what gettid() returns
  std::uint16_t thread_bytes = 0;          // up to the last of these fields

  // In the frame, besides what a walk of the own frames needs.
  std::uint16_t frame_bytes = 80;        // up to the last field used
  std::uint16_t frame_locals = 72;       // local variables, then what is computed with
  std::uint16_t frame_depth = kNone;     // an int32: -1 while the frame itself runs
  std::uint16_t frame_is_entry = kNone;  // 3.11: called by C
  std::uint16_t frame_state = kNone, frame_generator = kNone;  // 3.10

  // In the code object: its number of instructions, from 3.11 on; a pointer to the copies of its
  // bytecode that threads run, in builds of 3.14 without the GIL.
  std::uint16_t code_units = kNone;
  std::uint16_t code_copies = kNone;

  /// A free-threaded build. It has a GIL all the same, which is on if the user asked for it, or
  /// from the import of an extension on that needs it.
  bool is_without_gil = false;
};

/// All that is known of an interpreter's build.
struct RemotePythonLayout {
  PythonLayout python;
  RuntimeLayout runtime;
  ObjectLayout objects;
  bool has_objects = true;  // `objects` can be relied on
};

struct RemoteLayoutChoice {
  RemotePythonLayout layout;
  const char* refused;  // reason for users; nullptr: `layout` is valid
};

/// `version` is without the patch level: 0x030B. `offsets` is a copy of the start of _PyRuntime.
inline constexpr std::size_t kRuntimeOffsetBytes = sizeof(PythonDebugOffsets_3_14);
RemoteLayoutChoice choose_remote_layout(std::uint16_t version, const void* offsets);

}  // namespace lanescope
