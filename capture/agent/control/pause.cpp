#include "capture/agent/control/pause.h"

#include <pthread.h>

#include "capture/agent/agent.h"

namespace lanescope::agent {

constinit Pause pause_state;

namespace {

pthread_mutex_t pausing = PTHREAD_MUTEX_INITIALIZER;

/// Taken only by the agent's threads, each for a few instructions.
class Locked {
 public:
  Locked() { pthread_mutex_lock(&pausing); }
  ~Locked() { pthread_mutex_unlock(&pausing); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

}  // namespace

void Pause::begin(bool paused) {
  const Locked locked;
  requested_ = paused;
}

void Pause::request(bool paused) {
  const Locked locked;
  requested_ = paused;
  if (!paused || since_ != 0) return;
  since_ = now_ns();
  set_off(Off::Paused, true);
}

Pause::Step Pause::follow(bool ring) {
  const Locked locked;
  const bool paused = requested_ || ring;
  if (paused && !followed_) {
    if (since_ == 0) since_ = now_ns();
    set_off(Off::Paused, true);
    followed_ = true;
    return {.change = Change::Began, .from = since_};
  }
  // Also a pause that ended before the drain thread saw it.
  if (!paused && since_ != 0) return {.change = Change::Ended, .from = since_, .until = now_ns()};
  return {};
}

void Pause::resume(const Step& ended) {
  const Locked locked;
  followed_ = false;
  // Another pause has been requested meanwhile: it starts where this one ends.
  since_ = requested_ ? ended.until : 0;
  if (!requested_) set_off(Off::Paused, false);
}

std::int64_t Pause::since() const {
  const Locked locked;
  return since_;
}

void Pause::forget() {
  pthread_mutex_init(&pausing, nullptr);
  requested_ = followed_ = false;
  since_ = 0;
}

}  // namespace lanescope::agent
