#include "capture/agent/cupti/callbacks.h"

#include <cerrno>
#include <cstring>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/agent/cupti/reported_calls.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("a kernel whose name lies where another's lay is called by its own") {
  Launches program;
  // Like two kernels of one template, the second loaded after the first was unloaded.
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
  // Without a configuration the driver may reject the call without ever reading it.
  void* const nothing = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(nothing != MAP_FAILED);
  errno = 1234;
  CHECK(program.stream_of_launch(nothing) == 0);
  CHECK(program.stream_of_launch(nullptr) == 0);
  CHECK(errno == 1234);
  ::munmap(nothing, 4096);
}

TEST_CASE("a call has its time, function, stream and result, and only a launch a kernel") {
  Launches program;
  std::uint64_t parameters[8] = {};
  parameters[4] = 0xABCD;  // cudaMemcpyAsync
  const std::uint32_t result = 719;
  const std::int64_t before_ns = now_ns();
  program.report(cupti::kSiteEnter, kCopy, 5, "no kernel", parameters);
  program.report(cupti::kSiteExit, kCopy, 5, "no kernel", parameters, &result);
  program.report(cupti::kSiteEnter, kMalloc, 6, "no kernel", parameters);
  program.leave(kMalloc, 6);
  const std::int64_t after_ns = now_ns();
  std::vector<wire::ApiBeginRecord> begins;
  std::vector<ReadRecord> ends;
  const auto records = program.ring.read(1);
  auto strings = strings_of(records);
  for (const ReadRecord& record : records) {
    if (record.type() == wire::RecordType::ApiBegin)
      begins.push_back(record.as<wire::ApiBeginRecord>());
    if (record.type() == wire::RecordType::ApiEnd) ends.push_back(record);
  }
  REQUIRE(begins.size() == 2);
  REQUIRE(ends.size() == 2);
  CHECK(begins[0].header.aux == (kCopy | 2U << 24 | 1U << 28));
  CHECK(begins[1].header.aux == (kMalloc | 2U << 24 | 4U << 28));
  CHECK(strings.at(begins[0].api) == "cudaMemcpyAsync");
  CHECK(strings.at(begins[1].api) == "cudaMalloc");
  CHECK(begins[0].stream == 0xABCD);
  CHECK(begins[1].stream == 0);
  CHECK(begins[0].kernel == 0);
  CHECK(begins[0].stack == 0);
  CHECK(begins[0].range == 0);
  CHECK(begins[0].time_ns >= before_ns);
  CHECK(ends[1].as<wire::ApiEndRecord>().time_ns <= after_ns);
  CHECK(ends[1].as<wire::ApiEndRecord>().time_ns >= begins[1].time_ns);
  CHECK(ends[0].header().aux == 719);
  CHECK(ends[1].header().aux == 0);
  CHECK(ends[0].as<wire::ApiEndRecord>().correlation == 5);
  CHECK(ends[1].as<wire::ApiEndRecord>().correlation == 6);
}

TEST_CASE("a call that shows no parameters has no stream") {
  Launches program;
  program.enter(kCopy, 1);
  program.leave(kCopy, 1);
  CHECK(program.reported() == ReportedOption{"( 1", ") 1"});
}

TEST_CASE("what is not for us is passed over") {
  Launches program;
  cupti::CallbackData data{};
  data.correlation = 1;
  on_callback(&program.setup, 3, kLaunch, &data);  // the resource domain
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, nullptr);
  this_thread.busy = true;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  this_thread.busy = false;
  program.setup.live = false;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  CHECK(program.reported().empty());
  program.setup.live = true;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  CHECK(program.reported() == ReportedOption{"( 1"});
}

TEST_CASE("a CUPTI that is in trouble is used on, one that has given up is not") {
  Launches program;
  const cupti::StateData state{cupti::kUnknown, nullptr};
  on_callback(&program.setup, cupti::kDomainState, 3, &state);
  on_callback(&program.setup, cupti::kDomainState, cupti::kStateError, &state);
  CHECK(program.setup.live);
  CHECK_FALSE(program.setup.failed);
  on_callback(&program.setup, cupti::kDomainState, cupti::kStateFatalError, &state);
  CHECK_FALSE(program.setup.live);
  CHECK(program.setup.failed);
}

TEST_CASE("a configuration is read where it lies, at both ends of what is near on the stack") {
  Launches program;
  struct Config {
    std::uint64_t before[4];
    std::uint64_t stream;
  };
  // Far up on the same stack, and in memory of another thread or unmapped memory.
  struct Far {
    Config config;
    char between[64 << 10];
  };
  Far far{};
  far.config.stream = 0x4321;
  CHECK(program.stream_of_launch(&far.config) == 0x4321);
  char* const pages = static_cast<char*>(
      ::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ::mprotect(pages + 4096, 4096, PROT_NONE);
  CHECK(program.stream_of_launch(pages + 4096 - 32) == 0);  // the stream is on the unmapped page
  const std::uint64_t stream = 0x99;
  std::memcpy(pages + 4096 - 8, &stream, sizeof stream);
  CHECK(program.stream_of_launch(pages + 4096 - 40) == 0x99);
  ::munmap(pages, 8192);
}
