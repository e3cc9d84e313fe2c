// Plays as much of libcuda.so.1 as waits for the GPU. FAKE_DRIVER=hangs: it waits for ever.
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

FAKE_EXPORT int cuCtxGetCurrent(void** context) {
  static int made = 0;
  *context = &made;
  return 0;
}
FAKE_EXPORT int cuCtxSetCurrent(void* context) {
  return context == nullptr ? 1 : 0;
}
FAKE_EXPORT int cuCtxSynchronize() {
  const char* const how = std::getenv("FAKE_DRIVER");
  const bool hangs = how != nullptr && std::strcmp(how, "hangs") == 0;
  static constexpr char kWaits[] = "the GPU is waited for\n";
  const ssize_t written = write(STDOUT_FILENO, kWaits, sizeof kWaits - 1);
  static_cast<void>(written);
  while (hangs) pause();
  return 0;
}
