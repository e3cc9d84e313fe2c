// Simulates libcupti and the driver below it; fake_cupti.h describes how to script it.
#include "tests/capture/fake/fake_cupti.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/capture/fake/fake_records.h"
#include "tests/capture/fake/fake_state.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace lanescope::fake;
using cupti::Kind;

/// The parameters of the launch functions: the stream is where each function has it.
struct Parameters {
  std::uint64_t words[8] = {};
};

void report(const FakeFunction& function, int site, std::uint32_t correlation, const char* symbol,
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
  const FakeFunction& function = function_of(call);
  Parameters parameters;
  parameters.words[call == FakeCall::DriverLaunch ? 5 : call == FakeCall::Copy ? 4 : 6] = stream;
  react_to_count(fake().calls.fetch_add(1) + 1);
  const std::uint32_t correlation = next_correlation();
  const std::uint64_t start = now();
  report(function, cupti::kSiteEnter, correlation, kernel, parameters);
  std::uint32_t of_work = correlation;
  if (fake().nested != 0 && call == FakeCall::Launch) {
    const FakeFunction& inner = function_of(FakeCall::DriverLaunch);
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
      const FakeFunction& function = function_of(call);
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
  for (const FakeFunction& function : kFakeFunctions) {
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
