#include "capture/agent/cupti/callbacks.h"

#include <cstring>

#include "capture/agent/agent.h"
#include "capture/agent/check.h"
#include "capture/agent/control/control.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/own_memory.h"

namespace lanescope::agent {
namespace {

/// One callback in this many is timed and stands for all of them.
constexpr std::uint64_t kTimedOneIn = 64;

/// Whether `at` is where callers keep their variables: slightly above this function's frame on the
/// same stack, so certainly mapped.
bool lies_on_own_stack(const void* at) {
  constexpr std::uintptr_t kNear = 32 << 10;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return reinterpret_cast<std::uintptr_t>(at) - here < kNear;
}

/// The stream in a launch configuration, whose address comes from the program: CUDA has not
/// validated it yet, and some calls are valid without one. Copying through the OS kernel costs more
/// than the rest of a launch, so configurations on the stack, the usual case, are read directly.
std::uint64_t stream_in(const void* config) {
  constexpr std::size_t kStream = 32;  // offset in cudaLaunchConfig_t and CUlaunchConfig
  std::uint64_t value = 0;
  if (!is_address(config)) return 0;
  const void* const at = static_cast<const char*>(config) + kStream;
  if (lies_on_own_stack(at))
    std::memcpy(&value, at, sizeof value);
  else if (!copy_memory(&value, at, sizeof value))
    return 0;
  return value;
}

std::uint64_t stream_of(const ApiName& api, const void* parameters) {
  if (api.stream < 0 || parameters == nullptr) return 0;
  const auto* at = static_cast<const char*>(parameters) + api.stream;
  std::uint64_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return api.by_config ? stream_in(reinterpret_cast<const void*>(value)) : value;
}

/// An argument of the current call, so certainly valid. Compared by content, since a module loaded
/// later may have another name at the same address.
std::string_view text_of(const char* symbol) {
  if (!is_address(symbol)) return {};
  return {symbol, strnlen(symbol, wire::kMaxStringBytes + 1)};
}

/// The open call of this thread, from its first callback to its last. Tracked even while not
/// recording, so that a pause in the middle of a call does no harm.
struct OpenCall {
  bool outermost = false;
  std::uint64_t correlation = 0, outer = 0;
};

OpenCall enter(std::uint32_t key, std::uint64_t correlation) {
  ThreadState& thread = this_thread;
  // A call cannot be nested in itself: the earlier one ended without an exit callback (longjmp).
  if (thread.open_calls == 0 || thread.outer_call == key) {
    thread.open_calls = 1;
    thread.outer_call = key;
    thread.outer_correlation = correlation;
    return {true, correlation, correlation};
  }
  ++thread.open_calls;
  return {false, correlation, thread.outer_correlation};
}

/// True if the outermost call ends.
bool leave(std::uint32_t key) {
  ThreadState& thread = this_thread;
  if (thread.open_calls == 0) return false;
  if (thread.outer_call == key) {
    thread.open_calls = 0;
    return true;
  }
  if (thread.open_calls > 1) --thread.open_calls;
  return false;
}

/// Only the channel's thread writes the counter.
void count_one(std::atomic<std::uint64_t>& counter) {
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void write_begin(const Recording& now, const CallbackSetup& setup, const ApiName& api,
                 std::uint32_t aux, std::uint64_t correlation, const cupti::CallbackData& data) {
  Channel& channel = now.channel();
  wire::ApiBeginRecord record{};
  record.time_ns = now_ns();
  record.correlation = correlation;
  record.stack = setup.python_stacks ? python_stack(channel) : 0;
  record.range = current_range(now);
  record.api = channel.own_string(api.name);
  if (api.kind == wire::ApiClass::Launch) record.kernel = channel.string(text_of(data.symbol));
  record.stream = stream_of(api, data.parameters);
  channel.write(aux | static_cast<std::uint32_t>(api.kind) << 28, record);
  count_one(channel.calls);
  if (api.kind <= wire::ApiClass::Set) count_one(channel.gpu_calls);
}

/// Called before the device is reset, which discards what CUPTI has not yet fetched. Allowed in
/// callbacks of these domains.
void flush_now(const CallbackSetup& setup) {
  if (!recording()) return;
  this_thread.busy = true;
  setup.cupti->flush_all(0);
  this_thread.busy = false;
}

void on_api_enter(CallbackSetup& setup, const ApiName& api, std::uint32_t aux,
                  const cupti::CallbackData& data) {
  const OpenCall call = enter(aux, setup.correlation->of_call(data.correlation));
  if (!call.outermost) {
    if (call.correlation == call.outer || call.correlation == 0) return;
    if (const Recording now; now) {
      wire::ApiAliasRecord alias{};
      alias.inner = call.correlation;
      alias.outer = call.outer;
      now.channel().write(0, alias);
    }
    return;
  }
  if (api.flushes) flush_now(setup);
  if (const Recording now; now) {
    const std::uint64_t count = now.channel().calls.load(std::memory_order_relaxed);
    const bool timed = count % kTimedOneIn == 0;
    const std::int64_t before = timed ? clock_ns(CLOCK_MONOTONIC) : 0;
    write_begin(now, setup, api, aux, call.correlation, data);
    if (!timed) return;
    const auto spent = static_cast<std::uint64_t>(clock_ns(CLOCK_MONOTONIC) - before);
    now.channel().spent_ns.fetch_add(spent * kTimedOneIn, std::memory_order_relaxed);
  }
}

void on_api_exit(CallbackSetup& setup, const ApiName& api, std::uint32_t aux,
                 const cupti::CallbackData& data) {
  if (!leave(aux)) return;
  // CUPTI owes a record for each such runtime call, as soon as it is flushed.
  if (api.kind == wire::ApiClass::Sync && aux >> 24 == cupti::kDomainRuntime)
    setup.witnesses.fetch_add(1, std::memory_order_relaxed);
  if (const Recording now; now) {
    wire::ApiEndRecord record{};
    record.time_ns = now_ns();
    record.correlation = setup.correlation->of_call(data.correlation);
    std::uint32_t result = 0;
    if (data.result != nullptr) std::memcpy(&result, data.result, sizeof result);
    now.channel().write(result, record);
  }
}

void on_api(CallbackSetup& setup, wire::ApiDomain domain, std::uint32_t id,
            const cupti::CallbackData& data) {
  if (!LANESCOPE_AGENT_CHECK(setup.apis != nullptr && setup.correlation != nullptr,
                             "what a callback needs to be set before it is subscribed"))
    return;
  const ApiName& api = setup.apis->of(domain, id);
  const std::uint32_t aux = id | static_cast<std::uint32_t>(domain) << 24;
  if (data.site == cupti::kSiteEnter)
    on_api_enter(setup, api, aux, data);
  else
    on_api_exit(setup, api, aux, data);
}

/// CUPTI has shut down: nothing more will arrive, and none of its functions may be called.
void on_state(CallbackSetup& setup, std::uint32_t id, const cupti::StateData& state) {
  if (id != cupti::kStateFatalError && id != cupti::kStateError) return;
  const char* const text = state.message == nullptr ? "CUPTI failed" : state.message;
  log("CUPTI: %s (%d)", text, state.result);
  if (id != cupti::kStateFatalError) {
    send_problem("cupti_error", text, "");
    return;
  }
  setup.live.store(false, std::memory_order_relaxed);
  setup.failed.store(true, std::memory_order_relaxed);
  send_problem("cupti_failed", text,
               "The program keeps running, but no more GPU activity is recorded.");
}

}  // namespace

void on_callback(void* user, int domain, std::uint32_t id, const void* data) {
  CallbackSetup& setup = *static_cast<CallbackSetup*>(user);
  if (!setup.live.load(std::memory_order_relaxed) || data == nullptr || this_thread.busy) return;
  if (domain == cupti::kDomainState)
    on_state(setup, id, *static_cast<const cupti::StateData*>(data));
  else if (domain == cupti::kDomainRuntime || domain == cupti::kDomainDriver)
    on_api(setup, static_cast<wire::ApiDomain>(domain), id,
           *static_cast<const cupti::CallbackData*>(data));
}

}  // namespace lanescope::agent
