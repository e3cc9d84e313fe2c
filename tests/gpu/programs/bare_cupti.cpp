// CUPTI with nothing behind it, for the price of what no agent can do without: loaded by the driver
// as the agent is, asks for the same records and throws them away.
//   BARE_CUPTI      the libcupti to load
//   BARE_LEVEL      0, 1: the kinds of records of that level; -1: none
//   BARE_CALLBACKS  1: empty callbacks around launches
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <thread>

#include "capture/agent/cupti/cupti_abi.h"
#include "capture/agent/cupti/kinds.h"

namespace {

using namespace lanescope::agent;

constexpr std::size_t kBufferBytes = 4 << 20;
void* library = nullptr;

template <typename... Types>
int call(const char* name, Types... values) {
  auto* const function = reinterpret_cast<int (*)(Types...)>(dlsym(library, name));
  return function == nullptr ? cupti::kUnknown : function(values...);
}

void on_request(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(4096, kBufferBytes));
  *bytes = kBufferBytes;
  *most = 0;
}

void on_complete(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer,
                 std::size_t /*bytes*/, std::size_t /*valid*/) {
  std::free(buffer);
}

void on_call(void* /*user*/, int /*domain*/, std::uint32_t /*id*/, const void* /*data*/) {}

int number(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

void enable_launch_callbacks() {
  cupti::Subscriber subscriber = nullptr;
  cupti::Callback function = on_call;
  call("cuptiSubscribe", &subscriber, function, static_cast<void*>(nullptr));
  for (std::uint32_t id = 1; id < 600; ++id) {
    const char* name = nullptr;
    if (call("cuptiGetCallbackName", cupti::kDomainRuntime, id, &name) != cupti::kSuccess) continue;
    if (std::string_view(name).find("cudaLaunchKernel") != std::string_view::npos)
      call("cuptiEnableCallback", std::uint32_t{1}, subscriber, cupti::kDomainRuntime, id);
  }
}

void enable_records(int level) {
  cupti::BufferRequested request = on_request;
  cupti::BufferCompleted complete = on_complete;
  call("cuptiActivityRegisterCallbacks", request, complete);
  for (const WantedKind& wanted : kWantedKinds) {
    if (wanted.level <= level) call("cuptiActivityEnable", wanted.kind);
  }
  std::thread([] {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      call("cuptiActivityFlushAll", std::uint32_t{0});
    }
  }).detach();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  const char* const path = std::getenv("BARE_CUPTI");
  library = dlopen(path == nullptr ? "libcupti.so.13" : path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return 1;
  if (number("BARE_CALLBACKS", 0) != 0) enable_launch_callbacks();
  if (const int level = number("BARE_LEVEL", -1); level >= 0) enable_records(level);
  return 1;
}
