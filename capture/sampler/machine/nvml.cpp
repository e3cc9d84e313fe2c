#include "capture/sampler/machine/nvml.h"

#include <algorithm>
#include <dlfcn.h>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace lanescope {
namespace {

// The part of NVML's published binary interface that is used.
using Return = int;
using Device = void*;
constexpr Return kSuccess = 0;
constexpr int kSmClock = 1, kMemoryClock = 2, kGpuSensor = 0;
constexpr unsigned long long kSoftwarePowerCap = 0x4, kSoftwareThermal = 0x20,
                             kHardwareThermal = 0x40, kPowerBrake = 0x80;

struct Utilization {
  unsigned gpu, memory;  // percent
};
struct Memory {
  unsigned long long total, free, used;  // bytes
};

struct Functions {
  Return (*init)();
  Return (*shutdown)();
  Return (*count)(unsigned* devices);
  Return (*handle)(unsigned index, Device* device);
  // Those that a driver may not have are null.
  Return (*utilization)(Device device, Utilization* to);
  Return (*clock)(Device device, int type, unsigned* mhz);
  Return (*power)(Device device, unsigned* milliwatts);
  Return (*memory)(Device device, Memory* to);
  Return (*temperature)(Device device, int sensor, unsigned* celsius);
  Return (*throttling)(Device device, unsigned long long* reasons);
};

constexpr unsigned kMostGpus = 64;

template <typename Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

class NvmlSource final : public FigureSource {
 public:
  explicit NvmlSource(std::string library) : library_(std::move(library)) {}

  bool open() override {
    void* const library = ::dlopen(library_.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr || !bind_all(library) || call_.init() != kSuccess) return false;
    find_devices();
    if (devices_.empty()) call_.shutdown();
    return !devices_.empty();
  }

  std::vector<Figure> read() override {
    figures_.clear();
    for (const auto& [number, device] : devices_) {
      gpu_ = number;
      read_clocks(device);
      read_power(device);
      read_memory(device);
      read_utilization(device);
    }
    return figures_;
  }

  void close() override { call_.shutdown(); }

 private:
  bool bind_all(void* library) {
    const bool has_needed = bind(library, "nvmlInit_v2", call_.init) &&
                            bind(library, "nvmlShutdown", call_.shutdown) &&
                            bind(library, "nvmlDeviceGetCount_v2", call_.count) &&
                            bind(library, "nvmlDeviceGetHandleByIndex_v2", call_.handle);
    bind(library, "nvmlDeviceGetUtilizationRates", call_.utilization);
    bind(library, "nvmlDeviceGetClockInfo", call_.clock);
    bind(library, "nvmlDeviceGetPowerUsage", call_.power);
    bind(library, "nvmlDeviceGetMemoryInfo", call_.memory);
    bind(library, "nvmlDeviceGetTemperature", call_.temperature);
    bind(library, "nvmlDeviceGetCurrentClocksThrottleReasons", call_.throttling);
    return has_needed;
  }

  void find_devices() {
    unsigned count = 0;
    if (call_.count(&count) != kSuccess) return;
    for (unsigned number = 0; number < std::min(count, kMostGpus); ++number) {
      Device device = nullptr;
      // One that has failed, or that this user may not use, leaves the others as they are.
      if (call_.handle(number, &device) == kSuccess) devices_.emplace_back(number, device);
    }
  }

  void add(std::string_view what, double value) {
    figures_.push_back({fmt::format("GPU {} {}", gpu_, what), value});
  }

  void read_clocks(Device device) {
    if (call_.clock == nullptr) return;
    unsigned mhz = 0;
    if (call_.clock(device, kSmClock, &mhz) == kSuccess) add("SM clock (MHz)", mhz);
    if (call_.clock(device, kMemoryClock, &mhz) == kSuccess) add("memory clock (MHz)", mhz);
  }

  void read_power(Device device) {
    unsigned milliwatts = 0, celsius = 0;
    unsigned long long reasons = 0;
    if (call_.power != nullptr && call_.power(device, &milliwatts) == kSuccess)
      add("power (W)", milliwatts / 1000.0);
    if (call_.temperature != nullptr && call_.temperature(device, kGpuSensor, &celsius) == kSuccess)
      add("temperature (°C)", celsius);
    if (call_.throttling == nullptr || call_.throttling(device, &reasons) != kSuccess) return;
    const auto has = [reasons](unsigned long long bits) {
      return (reasons & bits) != 0 ? 1.0 : 0.0;
    };
    add("power throttling (0 or 1)", has(kSoftwarePowerCap | kPowerBrake));
    add("thermal throttling (0 or 1)", has(kSoftwareThermal | kHardwareThermal));
  }

  void read_memory(Device device) {
    constexpr double kMiB = 1 << 20;
    Memory memory{};
    if (call_.memory != nullptr && call_.memory(device, &memory) == kSuccess)
      add("memory (MiB)", static_cast<double>(memory.used) / kMiB);
  }

  void read_utilization(Device device) {
    Utilization utilization{};
    if (call_.utilization == nullptr || call_.utilization(device, &utilization) != kSuccess) return;
    add("utilization (%)", utilization.gpu);
    add("memory utilization (%)", utilization.memory);
  }

  const std::string library_;
  Functions call_{};
  std::vector<std::pair<unsigned, Device>> devices_;  // by number
  unsigned gpu_ = 0;                                  // that is being read
  std::vector<Figure> figures_;
};

}  // namespace

std::unique_ptr<FigureSource> make_nvml_source(std::string library) {
  return std::make_unique<NvmlSource>(std::move(library));
}

}  // namespace lanescope
