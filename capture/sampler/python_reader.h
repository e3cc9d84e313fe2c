// What the sampler asks about Python in other processes. Implemented in `python`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// One frame: a code object, by the number that the reader gave it, and the offset of its current
/// instruction in bytes.
struct PythonFrame {
  std::uint64_t code = 0;  // of this process; never given to another code object
  std::int32_t instruction = -1;

  friend bool operator==(const PythonFrame&, const PythonFrame&) = default;
};

struct PythonThread {
  std::uint32_t tid = 0;                   // as gettid() returns it in the process; 0: unknown
  std::size_t first_frame = 0, depth = 0;  // in PythonLook::frames, innermost first
  bool holds_gil = false;
  bool torn = false;  // the stack changed while it was read: there are no frames
  bool cut = false;   // outer frames are missing
  /// What the program named it; empty: nothing, or not known yet. Valid until the next look.
  std::string_view name = {};
};

/// Of two that Python has for one thread of the system, whether the first is the one that it runs:
/// a subinterpreter's, whose code the main interpreter has called. Interpreters are listed with the
/// newest first, so that `before` has been listed before `one`.
inline bool runs_instead(const PythonThread& one, const PythonThread& before) {
  if (one.holds_gil != before.holds_gil) return one.holds_gil;
  return before.depth == 0 && !before.torn;
}

/// What all threads of a process did at one moment. Reused, so that a look does not allocate.
struct PythonLook {
  /// Where a GIL's mutexes and condition variables are: a thread that waits for a futex in between
  /// waits for the GIL.
  struct Gil {
    std::uint64_t begin = 0, end = 0;  // addresses in the process
  };
  std::vector<PythonFrame> frames;
  std::vector<PythonThread> threads;
  std::vector<Gil> gils;

  void clear() {
    frames.clear();
    threads.clear();
    gils.clear();
  }
};

struct PythonCode {
  std::uint64_t address = 0;
  std::string name;  // co_qualname if there is one, else co_name
  std::string file;
  std::int32_t first_line = 0;
  std::uint16_t python = 0;           // hexadecimal version without the patch level: 0x030B
  std::vector<std::byte> line_table;  // co_lnotab or co_linetable, depending on the version
  bool table_cut = false;             // later instructions have no line
};

/// Python in one process. One thread.
class PythonProcess {
 public:
  virtual ~PythonProcess() = default;

  /// Reads the stacks of all threads into the empty `look`. False: there is no Python any more, as
  /// after an exec.
  virtual bool look(PythonLook& look) = 0;
  /// Whether a thread, by its index in the last look, that waits for this futex waits for what
  /// another one puts into a queue, rather than for a lock.
  virtual bool is_in_queue(std::size_t thread, std::uint64_t futex) = 0;
  /// A code object of a frame of the last look; null: it could not be read. Valid until the next
  /// call.
  virtual const PythonCode* code(std::uint64_t number) = 0;
};

class PythonReader {
 public:
  virtual ~PythonReader() = default;

  /// Null: there is no Python in the process, or not yet. `problem` is set to a sentence if there
  /// is one whose stacks cannot be read. Must never stop or signal the process.
  virtual std::unique_ptr<PythonProcess> open(std::int64_t pid, std::string& problem) = 0;
};

}  // namespace lanescope
