// What makes the recording save its last seconds, and how that goes.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "capture/host/runner/runner.h"
#include "capture/host/triggers/trigger_mark.h"

namespace lanescope {

void CaptureRunner::save_last(std::string why) {
  {
    const std::lock_guard lock(mutex_);
    save_requested_ = std::move(why);
  }
  wake();
}

/// A request waits while an earlier file is being saved.
std::optional<std::string> CaptureRunner::take_save_request() {
  const std::lock_guard lock(mutex_);
  return std::exchange(save_requested_, std::nullopt);
}

void CaptureRunner::check_triggers() {
  if (!spool_) return;
  const std::int64_t now = monotonic_ns();
  RangeWatch* watch = saves_.watch();
  if (watch != nullptr && paused_) watch->forget_open();
  if (watch != nullptr && !paused_) watch->look(wall_ns());
  // What is found while an earlier file is being saved is in that file.
  const std::optional<LongRange> found = watch != nullptr ? watch->take_found() : std::nullopt;
  if (saves_.is_armed()) {
    if (found) {
      fire(found->what, MarkPlace{found->process, found->tid});
    } else if (auto why = take_save_request()) {
      fire(std::move(*why), any_mark_place());
    }
  }
  if (!spool_->begun()) return;
  for (const std::string& problem : saves_.save_due(*spool_, now))
    add_own_problem(CaptureListener::kNoProcess, "not_saved", problem);
  if (saves_.is_done()) begin_stop();
}

void CaptureRunner::fire(std::string what, std::optional<MarkPlace> place) {
  if (!spool_->begun()) {
    return add_own_problem(CaptureListener::kNoProcess, "nothing_to_save",
                           "nothing was saved: nothing has been recorded yet");
  }
  const std::int64_t at_ns = wall_ns();
  if (place) {
    const TriggerMark mark = trigger_mark(what, place->tid, at_ns);
    spool_->append_records(place->process, kRecorderChannel, mark.records, mark.count);
    if (listener_ != nullptr) listener_->on_records(place->process, kRecorderChannel, mark.records);
  }
  saves_.fire(std::move(what), monotonic_ns(), at_ns);
}

/// The main thread of the first process, for what fired outside of the program.
std::optional<CaptureRunner::MarkPlace> CaptureRunner::any_mark_place() const {
  for (const auto& process : processes_) {
    if (process->present())
      return MarkPlace{process->state().index, static_cast<std::uint32_t>(process->state().pid)};
  }
  const auto sampled = samples_.first_recorded();
  if (!sampled) return std::nullopt;
  return MarkPlace{sampled->number, static_cast<std::uint32_t>(sampled->pid)};
}

/// At the end, before the file is completed.
void CaptureRunner::finish_triggers() {
  if (!spool_ || !spool_->begun()) return;
  for (const std::string& problem : saves_.save_rest(*spool_))
    add_own_problem(CaptureListener::kNoProcess, "not_saved", problem);
  const std::string why = saves_.never_fired_text([this](std::uint32_t number) {
    const auto at = std::ranges::find_if(
        processes_, [&](const auto& process) { return process->state().index == number; });
    return at == processes_.end() ? std::int64_t{0} : (*at)->state().pid;
  });
  if (!why.empty() && has_events_)
    add_own_problem(CaptureListener::kNoProcess, "when_never_fired", "--when never fired: " + why);
}

}  // namespace lanescope
