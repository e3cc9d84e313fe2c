#include "capture/sampler/perf/perf_event.h"

#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>

#include "capture/sampler/unwind/registers.h"
#include "core/base/check.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kAnyRateHz = 100;

FileDescriptor open_event(const perf_event_attr& attributes, std::int64_t tid, int cpu) {
  perf_event_attr copy = attributes;
  return FileDescriptor(static_cast<int>(::syscall(
      SYS_perf_event_open, &copy, static_cast<pid_t>(tid), cpu, -1, PERF_FLAG_FD_CLOEXEC)));
}

/// What all events have in common, as those that share a ring must.
perf_event_attr attributes_of(std::uint64_t event) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = event;
  attributes.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN;
  attributes.sample_id_all = 1;
  attributes.exclude_hv = 1;
  // Never set, so that records of all CPUs can be sorted by it.
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC;
  return attributes;
}

perf_event_attr thread_attributes(const PerfSampling& sampling) {
  perf_event_attr attributes = attributes_of(PERF_COUNT_SW_CPU_CLOCK);
  attributes.sample_period = static_cast<std::uint64_t>(native_period_ns(sampling.rate_hz));
  attributes.inherit = 1;
  attributes.task = 1;
  attributes.context_switch = 1;
  // What is mapped as code, and which program runs: from when on, which /proc does not tell.
  attributes.mmap = 1;
  attributes.mmap2 = 1;
  attributes.comm = 1;
  attributes.comm_exec = 1;
  attributes.exclude_kernel = sampling.with_kernel ? 0 : 1;
  attributes.exclude_callchain_kernel = 1;
  if (sampling.stack_bytes > 0) {
    attributes.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    attributes.sample_regs_user = kRegisterMask;
    attributes.sample_stack_user = sampling.stack_bytes;
  }
  return attributes;
}

std::optional<std::int64_t> paranoid_level() {
  const FileDescriptor file(::open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC));
  if (!file.open()) return std::nullopt;
  std::array<char, 32> room;
  const ssize_t got = ::read(file.get(), room.data(), room.size());
  if (got <= 0) return std::nullopt;
  std::string_view text(room.data(), static_cast<std::size_t>(got));
  return parse_number<std::int64_t>(text.substr(0, text.find('\n')));
}

}  // namespace

PerfAccess perf_access() {
  for (const bool with_kernel : {true, false}) {
    perf_event_attr attributes = thread_attributes({kAnyRateHz, with_kernel});
    attributes.disabled = 1;
    if (open_event(attributes, 0, 0).open()) return {with_kernel, {}};
    if (errno != EACCES && errno != EPERM) break;
  }
  const int error = errno;
  return {false, perf_refusal(error, paranoid_level())};
}

std::string perf_refusal(int error, std::optional<std::int64_t> paranoid) {
  constexpr std::int64_t kMostAllowed = 2;
  if (error == EMFILE || error == ENFILE)
    return "no file descriptors are left; raise the limit with `ulimit -n`";
  if (!paranoid) return "this kernel has no perf events";
  if (error != EACCES && error != EPERM)
    return "perf_event_open failed: " + std::generic_category().message(error);
  if (*paranoid <= kMostAllowed)
    return "perf_event_open is not permitted here, as in many containers";
  return fmt::format(
      "kernel.perf_event_paranoid is {}; `sudo sysctl kernel.perf_event_paranoid={}` allows it",
      *paranoid, kMostAllowed);
}

FileDescriptor open_ring_event(int cpu) {
  perf_event_attr attributes = attributes_of(PERF_COUNT_SW_DUMMY);
  attributes.exclude_kernel = 1;
  attributes.disabled = 1;
  return open_event(attributes, 0, cpu);
}

/// Of what was tried, this is far from being in step with any round time at any usual rate.
Ns native_period_ns(int rate_hz) {
  LANESCOPE_CHECK(rate_hz > 0, "a rate of {} Hz", rate_hz);
  constexpr Ns kPart = 9890, kWhole = 10'000, kMicrosecond = 1000;
  return kSecond / rate_hz * kPart / kWhole / kMicrosecond * kMicrosecond;
}

FileDescriptor open_thread_event(std::int64_t tid, int cpu, const PerfSampling& sampling) {
  return open_event(thread_attributes(sampling), tid, cpu);
}

bool perf_copies_stacks(bool with_kernel) {
  constexpr std::uint32_t kAnyBytes = 4096;
  if (kRegisterMask == 0) return false;
  perf_event_attr attributes = thread_attributes({kAnyRateHz, with_kernel, kAnyBytes});
  attributes.disabled = 1;
  return open_event(attributes, 0, 0).open();
}

}  // namespace lanescope
