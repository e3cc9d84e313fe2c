// A program that says it is Python 3.13 and whose frames are not as that version has them: prints
// what the agent makes of it. Argument: what is odd.
#include <cstdio>
#include <cstring>
#include <string_view>

#include <sys/mman.h>

#include "capture/agent/lane.h"
#include "capture/agent/pystack.h"
#include "capture/agent/python_layout.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

std::uint64_t thread_state[32];
std::uint64_t frame[16];
std::uint64_t code[40];

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
  return "3.13.0 (odd)";
}
void* PyGILState_GetThisThreadState() {
  return thread_state;
}

// What a Python's end is told by. This one never runs Python, and never ends.
int Py_IsFinalizing() {
  return 0;
}
int Py_IsInitialized() {
  return 1;
}
int Py_AddPendingCall(int (*)(void*), void*) {
  return 0;
}
void PyImport_ImportModule() {}
void PyObject_GetAttrString() {}
void PyCapsule_New() {}
void PyCFunction_NewEx() {}
void PyObject_CallFunctionObjArgs() {}
void Py_BuildValue() {}
void Py_DecRef() {}
void PyErr_Clear() {}
}

int main(int, char** arguments) {
  const std::string_view odd = arguments[1];
  thread_state[9] = reinterpret_cast<std::uintptr_t>(frame);
  frame[0] = reinterpret_cast<std::uintptr_t>(code);
  code[1] = reinterpret_cast<std::uintptr_t>(odd == "type" ? thread_state : PyCode_Type);
  if (odd == "owner") reinterpret_cast<char*>(frame)[70] = 9;
  if (odd == "pointer") frame[0] |= 1;
  // Where nothing lies: the frame before this one, the code object, one of its texts.
  void* const nothing =
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (odd == "frame gone") frame[1] = reinterpret_cast<std::uintptr_t>(nothing);
  if (odd == "code gone") frame[0] = reinterpret_cast<std::uintptr_t>(nothing);
  if (odd == "text gone") code[14] = code[15] = reinterpret_cast<std::uintptr_t>(nothing);

  const wire::RingLayout layout{.lanes = 2, .lane_bytes = 1U << 20, .gpu_lane_bytes = 4096};
  Lane lane;
  lane.attach(mmap(nullptr, layout.total_bytes(), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
              layout, 1);
  lane.open(wire::LaneKind::Thread, 1, 1);
  const char* const why = start_python_stacks();
  std::printf("started: %s\n", why == nullptr ? "on" : why);
  const std::uint32_t stack = python_stack(lane);
  std::printf("stack %u, version %x\n", stack, unsigned{python_version()});
  const char* const again = start_python_stacks();
  std::printf("then: %s\n", again == nullptr ? "on" : again);
  return 0;
}
