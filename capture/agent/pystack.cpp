#include "capture/agent/pystack.h"

#include <atomic>
#include <dlfcn.h>
#include <limits>

#include "capture/agent/lane.h"
#include "capture/agent/message_text.h"
#include "capture/agent/python_layout.h"
#include "capture/agent/python_objects.h"
#include "capture/agent/python_stacks.h"

namespace lanescope::agent {
namespace {

constexpr std::size_t kMaxTableBytes = 64U << 10;

/// The CPython of this process. Written before `state` says On, and never again.
struct Python {
  PythonLayout layout;
  void* (*this_thread)();  // PyGILState_GetThisThreadState: needs no GIL
  const void* code_type;
};

enum class State : int { Off, Starting, On, Broken };

std::atomic<State> state{State::Off};
Python python;

constexpr char kBroken[] = "frames of Python are not as this version has them";

/// One walk over the frames of this thread.
class Walk {
 public:
  Walk(Lane& lane, PythonStacks& stacks) : layout_(python.layout), lane_(lane), stacks_(stacks) {}

  std::uint32_t stack_of(const void* thread);

 private:
  /// Null at the end of the frames.
  [[nodiscard]] const void* innermost_frame(const void* thread) const;
  /// False: the walk can not go on.
  bool add_frame(const void* frame);
  [[nodiscard]] std::int32_t instruction_of(const void* frame, const void* code) const;
  std::uint32_t code_id(const void* code);
  std::uint32_t tell_code(const CodeIdentity& code);
  std::uint32_t tell_text(const void* object);
  std::uint32_t tell_stack(bool cut);
  bool surprise();

  const PythonLayout& layout_;
  Lane& lane_;
  PythonStacks& stacks_;
  std::uint64_t hash_ = 0;
  std::uint32_t depth_ = 0;
};

bool Walk::surprise() {
  state.store(State::Broken, std::memory_order_relaxed);
  return false;
}

const void* Walk::innermost_frame(const void* thread) const {
  if (layout_.thread_cframe == PythonLayout::kNone)
    return load_field<const void*>(thread, layout_.thread_frame);
  const auto* const cframe = load_field<const void*>(thread, layout_.thread_cframe);
  return cframe == nullptr ? nullptr : load_field<const void*>(cframe, layout_.thread_frame);
}

std::uint32_t Walk::stack_of(const void* thread) {
  // Frames of the interpreter itself lie between those of Python, one at most for each.
  constexpr std::size_t kMaxSteps = 2 * PythonStacks::kMaxDepth;
  const void* frame = innermost_frame(thread);
  for (std::size_t step = 0; frame != nullptr && step < kMaxSteps; ++step) {
    if (!is_object_pointer(frame)) return surprise();
    if (depth_ == PythonStacks::kMaxDepth) break;
    if (!add_frame(frame)) return 0;
    frame = load_field<const void*>(frame, layout_.frame_previous);
  }
  if (depth_ == 0) return 0;
  hash_ ^= depth_;
  hash_ ^= hash_ >> 32;
  const std::uint32_t known = stacks_.find_stack(hash_);
  return known != 0 ? known : tell_stack(frame != nullptr);
}

bool Walk::add_frame(const void* frame) {
  if (layout_.frame_owner != PythonLayout::kNone) {
    const auto owner = load_field<std::uint8_t>(frame, layout_.frame_owner);
    if (owner == kOwnerCStack && layout_.version >= kHasCStackFrames) return true;
    if (owner >= kOwnerCStack) return surprise();
  }
  const auto* const code = load_field<const void*>(frame, layout_.frame_code);
  if (!is_object_pointer(code)) return surprise();
  const std::uint32_t id = code_id(code);
  if (id == 0) return false;
  const std::int32_t instruction = instruction_of(frame, code);
  stacks_.frames[depth_++] = {.code = id, .instruction = instruction};
  const std::uint64_t pair = std::uint64_t{id} << 32 | static_cast<std::uint32_t>(instruction);
  hash_ = (hash_ ^ pair) * 0x9E3779B97F4A7C15ULL;
  hash_ ^= hash_ >> 29;
  return true;
}

std::int32_t Walk::instruction_of(const void* frame, const void* code) const {
  std::int64_t bytes = 0;
  if (layout_.code_bytecode == PythonLayout::kNone) {
    bytes = std::int64_t{2} * load_field<std::int32_t>(frame, layout_.frame_instruction);
  } else {
    const auto at = load_field<std::uintptr_t>(frame, layout_.frame_instruction);
    const auto start = reinterpret_cast<std::uintptr_t>(code) + layout_.code_bytecode;
    bytes = static_cast<std::int64_t>(at - start);
  }
  // Before its first instruction a frame points one unit before the bytecode.
  const bool is_known = bytes >= 0 && bytes <= std::numeric_limits<std::int32_t>::max();
  return is_known ? static_cast<std::int32_t>(bytes) : -1;
}

std::uint32_t Walk::code_id(const void* code) {
  const CodeIdentity identity{
      .code = code,
      .file = load_field<const void*>(code, layout_.code_filename),
      .name = load_field<const void*>(code, layout_.code_name),
      .first_line = load_field<std::int32_t>(code, layout_.code_first_line)};
  const std::uint32_t known = stacks_.find_code(identity);
  return known != 0 ? known : tell_code(identity);
}

std::uint32_t Walk::tell_text(const void* object) {
  return lane_.string(python_text(layout_, object, stacks_.text, sizeof stacks_.text));
}

std::uint32_t Walk::tell_code(const CodeIdentity& code) {
  if (load_field<const void*>(code.code, layout_.object_type) != python.code_type)
    return surprise();
  const void* name = code.name;
  if (layout_.code_qualname != PythonLayout::kNone)
    name = load_field<const void*>(code.code, layout_.code_qualname);
  std::string_view table =
      python_bytes(layout_, load_field<const void*>(code.code, layout_.code_line_table));
  wire::CodeRecord record{};
  record.address = reinterpret_cast<std::uintptr_t>(code.code);
  record.name = tell_text(name);
  record.file = tell_text(code.file);
  record.first_line = code.first_line;
  record.python = layout_.version;
  if (table.size() > kMaxTableBytes) {
    table = table.substr(0, kMaxTableBytes);
    record.flags = wire::kCodeTableCut;
  }
  record.table_bytes = static_cast<std::uint32_t>(table.size());
  // Without a name the lane has no room: the next stack tries again.
  const std::uint32_t id = stacks_.next_code();
  if (record.name == 0 || !lane_.write(id, record, table.data(), table.size())) return 0;
  stacks_.add_code(code);
  return id;
}

std::uint32_t Walk::tell_stack(bool cut) {
  wire::StackRecord record{};
  record.depth = depth_;
  record.flags = cut ? wire::kStackCut : 0;
  const std::uint32_t id = stacks_.next_stack();
  if (!lane_.write(id, record, stacks_.frames, depth_ * sizeof(wire::StackFrame))) return 0;
  stacks_.add_stack(hash_);
  return id;
}

template <typename Symbol>
Symbol find(const char* name) {
  return reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
}

/// Fills in `python`. Null, or why it can not be done.
const char* find_python() {
  const auto version = find<const char* (*)()>("Py_GetVersion");
  python.this_thread = find<void* (*)()>("PyGILState_GetThisThreadState");
  python.code_type = find<const void*>("PyCode_Type");
  if (version == nullptr || python.this_thread == nullptr || python.code_type == nullptr)
    return "no Python in this process";
  const auto choice =
      choose_python_layout(version(), find<const PythonDebugOffsets*>("_PyRuntime"));
  python.layout = choice.layout;
  return choice.refused;
}

}  // namespace

const char* start_python_stacks() {
  State seen = State::Off;
  if (!state.compare_exchange_strong(seen, State::Starting, std::memory_order_acquire)) {
    if (seen == State::Broken) return kBroken;
    return seen == State::On ? nullptr : "being turned on by another thread";
  }
  const char* const why = find_python();
  state.store(why == nullptr ? State::On : State::Off, std::memory_order_release);
  return why;
}

std::uint16_t python_version() {
  return state.load(std::memory_order_acquire) == State::On ? python.layout.version
                                                            : std::uint16_t{0};
}

void describe_python(MessageText& caps) {
  const char* const why = start_python_stacks();
  caps.begin("python");
  if (const std::uint16_t version = python_version(); version != 0) {
    caps.piece(std::int64_t{version >> 8});
    caps.piece(".");
    caps.piece(std::int64_t{version & 0xFF});
  }
  caps.end();
  caps.line("python_stacks", why == nullptr ? "on" : why);
}

std::uint32_t python_stack(Lane& lane) {
  if (state.load(std::memory_order_acquire) != State::On) return 0;
  const void* const thread = python.this_thread();
  if (thread == nullptr) return 0;
  if (lane.python_stacks == nullptr) lane.python_stacks = PythonStacks::make();
  if (lane.python_stacks == nullptr) return 0;
  lane.python_stacks->follow(lane.generation());
  return Walk(lane, *lane.python_stacks).stack_of(thread);
}

}  // namespace lanescope::agent
