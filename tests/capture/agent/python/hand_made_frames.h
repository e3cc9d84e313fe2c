// Hand-made frames of several Python versions, and walks over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "capture/agent/python/stacks.h"
#include "capture/agent/python/walk.h"
#include "capture/python_layout/layout.h"
#include "tests/capture/agent/test_ring.h"

namespace lanescope::agent {

inline PythonLayout layout_of(std::uint16_t version) {
  for (const PythonLayout& layout : kPythonLayouts) {
    if (layout.version == version) return layout;
  }
  return {};
}

/// The is_ending function of a Python that keeps running.
inline bool never() {
  return false;
}

/// Objects of one Python version, 512 bytes for each.
class HandMade {
 public:
  explicit HandMade(std::uint16_t version, std::size_t most = 4096) : layout(layout_of(version)) {
    REQUIRE(layout.version == version);
    bytes_ = most * kObject;
    memory_ = static_cast<char*>(
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    type = make();
    thread = make();
  }
  ~HandMade() { ::munmap(memory_, bytes_); }
  HandMade(const HandMade&) = delete;
  HandMade& operator=(const HandMade&) = delete;

  char* make() {
    REQUIRE(used_ + kObject <= bytes_);
    return memory_ + std::exchange(used_, used_ + kObject);
  }
  template <typename Value>
  static void put(char* object, std::uint16_t offset, Value value) {
    if (offset != PythonLayout::kNone) std::memcpy(object + offset, &value, sizeof value);
  }
  char* text(const std::string& ascii) {
    char* const made = make();
    put(made, layout.str_state, 1U << 2 | 1U << 5 | 1U << 6);  // compact ASCII
    put(made, layout.str_length, static_cast<std::int64_t>(ascii.size()));
    std::memcpy(made + layout.str_ascii, ascii.data(), ascii.size());
    return made;
  }
  char* bytes(const std::string& contents) {
    char* const made = make();
    put(made, layout.bytes_length, static_cast<std::int64_t>(contents.size()));
    std::memcpy(made + layout.bytes_data, contents.data(), contents.size());
    return made;
  }
  char* code(const std::string& name, std::int32_t first_line = 10) {
    char* const made = make();
    put(made, layout.object_type, type);
    put(made, layout.code_name, text(name));
    put(made, layout.code_qualname, text("T." + name));
    put(made, layout.code_filename, text(name + ".py"));
    put(made, layout.code_first_line, first_line);
    put(made, layout.code_line_table, bytes("lines of " + name));
    return made;
  }
  /// Pushes a frame, innermost so far, `instruction` bytes into its code.
  char* push(char* code, std::int64_t instruction, std::uint8_t owner = 0) {
    char* const frame = make();
    put(frame, layout.frame_previous, innermost_);
    put(frame, layout.frame_code, reinterpret_cast<std::uintptr_t>(code) | layout.frame_tag);
    if (layout.code_bytecode == PythonLayout::kNone)
      put(frame, layout.frame_instruction, static_cast<std::int32_t>(instruction / 2));
    else
      put(frame, layout.frame_instruction, code + layout.code_bytecode + instruction);
    put(frame, layout.frame_owner, owner);
    enter(frame);
    return frame;
  }
  void enter(char* frame) {
    innermost_ = frame;
    if (layout.thread_cframe == PythonLayout::kNone) return put(thread, layout.thread_frame, frame);
    if (cframe_ == nullptr) put(thread, layout.thread_cframe, cframe_ = make());
    put(cframe_, layout.thread_frame, frame);
  }

  const PythonLayout layout;
  char *type = nullptr, *thread = nullptr;

 private:
  static constexpr std::size_t kObject = 512;
  char* memory_;
  std::size_t bytes_ = 0, used_ = 0;
  char *innermost_ = nullptr, *cframe_ = nullptr;
};

/// Walks its frames and keeps what is written to the channel.
class Walker {
 public:
  explicit Walker(HandMade& python, wire::RingLayout layout = TestRing::small())
      : ring(layout), python_(python) {
    stacks_->follow(1);
  }

  std::uint32_t walk(bool copied, bool (*is_ending)() = never) {
    const Recording now;
    PythonWalk walk(python_.layout, python_.type, now.channel(), *stacks_);
    const std::uint32_t stack =
        copied ? walk.copied(python_.thread, is_ending) : walk.straight(python_.thread);
    mismatched = walk.mismatched();
    return stack;
  }
  /// Reads the records written since the last call.
  std::vector<ReadRecord> read() {
    const auto records = ring.read(1);
    for (const auto& [number, text] : strings_of(records)) strings[number] = text;
    for (const ReadRecord& record : records) {
      if (record.type() == wire::RecordType::Code) codes[record.header().aux] = record;
      if (record.type() == wire::RecordType::Stack) reported_stacks[record.header().aux] = record;
    }
    return records;
  }
  /// The frames of a stack, innermost first: "T.name@instruction".
  std::string frames_of(std::uint32_t stack) {
    read();
    if (!reported_stacks.contains(stack)) return "(none)";
    const ReadRecord& record = reported_stacks[stack];
    std::string frames;
    for (std::uint32_t at = 0; at < record.as<wire::StackRecord>().depth; ++at) {
      wire::StackFrame frame;
      std::memcpy(&frame, record.bytes.data() + sizeof(wire::StackRecord) + at * sizeof frame,
                  sizeof frame);
      frames += strings[codes[frame.code].as<wire::CodeRecord>().name] + "@" +
                std::to_string(frame.instruction) + " ";
    }
    return frames;
  }
  PythonStacks& stacks() { return *stacks_; }

  TestRing ring;
  RecordingTo recording{ring};
  std::map<std::uint32_t, std::string> strings;
  std::map<std::uint32_t, ReadRecord> codes, reported_stacks;
  bool mismatched = false;

 private:
  HandMade& python_;
  PythonStacks* const stacks_ = PythonStacks::make();
};

}  // namespace lanescope::agent
