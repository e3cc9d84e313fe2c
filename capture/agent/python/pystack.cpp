#include "capture/agent/python/pystack.h"

#include <atomic>
#include <dlfcn.h>

#include "capture/agent/control/control.h"
#include "capture/agent/control/message_text.h"
#include "capture/agent/process/own_memory.h"
#include "capture/agent/python/end.h"
#include "capture/agent/python/stacks.h"
#include "capture/agent/python/walk.h"
#include "capture/agent/ring/channel.h"
#include "capture/python_layout/layout.h"

namespace lanescope::agent {
namespace {

/// The CPython of this process. Written before `state` becomes On, and never again.
struct Python {
  PythonLayout layout;
  void* (*this_thread)();  // PyGILState_GetThisThreadState: needs no GIL
  const void* code_type;
};

enum class State : int { Off, Starting, On, Broken };

std::atomic<State> state{State::Off};
Python python;

constexpr char kBroken[] = "Python frames do not match this version";

template <typename Symbol>
Symbol find(const char* name) {
  return reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
}

/// Keeps the library loaded: its functions are called until the process exits, even if the program
/// unloads it.
void keep_loaded(const void* function) {
  Dl_info library{};
  if (dladdr(function, &library) != 0 && library.dli_fname != nullptr)
    dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// Fills in `python`. Returns null, or why it is impossible.
const char* find_python() {
  const auto version = find<const char* (*)()>("Py_GetVersion");
  python.this_thread = find<void* (*)()>("PyGILState_GetThisThreadState");
  python.code_type = find<const void*>("PyCode_Type");
  if (version == nullptr || python.this_thread == nullptr || python.code_type == nullptr)
    return "no Python in this process";
  if (!find_python_end()) return "this Python does not report its exit";
  const auto choice = choose_python_layout(version(), find<const void*>("_PyRuntime"));
  python.layout = choice.layout;
  if (choice.refused == nullptr) keep_loaded(reinterpret_cast<const void*>(version));
  return choice.refused;
}

/// Reports once that copying frames is forbidden. They have to be copied until the exit hook is
/// registered, which happens when Python next runs on its main thread, and after the hook has
/// announced the exit.
void tell_missing() {
  static constinit std::atomic<bool> reported{false};
  if (reported.exchange(true, std::memory_order_relaxed)) return;
  send_problem("stacks", "Some Python stacks are missing: this sandbox forbids process_vm_writev.",
               "These are stacks of other threads while the main thread runs no Python.");
}

std::uint32_t walk(Channel& channel, const void* thread) {
  PythonWalk walk(python.layout, python.code_type, channel, *channel.python_stacks);
  std::uint32_t stack = 0;
  if (const PythonEndGuard held(channel); held) {
    stack = walk.straight(thread);
  } else {
    ask_for_python_end();
    if (can_copy_memory()) stack = walk.copied(thread, python_is_ending);
    // Also if a sandbox took effect in the middle, which is no mismatch.
    if (!can_copy_memory()) {
      tell_missing();
      return stack;
    }
  }
  if (walk.mismatched() && !python_is_ending())
    state.store(State::Broken, std::memory_order_relaxed);
  return stack;
}

}  // namespace

const char* start_python_stacks() {
  State seen = State::Off;
  if (!state.compare_exchange_strong(seen, State::Starting, std::memory_order_acquire)) {
    if (seen == State::Broken) return kBroken;
    return seen == State::On ? nullptr : "being turned on by another thread";
  }
  const char* const why = find_python();
  if (why == nullptr) ask_for_python_end();
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

std::uint32_t python_stack(Channel& channel) {
  if (state.load(std::memory_order_acquire) != State::On || python_is_ending()) return 0;
  const void* const thread = python.this_thread();
  if (thread == nullptr) return 0;
  if (channel.python_stacks == nullptr) channel.python_stacks = PythonStacks::make();
  if (channel.python_stacks == nullptr) return 0;
  channel.python_stacks->follow(channel.generation());
  return walk(channel, thread);
}

}  // namespace lanescope::agent
