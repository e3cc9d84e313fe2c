#include "capture/agent/callbacks.h"

#include <cerrno>
#include <cstring>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr std::uint32_t kLaunch = 211, kLaunchByConfig = 430;

cupti::Result name_of(int domain, std::uint32_t id, const char** name) {
  if (domain != cupti::kDomainRuntime || id > kLaunchByConfig) return cupti::kInvalidParameter;
  *name = id == kLaunch           ? "cudaLaunchKernel_v7000"
          : id == kLaunchByConfig ? "cudaLaunchKernelExC_v11060"
                                  : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}

/// Launches, as CUPTI reports them.
struct Launches {
  Launches() {
    apis.load(name_of);
    setup.apis = &apis;
    setup.correlation = &correlation;
    setup.live = true;
  }
  void launch(const char* symbol) { call(kLaunch, symbol, nullptr); }
  /// The stream that a launch with this configuration said it goes to.
  std::uint64_t stream_of_launch(const void* config) {
    call(kLaunchByConfig, "kernel", &config);
    for (const ReadRecord& record : ring.read(1)) {
      if (record.type() == wire::RecordType::ApiBegin)
        return record.as<wire::ApiBeginRecord>().stream;
    }
    return 0;
  }
  /// What each launch said it launched.
  std::vector<std::string> kernels() {
    const auto records = ring.read(1);
    for (const auto& [number, text] : strings_of(records)) strings[number] = text;
    std::vector<std::string> names;
    for (const ReadRecord& record : records) {
      if (record.type() == wire::RecordType::ApiBegin)
        names.push_back(strings[record.as<wire::ApiBeginRecord>().kernel]);
    }
    return names;
  }

  void call(std::uint32_t id, const char* symbol, const void* parameters) {
    cupti::CallbackData data{};
    data.symbol = symbol;
    data.parameters = parameters;
    data.correlation = ++last;
    for (const int site : {cupti::kSiteEnter, cupti::kSiteExit}) {
      data.site = site;
      on_callback(&setup, cupti::kDomainRuntime, id, &data);
    }
  }

  TestRing ring;
  RecordingTo recording{ring};
  ApiNames apis;
  Correlation correlation;
  CallbackSetup setup;
  std::uint32_t last = 0;
  std::map<std::uint32_t, std::string> strings;
};

}  // namespace

TEST_CASE("a kernel whose name lies where another's lay is called by its own") {
  Launches program;
  // As two kernels of one template, of which the second was loaded when the first was gone.
  char symbol[64] = "_ZN2at6native29vectorized_elementwise_kernelILi4EE";
  program.launch(symbol);
  program.launch(symbol);
  const std::string first = symbol;
  symbol[47] = '8';
  program.launch(symbol);
  const std::string second = symbol;
  const auto kernels = program.kernels();
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[0] == first);
  CHECK(kernels[1] == first);
  CHECK(kernels[2] == second);
}

TEST_CASE("a symbol that is no address is no name") {
  Launches program;
  for (const std::uintptr_t odd : {std::uintptr_t{0}, std::uintptr_t{7}, ~std::uintptr_t{0}})
    program.launch(reinterpret_cast<const char*>(odd));
  CHECK(program.kernels() == std::vector<std::string>(3));
}

TEST_CASE("the stream of a launch stands in its configuration, wherever that is") {
  Launches program;
  struct Config {
    std::uint64_t before[4];
    std::uint64_t stream;
  };
  const Config on_stack{{}, 0x1234};
  const auto on_heap = std::make_unique<Config>(Config{{}, 0x5678});
  CHECK(program.stream_of_launch(&on_stack) == 0x1234);
  CHECK(program.stream_of_launch(on_heap.get()) == 0x5678);
  // Where there is none, the driver may refuse the call without ever looking.
  void* const nothing = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(nothing != MAP_FAILED);
  errno = 1234;
  CHECK(program.stream_of_launch(nothing) == 0);
  CHECK(program.stream_of_launch(nullptr) == 0);
  CHECK(errno == 1234);
  ::munmap(nothing, 4096);
}
