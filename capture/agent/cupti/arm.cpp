#include "capture/agent/cupti/arm.h"

#include <cstdio>

#include "capture/agent/control/control.h"
#include "capture/agent/control/message_text.h"
#include "capture/agent/cupti/cupti_abi.h"
#include "capture/agent/cupti/kinds.h"
#include "capture/agent/cupti/quirks.h"
#include "capture/agent/process/log.h"

namespace lanescope::agent {
namespace {

// Messages for CUPTI's errors.

struct Failure {
  cupti::Result result;
  const char* code;
  const char* text;
  const char* hint;
};

constexpr Failure kFailures[] = {
    {cupti::kMultipleSubscribers, "conflict", "Another profiler is using CUPTI in this process.",
     "Was it started under nsys, ncu, cuda-gdb or compute-sanitizer? Only one tool can record at a "
     "time."},
    {cupti::kNotInitialized, "driver", "CUPTI could not start: the driver is not compatible.",
     "The driver must be at least as new as the CUDA version of libcupti."},
    {cupti::kInsufficientPrivileges, "rights",
     "The driver allows profiling only for administrators.",
     "Load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0, or run as root."},
    {cupti::kVirtualizedPrivileges, "rights",
     "The hypervisor does not allow profiling on this machine.",
     "Enable profiling for the virtual GPU on the host."},
    {cupti::kVirtualizedDevice, "virtual", "CUPTI does not support this virtual GPU.", ""},
    {cupti::kOldProfilerApi, "conflict", "The legacy profiler API is in use in this process.",
     "Something called cuptiEventGroup or cuptiMetric functions earlier."},
    {cupti::kConfidentialComputing, "confidential",
     "CUPTI does not work in confidential computing mode.", ""},
    {cupti::kMig, "mig", "CUPTI does not support this MIG configuration.", ""},
    {cupti::kWsl, "wsl", "CUPTI does not support this version of WSL.", ""},
    {cupti::kNotSupported, "unsupported", "CUPTI does not support this GPU or system.", ""},
    {cupti::kUnknown, "unknown", "CUPTI failed with an unknown error (999).",
     "Is a CUDA driver installed and a GPU visible?"},
};
constexpr Failure kOther = {-1, "cupti", "CUPTI failed to start.", ""};

/// For any result except success; unknown ones get a general text.
const Failure& failure_of(cupti::Result result) {
  for (const Failure& failure : kFailures) {
    if (failure.result == result) return failure;
  }
  return kOther;
}

using wire::ApiDomain;

char caps_buffer[16 << 10];

/// Calls `use` for each id of `domain` that has a name.
template <typename Use>
void for_each_api(const ApiNames& apis, ApiDomain domain, Use use) {
  for (std::uint32_t id = 1; id < apis.end(domain); ++id) {
    const ApiName& api = apis.of(domain, id);
    if (api.name != nullptr) use(id, api);
  }
}

/// At level 0, only calls that submit GPU work.
bool is_wanted(const ApiName& api, int level) {
  return api.callback && (level > 0 || api.kind <= wire::ApiClass::Set || api.flushes);
}

/// Switches callbacks one by one: before CUDA 12.6 update 1, disabling a whole domain also disabled
/// activities of others.
std::int64_t switch_callbacks(const Cupti& cupti, int level, bool on) {
  const auto enable = cupti.library.call.enable_callback;
  std::int64_t switched = 0;
  for (const ApiDomain domain : {ApiDomain::Runtime, ApiDomain::Driver}) {
    for_each_api(cupti.apis, domain, [&](std::uint32_t id, const ApiName& api) {
      if (is_wanted(api, level) &&
          enable(on ? 1 : 0, cupti.subscriber, static_cast<int>(domain), id) == cupti::kSuccess)
        ++switched;
    });
  }
  for (const std::uint32_t id : {cupti::kStateFatalError, cupti::kStateError})
    enable(on ? 1 : 0, cupti.subscriber, cupti::kDomainState, id);
  return switched;
}

/// Disables records that would not be written: noisy calls and those recorded by callbacks.
/// Synchronizing calls keep theirs, as witnesses that records still arrive.
void thin_api_records(const Cupti& cupti, int level) {
  const auto thin = [&](ApiDomain domain, auto enable) {
    if (enable == nullptr) return;
    for_each_api(cupti.apis, domain, [&](std::uint32_t id, const ApiName& api) {
      const bool witness = api.kind == wire::ApiClass::Sync && domain == ApiDomain::Runtime;
      if (api.noisy || (is_wanted(api, level) && !witness)) enable(id, 0);
    });
  };
  thin(ApiDomain::Runtime, cupti.library.call.enable_runtime_api);
  if (level > 1) thin(ApiDomain::Driver, cupti.library.call.enable_driver_api);
}

void ignore_callback(void* /*user*/, int /*domain*/, std::uint32_t /*id*/, const void* /*data*/) {}

/// The name of CUPTI's current subscriber, which CUPTI reports from 13.0 on when another one
/// subscribes. False: unknown. If the place has become free, it is released again: everything else
/// here uses the older functions.
bool ask_other_subscriber(const Cupti& cupti, char* name, std::size_t bytes) {
  const CuptiFunctions& call = cupti.library.call;
  if (call.subscribe_v2 == nullptr) return false;
  cupti::SubscriberParams params{sizeof params, "lanescope", name, bytes - 1};
  cupti::Subscriber subscriber = nullptr;
  name[0] = name[bytes - 1] = '\0';
  if (call.subscribe_v2(&subscriber, ignore_callback, nullptr, &params) == cupti::kSuccess) {
    call.unsubscribe(subscriber);
    return false;
  }
  return name[0] != '\0';
}

void report_failure(const Cupti& cupti, cupti::Result result, const char* what) {
  const Failure& failure = failure_of(result);
  const char* name = nullptr;
  cupti.library.call.get_result_string(result, &name);
  char text[512], other[192];
  const bool known =
      result == cupti::kMultipleSubscribers && ask_other_subscriber(cupti, other, sizeof other);
  std::snprintf(text, sizeof text, "%s%s%s (%s: %s, %d)", failure.text, known ? " It is " : "",
                known ? other : "", what, name == nullptr ? "?" : name, result);
  send_problem(failure.code, text, failure.hint);
}

const char* clock_name(const Cupti& cupti) {
  std::uint64_t gpu = 0;
  const std::int64_t before = now_ns();
  if (cupti.library.call.get_timestamp(&gpu) != cupti::kSuccess) return "unknown";
  const auto time = static_cast<std::int64_t>(gpu);
  const auto close = [time](std::int64_t clock) {
    return time > clock - kSecond && time < clock + kSecond;
  };
  if (close(before)) return "realtime";
  if (close(clock_ns(CLOCK_MONOTONIC))) return "monotonic";
  return close(clock_ns(CLOCK_MONOTONIC_RAW)) ? "monotonic_raw" : "other";
}

void describe_cupti(const Cupti& cupti, const SizeTable& probed, bool sizes_differ,
                    MessageText& caps) {
  caps.line("cupti", cupti.library.path);
  caps.line("cupti_version", cupti.library.version);
  const CudaVersion cuda = cuda_of(release_of(cupti.library.version, probed));
  if (cuda.major != 0) {
    caps.begin("cupti_cuda");
    caps.piece(cuda.major);
    caps.piece(".");
    caps.piece(cuda.minor);
    caps.end();
  }
  caps.line("driver_version", driver_version());
  caps.line("clock", clock_name(cupti));
  caps.line("record_sizes", probed == SizeTable{} ? "table" : sizes_differ ? "probe" : "both");
  for (std::size_t n = 0;; ++n) {
    const Quirk* const quirk = quirk_of(cupti.library.version, n);
    if (quirk == nullptr) break;
    char key[16];
    std::snprintf(key, sizeof key, "quirk%zu", n + 1);
    caps.line(key, quirk->text);
  }
}

bool prepare(Cupti& cupti, MessageText& caps) {
  if (!load_cupti(cupti.library)) {
    send_problem(
        "no_cupti", cupti.library.why,
        "Install CUPTI (from the CUDA toolkit, or nvidia-cuda-cupti from pip), or set its path in "
        "LANESCOPE_CUPTI.");
    return false;
  }
  bool differ = false;
  const SizeTable probed = probe_sizes(cupti.library.call.get_next_record);
  cupti.sizes = choose_sizes(release_of(cupti.library.version, probed), probed, differ);
  if (differ) log("record sizes of CUPTI %u are not those of the table", cupti.library.version);
  cupti.apis.load(cupti.library.call.get_callback_name);
  describe_cupti(cupti, probed, differ, caps);
  return true;
}

}  // namespace

bool enable_records(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
                    cupti::BufferCompleted completed, MessageText* caps) {
  const CuptiFunctions& call = cupti.library.call;
  std::uint8_t zeroed = 1;
  std::size_t bytes = sizeof zeroed;
  call.set_thread_id_type(cupti::kThreadIdSystem);
  call.set_attribute(cupti::kAttributeZeroedBuffers, &bytes, &zeroed);
  const cupti::Result registered = call.register_callbacks(requested, completed);
  if (registered != cupti::kSuccess) {
    report_failure(cupti, registered, "cuptiActivityRegisterCallbacks");
    return false;
  }
  if (options.level > 1 && call.enable_event_device_timestamps != nullptr)
    call.enable_event_device_timestamps(1);
  if (caps != nullptr) caps->begin("kinds");
  cupti::Result kernels = cupti::kSuccess;
  for (const WantedKind& wanted : kWantedKinds) {
    if (wanted.level > options.level) continue;
    const cupti::Result result = call.enable(wanted.kind);
    if (wanted.kind == cupti::Kind::ConcurrentKernel) kernels = result;
    if (result != cupti::kSuccess) log("kind %s: %d", wanted.name, result);
    if (caps == nullptr) continue;
    caps->piece(wanted.name);
    caps->piece(":");
    caps->piece(result);
    caps->piece(" ");
  }
  if (caps != nullptr) caps->end();
  if (options.level > 0) thin_api_records(cupti, options.level);
  if (kernels == cupti::kSuccess) return true;
  report_failure(cupti, kernels, "cuptiActivityEnable");
  return false;
}

bool arm_cupti(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
               cupti::BufferCompleted completed) {
  MessageText caps(caps_buffer);
  if (!prepare(cupti, caps)) return false;
  CallbackSetup& callbacks = cupti.callbacks;
  callbacks.cupti = &cupti.library.call;
  callbacks.apis = &cupti.apis;
  callbacks.correlation = &cupti.correlation;
  callbacks.python_stacks = options.python_stacks;
  const cupti::Result subscribed =
      cupti.library.call.subscribe(&cupti.subscriber, on_callback, &callbacks);
  if (subscribed != cupti::kSuccess) {
    report_failure(cupti, subscribed, "cuptiSubscribe");
    return false;
  }
  callbacks.live.store(true, std::memory_order_release);
  if (!enable_records(cupti, options, requested, completed, &caps)) {
    callbacks.live = false;
    cupti.library.call.unsubscribe(cupti.subscriber);
    return false;
  }
  caps.line("callbacks", switch_callbacks(cupti, options.level, true));
  caps.line("level", options.level);
  describe_python(caps);
  send_message(wire::Message::Caps, caps.text());
  return true;
}

void disarm_cupti(Cupti& cupti, const Options& options) {
  const bool all = may_disable(cupti.library.version);
  for (const WantedKind& wanted : kWantedKinds) {
    if (wanted.level <= options.level && (all || wanted.level > 0))
      cupti.library.call.disable(wanted.kind);
  }
  if (all)
    cupti.library.call.unsubscribe(cupti.subscriber);
  else
    switch_callbacks(cupti, options.level, false);
}

}  // namespace lanescope::agent
