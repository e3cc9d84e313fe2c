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
constexpr std::uint32_t kCopy = 41, kSet = 51, kMalloc = 20, kSynchronize = 131, kReset = 164;

cupti::Result name_of(int /*domain*/, std::uint32_t id, const char** name) {
  if (id > kLaunchByConfig) return cupti::kInvalidParameter;
  *name = id == kLaunch           ? "cudaLaunchKernel_v7000"
          : id == kLaunchByConfig ? "cudaLaunchKernelExC_v11060"
          : id == kCopy           ? "cudaMemcpyAsync_v3020"
          : id == kSet            ? "cudaMemsetAsync_v3020"
          : id == kMalloc         ? "cudaMalloc_v3020"
          : id == kSynchronize    ? "cudaDeviceSynchronize_v3020"
          : id == kReset          ? "cudaDeviceReset_v3020"
                                  : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}
using Told = std::vector<std::string>;

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
    ++last;
    for (const int site : {cupti::kSiteEnter, cupti::kSiteExit})
      report(site, id, last, symbol, parameters);
  }
  void report(int site, std::uint32_t id, std::uint32_t correlation, const char* symbol = nullptr,
              const void* parameters = nullptr, const std::uint32_t* result = nullptr,
              int domain = cupti::kDomainRuntime) {
    cupti::CallbackData data{};
    data.site = site;
    data.symbol = symbol;
    data.parameters = parameters;
    data.result = result;
    data.correlation = correlation;
    on_callback(&setup, domain, id, &data);
  }
  void enter(std::uint32_t id, std::uint32_t correlation) {
    report(cupti::kSiteEnter, id, correlation);
  }
  void leave(std::uint32_t id, std::uint32_t correlation) {
    report(cupti::kSiteExit, id, correlation);
  }
  /// Calls as they were told: "( 5" begins number 5, ") 5" ends it, "6 of 5" is within it.
  std::vector<std::string> told() {
    std::vector<std::string> lines;
    for (const ReadRecord& record : ring.read(1)) {
      if (record.type() == wire::RecordType::ApiBegin)
        lines.push_back("( " + std::to_string(record.as<wire::ApiBeginRecord>().correlation));
      if (record.type() == wire::RecordType::ApiEnd)
        lines.push_back(") " + std::to_string(record.as<wire::ApiEndRecord>().correlation));
      if (record.type() != wire::RecordType::ApiAlias) continue;
      const auto alias = record.as<wire::ApiAliasRecord>();
      lines.push_back(std::to_string(alias.inner) + " of " + std::to_string(alias.outer));
    }
    return lines;
  }
  Lane& lane() {
    const Recording now;
    return now.lane();
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
  CHECK(program.told() == Told{"( 1", ") 1"});
}

TEST_CASE("calls are told by the range that they are made in") {
  Launches program;
  program.lane();
  set_current_range(17);
  program.enter(kMalloc, 1);
  set_current_range(0);
  std::uint32_t range = 0;
  for (const ReadRecord& record : program.ring.read(1)) {
    if (record.type() == wire::RecordType::ApiBegin)
      range = record.as<wire::ApiBeginRecord>().range;
  }
  CHECK(range == 17);
}

TEST_CASE("calls within a call are parts of it, however deep, until it has ended") {
  Launches program;
  program.enter(kLaunch, 5);
  program.enter(kCopy, 6);
  program.enter(kMalloc, 5);  // the same number says nothing
  program.leave(kMalloc, 5);
  program.enter(kMalloc, 0);  // nor does none
  program.leave(kMalloc, 0);
  program.leave(kCopy, 6);
  program.leave(kLaunch, 5);
  program.enter(kCopy, 7);
  program.leave(kCopy, 7);
  CHECK(program.told() == Told{"( 5", "6 of 5", ") 5", "( 7", ") 7"});
}

TEST_CASE("a call that never ended does not swallow those after it") {
  Launches program;
  program.enter(kLaunch, 5);  // longjmp
  program.enter(kLaunch, 6);
  program.leave(kLaunch, 6);
  program.leave(kLaunch, 6);  // whose beginning nobody saw
  program.leave(kCopy, 4);
  program.enter(kCopy, 7);
  program.leave(kCopy, 7);
  CHECK(program.told() == Told{"( 5", "( 6", ") 6", "( 7", ") 7"});
}

TEST_CASE("within a call ends that nobody saw begin leave it open") {
  Launches program;
  program.enter(kLaunch, 5);
  for (const std::uint32_t correlation : {6U, 7U, 8U}) program.leave(kCopy, correlation);
  program.enter(kCopy, 9);
  program.leave(kCopy, 9);
  program.leave(kLaunch, 5);
  CHECK(program.told() == Told{"( 5", "9 of 5", ") 5"});
}

TEST_CASE("calls of the runtime and of the driver with one number are two functions") {
  Launches program;
  program.report(cupti::kSiteEnter, kLaunch, 5);
  program.report(cupti::kSiteEnter, kLaunch, 6, nullptr, nullptr, nullptr, cupti::kDomainDriver);
  program.report(cupti::kSiteExit, kLaunch, 6, nullptr, nullptr, nullptr, cupti::kDomainDriver);
  program.leave(kLaunch, 5);
  CHECK(program.told() == Told{"( 5", "6 of 5", ") 5"});
}

TEST_CASE("calls are counted, those for the GPU besides, and the time they cost is estimated") {
  Launches program;
  for (std::uint32_t call = 1; call <= 130; ++call) {
    const std::uint32_t id = call % 5 == 0   ? kLaunch
                             : call % 5 == 1 ? kCopy
                             : call % 5 == 2 ? kSet
                             : call % 5 == 3 ? kMalloc
                                             : kSynchronize;
    program.enter(id, call);
    // The first of each 64 is timed, and stands for all of them.
    const std::uint64_t spent = program.lane().spent_ns.load();
    if (call == 1) CHECK(spent > 0);
    CHECK(spent % 64 == 0);
    program.leave(id, call);
  }
  CHECK(program.lane().calls.load() == 130);
  CHECK(program.lane().gpu_calls.load() == 78);
  CHECK(program.setup.witnesses.load() == 26);
}

TEST_CASE("one call in 64 is timed") {
  Launches program;
  std::vector<std::uint32_t> timed;
  std::uint64_t before = 0;
  for (std::uint32_t call = 1; call <= 130; ++call) {
    program.enter(kMalloc, call);
    program.leave(kMalloc, call);
    const std::uint64_t spent = program.lane().spent_ns.load();
    if (spent != before) timed.push_back(call);
    before = spent;
  }
  CHECK(timed == std::vector<std::uint32_t>{1, 65, 129});
  // A call takes microseconds at most, as a rule far less.
  CHECK(before < 3U * 64 * 10'000'000);
}

TEST_CASE("only calls of the runtime that wait are witnesses that records come") {
  Launches program;
  for (const int domain : {cupti::kDomainRuntime, cupti::kDomainDriver}) {
    for (const std::uint32_t id : {kSynchronize, kLaunch, kMalloc}) {
      for (const int site : {cupti::kSiteEnter, cupti::kSiteExit})
        program.report(site, id, 9, nullptr, nullptr, nullptr, domain);
    }
  }
  CHECK(program.setup.witnesses.load() == 1);
}

namespace {

std::vector<std::uint32_t> flushes;  // with which flags
bool was_busy = false;

}  // namespace

TEST_CASE("before a device is reset CUPTI is flushed, and not from within our own code") {
  Launches program;
  CuptiFunctions functions{};
  functions.flush_all = [](std::uint32_t flags) -> cupti::Result {
    flushes.push_back(flags);
    was_busy = this_thread.busy;
    return cupti::kSuccess;
  };
  program.setup.cupti = &functions;
  flushes.clear();
  program.call(kSynchronize, nullptr, nullptr);
  CHECK(flushes.empty());
  program.call(kReset, nullptr, nullptr);
  CHECK(flushes == std::vector<std::uint32_t>{0});
  CHECK(was_busy);
  CHECK_FALSE(this_thread.busy);
  set_off(Off::Paused, true);
  program.call(kReset, nullptr, nullptr);
  set_off(Off::Paused, false);
  CHECK(flushes.size() == 1);
  CHECK(program.told() == Told{"( 1", ") 1", "( 2", ") 2"});
}

TEST_CASE("a pause in the middle of a call costs that call its other half only") {
  Launches program;
  program.enter(kLaunch, 1);
  set_off(Off::Paused, true);
  program.leave(kLaunch, 1);
  program.enter(kLaunch, 2);
  program.enter(kCopy, 3);
  set_off(Off::Paused, false);
  program.leave(kCopy, 3);
  program.leave(kLaunch, 2);
  program.enter(kCopy, 4);
  program.leave(kCopy, 4);
  CHECK(program.told() == Told{"( 1", ") 2", "( 4", ") 4"});
}

TEST_CASE("what is not for us is passed over") {
  Launches program;
  cupti::CallbackData data{};
  data.correlation = 1;
  on_callback(&program.setup, 3, kLaunch, &data);  // resources
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, nullptr);
  this_thread.busy = true;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  this_thread.busy = false;
  program.setup.live = false;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  CHECK(program.told().empty());
  program.setup.live = true;
  on_callback(&program.setup, cupti::kDomainRuntime, kLaunch, &data);
  CHECK(program.told() == Told{"( 1"});
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
  // Far up on the same stack, and where another thread's or nobody's memory is.
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
  CHECK(program.stream_of_launch(pages + 4096 - 32) == 0);  // the stream lies on what is not there
  const std::uint64_t stream = 0x99;
  std::memcpy(pages + 4096 - 8, &stream, sizeof stream);
  CHECK(program.stream_of_launch(pages + 4096 - 40) == 0x99);
  ::munmap(pages, 8192);
}
