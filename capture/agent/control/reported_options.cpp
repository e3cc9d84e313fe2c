#include "capture/agent/control/reported_options.h"

#include <atomic>
#include <cstdio>

#include "capture/agent/agent.h"
#include "capture/agent/control/control.h"
#include "capture/agent/control/message_text.h"

namespace lanescope::agent {
namespace {

struct ReportedOption {
  char option[16]{}, state[192]{};
  std::atomic<bool> whole{false};
};
constexpr unsigned kMost = 4;
constinit ReportedOption all[kMost];
constinit std::atomic<unsigned> count{0};

}  // namespace

void tell_option(const char* option, const char* state) {
  const unsigned at = count.fetch_add(1, std::memory_order_relaxed);
  if (at >= kMost) return;
  std::snprintf(all[at].option, sizeof all[at].option, "%s", option);
  std::snprintf(all[at].state, sizeof all[at].state, "%s", state);
  all[at].whole.store(true, std::memory_order_release);
  send_reported_options();
}

void send_reported_options() {
  char bytes[1024];
  MessageText caps(bytes);
  for (const ReportedOption& reported : all) {
    if (reported.whole.load(std::memory_order_acquire)) caps.line(reported.option, reported.state);
  }
  if (!caps.text().empty()) send_message(wire::Message::Caps, caps.text());
}

}  // namespace lanescope::agent
