#include "capture/agent/check.h"

#include <atomic>
#include <cstdio>

#include "capture/agent/agent.h"
#include "capture/agent/control/control.h"
#include "capture/agent/process/log.h"

namespace lanescope::agent {
namespace {

constinit std::atomic<const char*> fault{nullptr};

}  // namespace

bool note_fault(const char* file, int line, const char* condition, const char* expected) {
  const char* none = nullptr;
  if (!fault.compare_exchange_strong(none, condition, std::memory_order_relaxed)) return false;
  set_off(Off::Stopped, true);
  char text[512];
  std::snprintf(text, sizeof text,
                "The recording has stopped: %s:%d expected %s, but this failed: %s", file, line,
                expected, condition);
  log("%s", text);
  send_problem("fault", text, "The program keeps running. Please report this message.");
  return false;
}

const char* first_fault() {
  return fault.load(std::memory_order_relaxed);
}

void forget_fault() {
  fault.store(nullptr, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
