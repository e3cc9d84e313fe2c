// Which code objects and stacks have been written to a channel. Each channel has one, used by the
// thread that writes to the channel. Its size is fixed: a full table is cleared, and entries that
// recur are written again with a new number.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/uio.h>

#include "capture/python_layout/layout.h"
#include "capture/wire/records.h"

namespace lanescope::agent {

/// Distinguishes a code object from a later one at the same address.
struct CodeIdentity {
  const void* code;
  const void* file;
  const void* name;
  std::int32_t first_line;

  friend bool operator==(const CodeIdentity&, const CodeIdentity&) = default;
};

class PythonStacks {
 public:
  static constexpr std::size_t kMaxDepth = 512;

  /// Allocates an empty one in its own memory; null if out of memory.
  static PythonStacks* make();

  /// Forgets everything if the channel's numbers have been reset.
  void follow(std::uint64_t channel_generation);

  /// 0: not written yet.
  [[nodiscard]] std::uint32_t find_code(const CodeIdentity& code) const;
  /// The number for the next new code object; add_code() records that it has been written.
  [[nodiscard]] std::uint32_t next_code() const { return last_code_ + 1; }
  void add_code(const CodeIdentity& code);

  /// Stacks are identified by a 64-bit hash.
  [[nodiscard]] std::uint32_t find_stack(std::uint64_t hash) const;
  [[nodiscard]] std::uint32_t next_stack() const { return last_stack_ + 1; }
  void add_stack(std::uint64_t hash);

  /// Space for assembling a stack: the frames and the code object of each; then, for those that
  /// have to be copied, the fields that identify the code objects, and the pages that contain
  /// frames.
  wire::StackFrame frames[kMaxDepth];
  struct CodeAt {
    const void* code;
    std::int32_t instruction;
  };
  CodeAt codes[kMaxDepth];
  iovec head_pieces[kMaxDepth];
  char heads[kMaxDepth * PythonLayout::kMostHeadBytes];
  static constexpr std::size_t kPages = 8, kPageBytes = 4096;
  std::uintptr_t pages[kPages];
  std::size_t page_count, next_page;
  char page_bytes[kPages][kPageBytes];
  /// For writing a code object: a text, longer than the wire format allows so that a cut is
  /// noticed, and the line table.
  static constexpr std::size_t kMostTableBytes =
      60U << 10;  // as a record, an eighth of a small channel
  char text[wire::kMaxStringBytes + 4], wide_text[4 * wire::kMaxStringBytes];
  char table[kMostTableBytes];

 private:
  static constexpr std::size_t kCodes = 4096, kStacks = 8192;  // powers of two

  struct CodeSlot {
    CodeIdentity code;
    std::uint32_t id;
    std::uint32_t epoch;  // valid only if equal to the table's epoch
  };
  struct StackSlot {
    std::uint64_t hash;
    std::uint32_t id;
    std::uint32_t epoch;
  };

  static std::size_t slot_of(const void* code);

  std::uint64_t generation_;
  std::uint32_t code_epoch_, stack_epoch_;
  std::uint32_t codes_used_, stacks_used_;
  std::uint32_t last_code_, last_stack_;
  CodeSlot codes_[kCodes];
  StackSlot stacks_[kStacks];
};

// In the header for speed: these two are most of the cost of a stack.

inline std::size_t PythonStacks::slot_of(const void* code) {
  // Code objects are aligned to 16 bytes.
  const std::uint64_t key = reinterpret_cast<std::uintptr_t>(code) >> 4;
  return (key * 0x9E3779B97F4A7C15ULL) >> 52 & (kCodes - 1);
}

inline std::uint32_t PythonStacks::find_code(const CodeIdentity& code) const {
  for (std::size_t at = slot_of(code.code);; at = (at + 1) & (kCodes - 1)) {
    const CodeSlot& slot = codes_[at];
    if (slot.epoch != code_epoch_) return 0;
    if (slot.code == code) return slot.id;
  }
}

inline std::uint32_t PythonStacks::find_stack(std::uint64_t hash) const {
  for (std::size_t at = hash & (kStacks - 1);; at = (at + 1) & (kStacks - 1)) {
    const StackSlot& slot = stacks_[at];
    if (slot.epoch != stack_epoch_) return 0;
    if (slot.hash == hash) return slot.id;
  }
}

}  // namespace lanescope::agent
