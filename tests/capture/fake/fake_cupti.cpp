// Simulates libcupti and the driver below it; fake_cupti.h describes how to script it.
#include "tests/capture/fake/fake_cupti.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>

#include "tests/capture/fake/fake_activity.h"
#include "tests/capture/fake/fake_replay.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace lanescope::fake;
using cupti::Kind;

struct Function {
  FakeCall call;
  int domain;
  std::uint32_t id;
  const char* name;
};
/// Ids and names of CUDA 13.0.
constexpr Function kFunctions[] = {
    {FakeCall::Launch, 2, 211, "cudaLaunchKernel_v7000"},
    {FakeCall::LaunchNvcc13, 2, 505, "__cudaLaunchKernel_v12080"},
    {FakeCall::DriverLaunch, 1, 307, "cuLaunchKernel"},
    {FakeCall::GraphLaunch, 2, 311, "cudaGraphLaunch_v10000"},
    {FakeCall::Copy, 2, 41, "cudaMemcpyAsync_v3020"},
    {FakeCall::Set, 2, 51, "cudaMemsetAsync_v3020"},
    {FakeCall::Synchronize, 2, 131, "cudaStreamSynchronize_v3020"},
    {FakeCall::Malloc, 2, 20, "cudaMalloc_v3020"},
    {FakeCall::SetAttribute, 2, 273, "cudaFuncSetAttribute_v9000"},
    {FakeCall::GetLastError, 2, 10, "cudaGetLastError_v3020"},
};
constexpr std::uint32_t kIds[] = {0, 806, 522};

const Function& function_of(FakeCall call) {
  for (const Function& function : kFunctions) {
    if (function.call == call) return function;
  }
  return kFunctions[0];
}

struct Fake {
  FakeScript script;
  FakeReplay replay{std::getenv("FAKE_CUPTI_REPLAY")};
  const std::uint32_t version =
      replay.empty() ? static_cast<std::uint32_t>(script.get("version", 130001)) : replay.version();
  FakeActivity activity{script, replay.empty() ? sizes() : replay.sizes()};
  // The agent may unsubscribe while calls are being reported.
  std::atomic<cupti::Callback> callback{nullptr};
  std::atomic<void*> user{nullptr};
  std::atomic<bool> enabled[3][1024] = {};
  std::atomic<std::uint32_t> next_correlation{
      static_cast<std::uint32_t>(script.get("correlation", 1))};
  std::atomic<std::uint64_t> calls{0}, launches{0}, kernels{0}, copies{0}, sets{0}, syncs{0},
      lost{0}, risks{0}, settings{0}, flushes{0};
  const std::uint64_t takeover = script.get("takeover"), fatal = script.get("fatal");
  const std::uint64_t nested = script.get("nested"), zero_time = script.get("zero_time");
  const std::uint64_t other_clock = script.get("clock");

 private:
  [[nodiscard]] lanescope::agent::SizeTable sizes() const {
    lanescope::agent::SizeTable table = lanescope::agent::sizes_of_version(version);
    if (script.get("longer") != 0)
      table.bytes[static_cast<std::uint32_t>(Kind::ConcurrentKernel)] += 8;
    return table;
  }
};

Fake& fake() {
  static Fake* const made = new Fake;  // never destroyed, like the real one
  return *made;
}

std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

/// The parameters of the launch functions: the stream is where each function has it.
struct Parameters {
  std::uint64_t words[8] = {};
};

void report(const Function& function, int site, std::uint32_t correlation, const char* symbol,
            const Parameters& parameters) {
  Fake& all = fake();
  const cupti::Callback callback = all.callback;
  if (callback == nullptr || !all.enabled[function.domain][function.id]) return;
  const std::int32_t result = 0;
  cupti::CallbackData data{};
  data.site = site;
  data.function = function.name;
  data.parameters = &parameters;
  data.result = site == cupti::kSiteExit ? &result : nullptr;
  data.symbol = symbol;
  data.correlation = correlation;
  callback(all.user, function.domain, function.id, &data);
}

void add(Kind kind, const FakeActivity::Record& record, std::atomic<std::uint64_t>& counter) {
  if (fake().activity.add(kind, record))
    counter.fetch_add(1);
  else
    fake().lost.fetch_add(1);
}

/// CUPTI's own copy of a name, never freed.
const char* own_name(const char* name) {
  static std::mutex mutex;
  static auto* const names = new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return names->insert(name).first->c_str();
}

void add_kernel(const char* name, std::uint32_t correlation, std::uint64_t stream,
                std::uint64_t node) {
  namespace k = cupti::kernel;
  auto record = fake().activity.record(Kind::ConcurrentKernel);
  const std::uint64_t start = fake().other_clock != 0 ? now() % 1'000'000'000'000 + 1 : now();
  if (fake().zero_time == 0) {
    record.set(k::kStart, start);
    record.set(k::kEnd, start + 1000);
  }
  record.set(k::kName, own_name(name));
  record.set(k::kCorrelation, correlation);
  record.set(k::kStream, static_cast<std::uint32_t>(stream));
  record.set(k::kContext, 1U);
  record.set(k::kGrid, 7U);
  record.set(k::kBlock, 128U);
  record.set(k::kGraphNode, node);
  record.set(k::kLocalTotal64, std::uint64_t{2048});
  record.set(k::kLocalTotal, 2048U);
  add(Kind::ConcurrentKernel, record, fake().kernels);
}

void add_copy(std::uint32_t correlation, std::uint64_t stream, std::uint64_t bytes) {
  namespace c = cupti::copy;
  auto record = fake().activity.record(Kind::Memcpy);
  record.set(c::kCopyKind, std::uint8_t{1});
  record.set(c::kBytes, bytes);
  record.set(c::kStart, now());
  record.set(c::kEnd, now() + 500);
  record.set(c::kCorrelation, correlation);
  record.set(c::kStream, static_cast<std::uint32_t>(stream));
  add(Kind::Memcpy, record, fake().copies);
}

void add_set(std::uint32_t correlation, std::uint64_t bytes) {
  namespace s = cupti::set;
  auto record = fake().activity.record(Kind::Memset);
  record.set(s::kBytes, bytes);
  record.set(s::kStart, now());
  record.set(s::kEnd, now() + 500);
  record.set(s::kCorrelation, correlation);
  add(Kind::Memset, record, fake().sets);
}

void add_sync(std::uint32_t correlation, std::uint64_t start) {
  namespace s = cupti::sync;
  auto record = fake().activity.record(Kind::Synchronization);
  record.set(s::kType, 3U);
  record.set(s::kStart, start);
  record.set(s::kEnd, now());
  record.set(s::kCorrelation, correlation);
  add(Kind::Synchronization, record, fake().syncs);
}

void add_api(const Function& function, std::uint32_t correlation, std::uint64_t start) {
  namespace a = cupti::api;
  if (!fake().activity.api_enabled(function.domain, function.id)) return;
  const Kind kind = function.domain == cupti::kDomainRuntime ? Kind::Runtime : Kind::Driver;
  auto record = fake().activity.record(kind);
  record.set(a::kId, function.id);
  record.set(a::kStart, start);
  record.set(a::kEnd, now());
  record.set(a::kThread, 77U);
  record.set(a::kCorrelation, correlation);
  fake().activity.add(kind, record);
}

void do_work(const Function& function, std::uint32_t correlation, const char* kernel,
             std::uint64_t stream, std::uint64_t count) {
  switch (function.call) {
    case FakeCall::Launch:
    case FakeCall::LaunchNvcc13:
    case FakeCall::DriverLaunch:
      fake().launches.fetch_add(1);
      return add_kernel(kernel, correlation, stream, 0);
    case FakeCall::GraphLaunch:
      fake().launches.fetch_add(1);
      for (std::uint64_t node = 1; node <= count; ++node)
        add_kernel(kernel, correlation, stream, node);
      return;
    case FakeCall::Copy:
      return add_copy(correlation, stream, count);
    case FakeCall::Set:
      return add_set(correlation, count);
    case FakeCall::Synchronize:
      return add_sync(correlation, now());
    default:
      return;
  }
}

void react_to_count(std::uint64_t count) {
  Fake& all = fake();
  if (all.takeover != 0 && count == all.takeover) all.activity.take_over();
  const cupti::Callback callback = all.callback;
  if (all.fatal != 0 && count == all.fatal && callback != nullptr) {
    const cupti::StateData state{cupti::kUnknown, "the fake has had enough"};
    callback(all.user, cupti::kDomainState, cupti::kStateFatalError, &state);
  }
}

std::uint32_t next_correlation() {
  const std::uint32_t id = fake().next_correlation.fetch_add(1);
  return id != 0 ? id : fake().next_correlation.fetch_add(1);  // 0 is no id
}

}  // namespace

FAKE_EXPORT void fake_call(FakeCall call, const char* kernel, std::uint64_t stream,
                           std::uint64_t count) {
  const Function& function = function_of(call);
  Parameters parameters;
  parameters.words[call == FakeCall::DriverLaunch ? 5 : call == FakeCall::Copy ? 4 : 6] = stream;
  react_to_count(fake().calls.fetch_add(1) + 1);
  const std::uint32_t correlation = next_correlation();
  const std::uint64_t start = now();
  report(function, cupti::kSiteEnter, correlation, kernel, parameters);
  std::uint32_t of_work = correlation;
  if (fake().nested != 0 && call == FakeCall::Launch) {
    const Function& inner = function_of(FakeCall::DriverLaunch);
    if (fake().nested == 2) of_work = next_correlation();
    report(inner, cupti::kSiteEnter, of_work, kernel, parameters);
    report(inner, cupti::kSiteExit, of_work, kernel, parameters);
  }
  do_work(function, of_work, kernel, stream, count);
  report(function, cupti::kSiteExit, correlation, kernel, parameters);
  add_api(function, correlation, start);
}

FAKE_EXPORT void fake_calls(std::uint64_t times, std::uint64_t pause_ns) {
  const timespec pause{0, static_cast<long>(pause_ns)};
  for (std::uint64_t call = 0; call < times; ++call) {
    fake_call(FakeCall::Launch, "kernel", 7, 1);
    nanosleep(&pause, nullptr);
  }
}

namespace {

/// The call that caused a record, and its correlation id; 0 if there is none.
std::pair<FakeCall, std::uint32_t> cause_of(const ReplayedRecord& record) {
  switch (record.kind) {
    case Kind::ConcurrentKernel:
      return {record.get(cupti::kernel::kGraphNode) != 0 ? FakeCall::GraphLaunch : FakeCall::Launch,
              record.get(cupti::kernel::kCorrelation)};
    case Kind::Memcpy:
      return {FakeCall::Copy, record.get(cupti::copy::kCorrelation)};
    case Kind::Memset:
      return {FakeCall::Set, record.get(cupti::set::kCorrelation)};
    default:
      return {FakeCall::Launch, 0};
  }
}

}  // namespace

FAKE_EXPORT void fake_replay() {
  std::set<std::uint32_t> called;
  for (const std::vector<ReplayedRecord>& records : fake().replay.buffers()) {
    for (const ReplayedRecord& record : records) {
      const auto [call, correlation] = cause_of(record);
      if (record.kind == Kind::ConcurrentKernel) fake().kernels.fetch_add(1);
      if (correlation == 0 || !called.insert(correlation).second) continue;
      fake().calls.fetch_add(1);
      const Function& function = function_of(call);
      report(function, cupti::kSiteEnter, correlation, nullptr, {});
      report(function, cupti::kSiteExit, correlation, nullptr, {});
    }
    fake().activity.replay(records);
  }
}

FAKE_EXPORT void fake_counts(FakeCounts* counts) {
  const Fake& all = fake();
  std::uint64_t callbacks = 0;
  for (const auto& domain : all.enabled) {
    for (const std::atomic<bool>& enabled : domain) callbacks += enabled ? 1 : 0;
  }
  *counts = {all.calls,    all.launches,
             all.kernels,  all.copies,
             all.sets,     all.syncs,
             all.lost,     all.callback != nullptr ? 1U : 0U,
             callbacks,    fake().activity.kinds(),
             all.risks,    fake().activity.thinned(),
             all.settings, all.flushes};
}

// CUPTI

FAKE_EXPORT int cuptiGetVersion(std::uint32_t* version) {
  *version = fake().version;
  return fake().script.error("GetVersion");
}
FAKE_EXPORT int cuptiGetTimestamp(std::uint64_t* ns) {
  timespec time{};
  clock_gettime(fake().script.get("timestamp") == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, &time);
  *ns = static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
        static_cast<std::uint64_t>(time.tv_nsec);
  if (fake().script.get("timestamp") == 2) *ns /= 2;
  return fake().script.error("GetTimestamp");
}
FAKE_EXPORT int cuptiGetResultString(int result, const char** text) {
  *text = result == 0 ? "CUPTI_SUCCESS" : "CUPTI_ERROR_OF_THE_FAKE";
  return 0;
}
FAKE_EXPORT int cuptiGetCallbackName(int domain, std::uint32_t id, const char** name) {
  if (domain < 1 || domain > 2 || id == 0 || id > kIds[domain]) return cupti::kInvalidParameter;
  for (const Function& function : kFunctions) {
    if (function.domain != domain || function.id != id) continue;
    *name = function.name;
    return 0;
  }
  static char names[3][1024][40];
  std::snprintf(names[domain][id], sizeof names[domain][id], "fakeFunction%u_v%u", id, id);
  *name = names[domain][id];
  return 0;
}
FAKE_EXPORT int cuptiSubscribe(void** subscriber, cupti::Callback callback, void* user) {
  if (const int error = fake().script.error("Subscribe"); error != 0) return error;
  if (fake().callback != nullptr) return cupti::kMultipleSubscribers;
  fake().user = user;
  fake().callback = callback;
  *subscriber = &fake();
  return 0;
}
FAKE_EXPORT int cuptiSubscribe_v2(void** subscriber, cupti::Callback callback, void* user,
                                  cupti::SubscriberParams* params) {
  if (params->bytes < sizeof *params) return cupti::kInvalidParameter;
  if (const char* const owner = std::getenv("FAKE_CUPTI_OWNER"); owner != nullptr) {
    std::snprintf(params->other_name, params->other_bytes, "CUPTI for %s", owner);
    return cupti::kMultipleSubscribers;
  }
  fake().user = user;
  fake().callback = callback;
  *subscriber = &fake();
  return 0;
}
FAKE_EXPORT int cuptiUnsubscribe(void* /*subscriber*/) {
  fake().callback = nullptr;
  return 0;
}
FAKE_EXPORT int cuptiEnableCallback(std::uint32_t enable, void* /*subscriber*/, int domain,
                                    std::uint32_t id) {
  if (const int error = fake().script.error("EnableCallback"); error != 0) return error;
  if (domain == cupti::kDomainState) return 0;
  if (domain < 1 || domain > 2 || id >= 1024) return cupti::kInvalidParameter;
  fake().enabled[domain][id] = enable != 0;
  return 0;
}
FAKE_EXPORT int cuptiSetThreadIdType(int type) {
  if (type == cupti::kThreadIdSystem) fake().settings |= 1;
  return 0;
}
FAKE_EXPORT int cuptiActivityRegisterCallbacks(cupti::BufferRequested requested,
                                               cupti::BufferCompleted completed) {
  if (const int error = fake().script.error("ActivityRegisterCallbacks"); error != 0) return error;
  if (const auto ms = static_cast<useconds_t>(fake().script.get("arm_ms")); ms != 0)
    usleep(ms * 1000);
  fake().activity.register_callbacks(requested, completed);
  return 0;
}
FAKE_EXPORT int cuptiActivityEnable(Kind kind) {
  const std::string one = "ActivityEnable." + std::to_string(static_cast<std::uint32_t>(kind));
  if (const int error = fake().script.error("ActivityEnable"); error != 0) return error;
  if (const int error = fake().script.error(one.c_str()); error != 0) return error;
  fake().activity.enable(kind, true);
  return 0;
}
FAKE_EXPORT int cuptiActivityDisable(Kind kind) {
  if (kind == Kind::ConcurrentKernel && fake().version < 130001) fake().risks.fetch_add(1);
  fake().activity.enable(kind, false);
  return 0;
}
FAKE_EXPORT int cuptiActivityFlushAll(std::uint32_t flags) {
  ++fake().flushes;
  while (flags == cupti::kFlushForced && fake().script.get("flush_hangs") != 0) pause();
  if (const auto ms = static_cast<useconds_t>(fake().script.get("flush_ms")); ms != 0)
    usleep(ms * 1000);
  if (const int error = fake().script.error("ActivityFlushAll"); error != 0) return error;
  fake().activity.flush();
  return 0;
}
FAKE_EXPORT int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid,
                                           std::uint8_t** record) {
  if (fake().script.get("silent") != 0) return cupti::kInvalidKind;
  std::uint8_t* const at =
      *record == nullptr
          ? buffer
          : *record + fake().activity.sizes().of(*reinterpret_cast<std::uint32_t*>(*record));
  if (at >= buffer + valid) return cupti::kMaxLimitReached;
  if (fake().activity.sizes().of(*reinterpret_cast<std::uint32_t*>(at)) == 0)
    return cupti::kInvalidKind;
  *record = at;
  return 0;
}
FAKE_EXPORT int cuptiActivityGetNumDroppedRecords(void* /*context*/, std::uint32_t /*stream*/,
                                                  std::size_t* dropped) {
  *dropped = fake().activity.take_dropped();
  return fake().script.error("ActivityGetNumDroppedRecords");
}
FAKE_EXPORT int cuptiActivitySetAttribute(int attribute, std::size_t* bytes, void* value) {
  if (attribute == cupti::kAttributeZeroedBuffers && *bytes == 1 &&
      *static_cast<std::uint8_t*>(value) == 1)
    fake().settings |= 2;
  return 0;
}
FAKE_EXPORT int cuptiActivityEnableCudaEventDeviceTimestamps(std::uint8_t enable) {
  if (enable == 1) fake().settings |= 4;
  return 0;
}
FAKE_EXPORT int cuptiActivityEnableRuntimeApi(std::uint32_t id, std::uint8_t enable) {
  fake().activity.thin(cupti::kDomainRuntime, id, enable != 0);
  return 0;
}
FAKE_EXPORT int cuptiActivityEnableDriverApi(std::uint32_t id, std::uint8_t enable) {
  fake().activity.thin(cupti::kDomainDriver, id, enable != 0);
  return 0;
}
