#include "capture/agent/python/end.h"

#include <dlfcn.h>

#include "capture/agent/control/drain.h"
#include "capture/agent/process/log.h"
#include "capture/agent/ring/channels.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {

constinit std::atomic<bool> python_stands{false};

namespace {

/// What we need of Python's C API has been the same since 3.10: PyMethodDef, and functions by name.
struct MethodDefinition {
  const char* name;
  void* (*function)(void* self, void* arguments);
  int flags;
  const char* documentation;
};
constexpr int kNoArguments = 4;  // METH_NOARGS

struct Functions {
  int (*is_ending)();  // Py_IsFinalizing, which was private before 3.13
  int (*is_initialized)();
  int (*add_pending_call)(int (*call)(void*), void* argument);
  void* (*import)(const char* name);
  void* (*get_attribute)(void* object, const char* name);
  void* (*new_capsule)(void* pointer, const char* name, void (*gone)(void*));
  void* (*new_function)(MethodDefinition* definition, void* self, void* module);
  void* (*call)(void* function, ...);
  void* (*build)(const char* format, ...);
  void (*release)(void* object);
  void (*clear_error)();
};
Functions call;

std::atomic<bool> asked{false};
std::atomic<void (*)()> stop_call{nullptr};

/// How long the exit waits for threads that are reading frames. They take a microsecond each,
/// longer only if they are not scheduled.
constexpr std::int64_t kPatience = kSecond;

void python_ends() {
  if (!python_stands.exchange(false)) return;
  for (std::int64_t waited = 0; channels().reads_frames() && waited < kPatience;
       waited += kMillisecond / 20)
    sleep_ns(kMillisecond / 20);
}

void* reported(void* /*self*/, void* /*arguments*/) {
  python_ends();
  return call.build("");  // None
}

/// The hook's function was deallocated: it has been called, or never will be.
void dropped(void* /*capsule*/) {
  python_ends();
}

MethodDefinition definition{"lanescope_python_ends", reported, kNoArguments, nullptr};

/// Owns a reference, or null.
class Reference {
 public:
  explicit Reference(void* object) : object_(object) {}
  ~Reference() {
    if (object_ != nullptr) call.release(object_);
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  [[nodiscard]] void* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  void* object_;
};

bool register_hook() {
  const Reference module(call.import("atexit"));
  if (!module) return false;
  const Reference enlist(call.get_attribute(module.get(), "register"));
  const Reference capsule(call.new_capsule(&definition, nullptr, dropped));
  if (!enlist || !capsule) return false;
  const Reference function(call.new_function(&definition, capsule.get(), nullptr));
  if (!function) return false;
  // Set before registering, so that an immediate dropped() comes after it.
  python_stands.store(true);
  if (const Reference done(call.call(enlist.get(), function.get(), nullptr)); done) return true;
  python_stands.store(false);
  return false;
}

/// Runs on the main thread, with the GIL, between two Python instructions.
int hook_in(void* /*nothing*/) {
  if (python_is_ending() || python_stands.load()) return 0;
  if (!register_hook()) {
    call.clear_error();
    log("Python does not report its exit");
  }
  return 0;
}

int make_stop_call(void* /*nothing*/) {
  if (void (*const function)() = stop_call.exchange(nullptr); function != nullptr) function();
  return 0;
}

template <typename Symbol>
bool find(const char* name, Symbol& symbol) {
  symbol = reinterpret_cast<Symbol>(dlsym(RTLD_DEFAULT, name));
  return symbol != nullptr;
}

}  // namespace

bool find_python_end() {
  return (find("Py_IsFinalizing", call.is_ending) || find("_Py_IsFinalizing", call.is_ending)) &&
         find("Py_IsInitialized", call.is_initialized) &&
         find("Py_AddPendingCall", call.add_pending_call) &&
         find("PyImport_ImportModule", call.import) &&
         find("PyObject_GetAttrString", call.get_attribute) &&
         find("PyCapsule_New", call.new_capsule) && find("PyCFunction_NewEx", call.new_function) &&
         find("PyObject_CallFunctionObjArgs", call.call) && find("Py_BuildValue", call.build) &&
         find("Py_DecRef", call.release) && find("PyErr_Clear", call.clear_error);
}

bool python_is_ending() {
  return call.is_ending() != 0 || call.is_initialized() == 0;
}

void call_python_when_stopped(void (*function)()) {
  stop_call.store(function);
  when_stopped([] {
    // The drain thread may use its channel for this guard, which keeps the interpreter from being
    // torn down meanwhile.
    if (const PythonEndGuard held(channels().gpu()); held)
      call.add_pending_call(make_stop_call, nullptr);
  });
}

void ask_for_python_end() {
  if (asked.exchange(true, std::memory_order_relaxed)) return;
  // If the queue is full, the next call tries again.
  if (call.add_pending_call(hook_in, nullptr) != 0) asked.store(false, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
