// Plays libnvidia-ml.so.1 on a machine with two GPUs, of which the second one tells only its power.
// fake_nvml_set: 0 answers; 1 hangs in each reading until it is set to 0 again; 2 has no driver.
#include <atomic>
#include <unistd.h>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kSuccess = 0, kInvalidArgument = 2, kNotSupported = 3, kDriverNotLoaded = 9;

std::atomic<int> mode{0};
std::atomic<int> opened{0};  // nvmlInit without its nvmlShutdown
int first = 0, second = 0;   // devices

struct Utilization {
  unsigned gpu, memory;
};
struct Memory {
  unsigned long long total, free, used;
};

}  // namespace

FAKE_EXPORT void fake_nvml_set(int to) {
  mode = to;
}
FAKE_EXPORT int fake_nvml_opened() {
  return opened;
}

FAKE_EXPORT int nvmlInit_v2() {
  if (mode == 2) return kDriverNotLoaded;
  ++opened;
  return kSuccess;
}
FAKE_EXPORT int nvmlShutdown() {
  --opened;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 2;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  if (index > 1) return kInvalidArgument;
  *device = index == 0 ? &first : &second;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  while (mode == 1) usleep(1000);
  *milliwatts = device == &first ? 312'500 : 70'000;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetClockInfo(void* device, int type, unsigned* mhz) {
  if (device != &first) return kNotSupported;
  *mhz = type == 1 ? 1980 : 2619;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
  if (device != &first) return kNotSupported;
  *memory = {80ULL << 30U, 70ULL << 30U, 10ULL << 30U};
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetTemperature(void* device, int /*sensor*/, unsigned* celsius) {
  if (device != &first) return kNotSupported;
  *celsius = 61;
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetUtilizationRates(void* device, Utilization* utilization) {
  if (device != &first) return kNotSupported;
  *utilization = {87, 43};
  return kSuccess;
}
FAKE_EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(void* device,
                                                          unsigned long long* reasons) {
  if (device != &first) return kNotSupported;
  *reasons = 0x4;  // a limit of power in software
  return kSuccess;
}
