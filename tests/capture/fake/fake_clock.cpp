// A system clock that is set while the program runs. To be preloaded; FAKE_CLOCK=AFTER,STEP in
// milliseconds: CLOCK_REALTIME jumps by STEP AFTER ms after the program's start.
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>

namespace {

using ClockGettime = int (*)(clockid_t, timespec*);
constexpr long long kSecond = 1'000'000'000, kMillisecond = 1'000'000;

long long read(ClockGettime original, clockid_t clock) {
  timespec time{};
  original(clock, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

struct Plan {
  ClockGettime original = reinterpret_cast<ClockGettime>(dlsym(RTLD_NEXT, "clock_gettime"));
  long long set_at = 0, step = 0;

  Plan() {
    const char* const given = std::getenv("FAKE_CLOCK");
    if (given == nullptr) return;
    char* rest = nullptr;
    set_at = read(original, CLOCK_MONOTONIC) + std::strtoll(given, &rest, 10) * kMillisecond;
    if (*rest == ',') step = std::strtoll(rest + 1, nullptr, 10) * kMillisecond;
  }
};

const Plan& plan() {
  static const Plan made;
  return made;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const Plan& known = plan();
  const int result = known.original(clock, time);
  if (clock != CLOCK_REALTIME || known.step == 0) return result;
  if (read(known.original, CLOCK_MONOTONIC) < known.set_at) return result;
  const long long now = time->tv_sec * kSecond + time->tv_nsec + known.step;
  time->tv_sec = now / kSecond;
  time->tv_nsec = now % kSecond;
  return result;
}
