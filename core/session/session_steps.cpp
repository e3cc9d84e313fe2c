// The steps of an open trace: those that were found, or those that the user chose.
#include <chrono>
#include <new>
#include <utility>

#include "core/analysis/steps/chosen_steps.h"
#include "core/base/threads/start_thread.h"
#include "core/session/session.h"

namespace lanescope {
namespace {

/// The same trace with the ranges of such names as its steps; empty: as it is.
Result<LoadedTrace> stepped(LoadedTrace trace, const std::string& pattern) {
  if (pattern.empty()) return trace;
  try {
    auto with = with_steps(trace.snapshot, pattern);
    if (!with.ok()) return with.error();
    trace.snapshot = std::move(with).value();
    return trace;
  } catch (const std::bad_alloc&) {
    return Error{Error::Kind::Invalid, "not enough memory for its steps"};
  }
}

}  // namespace

/// Steps that were named when the trace was opened must be in it, but not those of another time,
/// when the file may have been another.
void Session::publish_loaded(Result<LoadedTrace> loaded) {
  const LoadedTrace found = loaded.ok() ? loaded.value() : LoadedTrace{};
  const std::string wanted = wanted_steps();
  std::string problem;
  if (loaded.ok()) {
    loaded = stepped(found, wanted);
    const bool required = wanted == beside_.steps && !progress_.cancel;
    if (!loaded.ok() && !required) {
      problem = loaded.error().message;
      loaded = found;
    }
  }
  const std::lock_guard lock(mutex_);
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  if (loaded.ok()) {
    snapshot_.publish(loaded.value().snapshot);
    complete_ = std::move(loaded).value();
    found_ = found;
    next_ = {};
    steps_problem_ = std::move(problem);
    state_ = progress_.cancel ? State::Cancelled : State::Ready;
    if (wanted != wanted_steps_) start_choosing();
  } else {
    error_ = loaded.error();
    state_ = State::Failed;
  }
}

void Session::choose_steps(const std::string& pattern) {
  const std::lock_guard lock(mutex_);
  if (wanted_steps_ == pattern) return;
  wanted_steps_ = pattern;
  if (found_.snapshot && !chooses_steps_) start_choosing();
}

void Session::start_choosing() {
  steps_problem_.clear();
  chooses_steps_ = choices_.submit(Urgency::Shown, [this] { publish_chosen(); });
  if (!chooses_steps_) steps_problem_ = kNoThreads;
}

void Session::publish_chosen() {
  for (bool done = false; !done;) {
    const std::string wanted = wanted_steps();
    const auto chosen = stepped(found_, wanted);  // no other thread changes it by now
    const std::lock_guard lock(mutex_);
    if (wanted != wanted_steps_) continue;
    done = true;
    chooses_steps_ = false;
    if (!chosen.ok()) steps_problem_ = chosen.error().message;
    complete_ = chosen.ok() ? chosen.value() : found_;
    snapshot_.publish(complete_.snapshot);
  }
  if (wake_) wake_();
}

std::string Session::wanted_steps() const {
  const std::lock_guard lock(mutex_);
  return wanted_steps_;
}

bool Session::choosing_steps() const {
  const std::lock_guard lock(mutex_);
  return chooses_steps_;
}

std::optional<std::string> Session::take_steps_problem() {
  const std::lock_guard lock(mutex_);
  if (steps_problem_.empty()) return std::nullopt;
  return std::exchange(steps_problem_, {});
}

}  // namespace lanescope
