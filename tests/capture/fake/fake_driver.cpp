// Simulates the parts of libcuda.so.1 that wait for the GPU and return a version.
// FAKE_DRIVER=hangs: waits forever; idle: this thread has no context; refuses: returns an error for
// the context; foreign: no other thread may set the context.
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

bool is(const char* what) {
  const char* const how = std::getenv("FAKE_DRIVER");
  return how != nullptr && std::strcmp(how, what) == 0;
}

}  // namespace

FAKE_EXPORT int cuDriverGetVersion(int* version) {
  *version = 13010;
  return is("refuses") ? 1 : 0;
}
FAKE_EXPORT int cuCtxGetCurrent(void** context) {
  static int made = 0;
  *context = is("idle") ? nullptr : &made;
  return is("refuses") ? 1 : 0;
}
FAKE_EXPORT int cuCtxSetCurrent(void* context) {
  return context == nullptr || is("foreign") ? 1 : 0;
}
FAKE_EXPORT int cuCtxSynchronize() {
  const bool hangs = is("hangs");
  static constexpr char kWaits[] = "the GPU is waited for\n";
  const ssize_t written = write(STDOUT_FILENO, kWaits, sizeof kWaits - 1);
  static_cast<void>(written);
  while (hangs) pause();
  return 0;
}
