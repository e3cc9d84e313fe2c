#include "capture/sampler/python/thread_list.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"

namespace lanescope {
namespace {

// More than any program has; a list that was freed while it was read may lead in circles.
constexpr std::size_t kMostInterpreters = 256, kMostThreads = 65536;
constexpr std::uint32_t kPointer = sizeof(std::uint64_t), kMostGilBytes = 256;

template <typename T>
T field(const char* object, std::size_t offset) {
  T value;
  std::memcpy(&value, object + offset, sizeof value);
  return value;
}

std::uint32_t gil_head_bytes(const RuntimeLayout& layout) {
  const std::uint32_t last = std::max(layout.gil_last_holder, layout.gil_locked);
  const bool has_switch = layout.gil_enabled != RuntimeLayout::kNoGil;
  return (has_switch ? std::max(last, layout.gil_enabled) : last) + kPointer;
}

}  // namespace

/// The lock that all interpreters share, up to 3.11.
std::uint64_t ThreadList::fixed_gil() const {
  const RuntimeLayout& layout = python_.layout.runtime;
  return layout.runtime_gil == RuntimeLayout::kNoGil ? 0 : python_.runtime + layout.runtime_gil;
}

void ThreadList::request(RemoteCopies& copies) {
  const RuntimeLayout& layout = python_.layout.runtime;
  LANESCOPE_CHECK(gil_head_bytes(layout) <= kMostGilBytes, "a lock of {} bytes at most",
                  kMostGilBytes);
  runtime_piece_ = copies.add(python_.runtime + layout.first_interpreter, kPointer);
  for (Interpreter& interpreter : interpreters_) {
    interpreter.is_requested = true;
    interpreter.first_piece = copies.add(interpreter.address + layout.interpreter_next, kPointer);
    copies.add(interpreter.address + layout.first_thread, kPointer);
    const bool has_pointer = layout.gil_pointer != RuntimeLayout::kNoGil;
    copies.add(interpreter.address + (has_pointer ? layout.gil_pointer : 0),
               has_pointer ? kPointer : 0);
    copies.add(interpreter.gil.address, interpreter.gil.address == 0 ? 0 : gil_head_bytes(layout));
  }
}

bool ThreadList::read_head(const RemoteCopies& copies, const Interpreter& interpreter,
                           InterpreterHead& head) const {
  const RuntimeLayout& layout = python_.layout.runtime;
  const auto load = [&](RemoteCopies::Piece piece, std::uint32_t offset, std::uint64_t& to) {
    if (interpreter.is_requested) {
      const char* const copy = copies.of(interpreter.first_piece + piece);
      if (copy != nullptr) std::memcpy(&to, copy, sizeof to);
      return copy != nullptr;
    }
    const auto value = memory_.load<std::uint64_t>(interpreter.address + offset);
    to = value.value_or(0);
    return value.has_value();
  };
  head.gil = fixed_gil();
  return load(0, layout.interpreter_next, head.next) &&
         load(1, layout.first_thread, head.first_thread) &&
         (layout.gil_pointer == RuntimeLayout::kNoGil || load(2, layout.gil_pointer, head.gil));
}

void ThreadList::read_gil(const RemoteCopies& copies, std::uint64_t address,
                          Interpreter& interpreter) const {
  const RuntimeLayout& layout = python_.layout.runtime;
  const bool is_copied = interpreter.is_requested && interpreter.gil.address == address;
  interpreter.gil = {};
  if (!is_remote_object(address)) return;
  interpreter.gil.address = address;
  char bytes[kMostGilBytes];
  const char* lock = is_copied ? copies.of(interpreter.first_piece + 3) : nullptr;
  if (lock == nullptr) {
    if (!memory_.read(address, bytes, gil_head_bytes(layout))) return;
    lock = bytes;
  }
  interpreter.gil.is_on = layout.gil_enabled == RuntimeLayout::kNoGil ||
                          field<std::int32_t>(lock, layout.gil_enabled) > 0;
  if (interpreter.gil.is_on && field<std::int32_t>(lock, layout.gil_locked) == 1)
    interpreter.gil.holder = field<std::uint64_t>(lock, layout.gil_last_holder);
}

bool ThreadList::follow(const RemoteCopies& copies, const StateCopy& state_copy) {
  const std::vector<Interpreter> before = std::move(interpreters_);
  interpreters_.clear();
  threads_.clear();
  is_torn_ = false;
  const char* const runtime = copies.of(runtime_piece_);
  if (runtime == nullptr) return false;
  std::uint64_t address = field<std::uint64_t>(runtime, 0);
  while (address != 0) {
    const auto known = std::find_if(before.begin(), before.end(), [&](const Interpreter& other) {
      return other.address == address;
    });
    Interpreter interpreter = known == before.end() ? Interpreter{} : *known;
    interpreter.address = address;
    InterpreterHead head;
    is_torn_ = is_torn_ || !is_remote_object(address) ||
               interpreters_.size() == kMostInterpreters || !read_head(copies, interpreter, head);
    if (is_torn_) break;
    read_gil(copies, head.gil, interpreter);
    follow_threads(interpreter, head.first_thread, state_copy);
    interpreter.is_requested = false;
    interpreters_.push_back(interpreter);
    address = head.next;
  }
  return true;
}

void ThreadList::follow_threads(const Interpreter& interpreter, std::uint64_t first,
                                const StateCopy& state_copy) {
  const RuntimeLayout& layout = python_.layout.runtime;
  for (std::uint64_t address = first; address != 0;) {
    const bool is_readable = is_remote_object(address) && threads_.size() < kMostThreads;
    const char* const state = is_readable ? state_copy(address) : nullptr;
    if (state == nullptr ||
        field<std::uint64_t>(state, layout.thread_interpreter) != interpreter.address) {
      is_torn_ = true;
      return;
    }
    const bool has_native = layout.thread_native_id != RuntimeLayout::kNone;
    threads_.push_back(
        {.state = address,
         .interpreter = interpreter.address,
         .python_id = field<std::uint64_t>(state, layout.thread_id),
         .native_id = has_native ? field<std::uint32_t>(state, layout.thread_native_id) : 0,
         .holds_gil = interpreter.gil.holder == address});
    address = field<std::uint64_t>(state, layout.thread_next);
  }
}

std::vector<PythonLook::Gil> ThreadList::gils() const {
  std::vector<PythonLook::Gil> gils;
  for (const Interpreter& interpreter : interpreters_) {
    const std::uint64_t begin = interpreter.gil.address;
    const bool is_known = std::any_of(gils.begin(), gils.end(),
                                      [begin](const auto& gil) { return gil.begin == begin; });
    if (interpreter.gil.is_on && !is_known)
      gils.push_back({.begin = begin, .end = begin + python_.layout.runtime.gil_bytes});
  }
  return gils;
}

}  // namespace lanescope
