// A program that says it is Python 3.13 and whose frames, or whose end, are not as that version has
// them: prints what the agent makes of it. Argument: what is odd; "fine": nothing.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>

#include <sys/mman.h>

#include "capture/agent/control/message_text.h"
#include "capture/agent/python/end.h"
#include "capture/agent/python/pystack.h"
#include "capture/agent/ring/channel.h"
#include "capture/agent/ring/channels.h"
#include "capture/python_layout/layout.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

std::uint64_t thread_state[32];
std::uint64_t frame[16];
std::uint64_t code[40];
std::uint64_t text[16];
std::uint64_t lines[16];

std::string_view odd;
bool is_ending = false;
int looks = 0;  // at whether it ends
int asked = 0;
int (*pending)(void*) = nullptr;

/// As the agent hands it over: a name, what is called, flags.
struct Method {
  const char* name;
  void* (*function)(void*, void*);
  int flags;
};
Method* method = nullptr;
void (*dropped)(void*) = nullptr;
int references = 0;

struct RingOfOne {
  wire::RingLayout layout{.channels = 4, .channel_bytes = 1U << 16, .gpu_channel_bytes = 4096};
  void* memory = mmap(nullptr, layout.total_bytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  RingOfOne() { wire::begin_ring(*static_cast<wire::RingHeader*>(memory), layout); }
};

bool fails(const char* where) {
  return odd == where;
}

}  // namespace

extern "C" {

std::uint64_t PyCode_Type[2];
PythonDebugOffsets_3_13 _PyRuntime = {
    .head = {.cookie = {'x', 'd', 'e', 'b', 'u', 'g', 'p', 'y'},
             .version = 0x030D00F0,
             .free_threaded = 0},
    .runtime = {},
    .interpreter = {},
    .thread = {.size = 256, .current_frame = 72},
    .frame = {.size = 80, .previous = 8, .executable = 0, .instruction = 56, .owner = 70},
    .code = {.size = 208,
             .filename = 112,
             .name = 120,
             .qualname = 128,
             .line_table = 136,
             .first_line = 68,
             .bytecode = 200},
    .object = {.size = 16, .type = 8},
    .bytes = {.size = 40, .length = 16, .data = 32},
    .str = {.size = 64, .state = 32, .length = 16, .ascii_size = 40},
};

const char* Py_GetVersion() {
  return odd == "version" ? "3.13.0 free-threading" : "3.13.0 (odd)";
}
void* PyGILState_GetThisThreadState() {
  return odd == "no thread" ? nullptr : thread_state;
}

// What a Python's end is told by. This one runs what is pending when it is asked to.
int Py_IsFinalizing() {
  // Frames that are odd because it has begun to end meanwhile.
  if (odd == "owner as it ends") return ++looks > 1 ? 1 : 0;
  return is_ending ? 1 : 0;
}
int Py_IsInitialized() {
  return odd == "not there" ? 0 : 1;
}
int Py_AddPendingCall(int (*call)(void*), void*) {
  ++asked;
  if (odd == "full queue" && asked == 1) return -1;
  pending = call;
  return 0;
}
void* PyImport_ImportModule(const char* name) {
  std::printf("import %s\n", name);
  if (fails("import")) return nullptr;
  ++references;
  return &references;
}
void* PyObject_GetAttrString(void*, const char* name) {
  std::printf("attribute %s\n", name);
  if (fails("attribute")) return nullptr;
  ++references;
  return &references;
}
void* PyCapsule_New(void* pointer, const char*, void (*gone)(void*)) {
  if (fails("capsule")) return nullptr;
  dropped = gone;
  ++references;
  return pointer == nullptr ? nullptr : &references;
}
void* PyCFunction_NewEx(Method* definition, void* self, void*) {
  if (fails("function") || self == nullptr) return nullptr;
  method = definition;
  ++references;
  return &references;
}
void* PyObject_CallFunctionObjArgs(void*, ...) {
  if (fails("call")) return nullptr;
  ++references;
  return &references;
}
void* Py_BuildValue(const char* format, ...) {
  return *format == '\0' ? &references : nullptr;  // None
}
void Py_DecRef(void*) {
  --references;
}
void PyErr_Clear() {
  std::printf("error cleared\n");
}
}

namespace {

/// A thread looks at frames just as the end is told: it waits for that, a second at most.
void end_while_held(Channel& channel) {
  static RingOfOne ring;
  static_cast<void>(channel);
  const char* why = "";
  channels().attach(ring.memory, ring.layout.total_bytes(), 1, &why);
  std::atomic<bool> has_looked{false};
  std::thread looking([&has_looked] {
    const PythonEndGuard held(*channels().take());
    has_looked = held ? true : false;
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  });
  while (!has_looked) std::this_thread::yield();
  const auto begin = std::chrono::steady_clock::now();
  method->function(nullptr, nullptr);
  const auto waited = std::chrono::steady_clock::now() - begin;
  std::printf("waited %s\n", waited > std::chrono::milliseconds(50) ? "for it" : "for nothing");
  looking.join();
}

/// What the agent does in the interpreter, and how it takes its end.
void run_what_is_pending(Channel& channel) {
  std::printf("asked %d\n", asked);
  if (pending == nullptr) return;
  is_ending = odd == "hook at the end";
  const int result = pending(nullptr);
  std::printf("hooked %d %s, references %d\n", result, python_stands ? "stands" : "no", references);
  is_ending = false;
  pending(nullptr);  // a second time there is nothing to be done
  if (!python_stands) return;
  std::printf("%s flags %d\n", method->name, method->flags);
  if (const PythonEndGuard held(channel); held) std::printf("held\n");
  std::printf("stack %u\n", python_stack(channel));
  if (odd == "held") return end_while_held(channel);
  if (odd == "dropped")
    dropped(nullptr);
  else
    std::printf("told %s\n", method->function(nullptr, nullptr) != nullptr ? "None" : "nothing");
  std::printf("%s\n", python_stands ? "stands" : "no longer");
  if (const PythonEndGuard held(channel); !held) std::printf("not held\n");
  std::printf("stack %u\n", python_stack(channel));
}

}  // namespace

int main(int, char** arguments) {
  odd = arguments[1];
  for (const std::size_t name : {14U, 15U, 16U})
    code[name] = reinterpret_cast<std::uintptr_t>(text);
  code[17] = reinterpret_cast<std::uintptr_t>(lines);
  text[2] = 4;                            // its length
  text[4] = 1U << 2 | 1U << 5 | 1U << 6;  // compact ASCII
  std::memcpy(&text[5], "work", 4);
  thread_state[9] = reinterpret_cast<std::uintptr_t>(frame);
  frame[0] = reinterpret_cast<std::uintptr_t>(code);
  code[1] = reinterpret_cast<std::uintptr_t>(odd == "type" ? thread_state : PyCode_Type);
  is_ending = odd == "ending";
  frame[7] = reinterpret_cast<std::uintptr_t>(code) + 200;
  if (odd.starts_with("owner")) reinterpret_cast<char*>(frame)[70] = 9;
  if (odd == "pointer") frame[0] |= 1;
  // Where nothing lies: the frame before this one, the code object, one of its texts.
  void* const nothing =
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (odd == "frame gone") frame[1] = reinterpret_cast<std::uintptr_t>(nothing);
  if (odd == "code gone") frame[0] = reinterpret_cast<std::uintptr_t>(nothing);
  if (odd == "text gone") code[14] = code[15] = reinterpret_cast<std::uintptr_t>(nothing);

  const wire::RingLayout layout{
      .channels = 2, .channel_bytes = 1U << 20, .gpu_channel_bytes = 4096};
  Channel channel;
  channel.attach(mmap(nullptr, layout.total_bytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                 layout, 1);
  channel.open(wire::ChannelKind::Thread, 1, 1);
  const char* const why = start_python_stacks();
  std::printf("started: %s\n", why == nullptr ? "on" : why);
  const std::uint32_t stack = python_stack(channel);
  std::printf("stack %u, version %x\n", stack, unsigned{python_version()});
  const char* const again = start_python_stacks();
  std::printf("then: %s\n", again == nullptr ? "on" : again);
  if (arguments[2] == nullptr) return 0;
  char bytes[256];
  MessageText caps(bytes);
  describe_python(caps);
  std::printf("%.*s", static_cast<int>(caps.text().size()), caps.text().data());
  python_stack(channel);
  run_what_is_pending(channel);
  return 0;
}
