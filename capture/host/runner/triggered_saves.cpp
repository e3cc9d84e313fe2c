#include "capture/host/runner/triggered_saves.h"

#include <utility>

#include "capture/host/triggers/never_fired.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {

TriggeredSaves::TriggeredSaves(const CaptureOptions& options)
    : after_ns_(options.after_ns), times_(options.times) {
  if (options.when.watches_ranges()) watch_.emplace(options.when);
}

bool TriggeredSaves::is_armed() const {
  return !pending_ && (times_ == 0 || fired_ < times_);
}

void TriggeredSaves::fire(std::string what, std::int64_t now_ns, std::int64_t wall_ns) {
  LANESCOPE_CHECK(is_armed(), "nothing else to be saved, before {}", what);
  ++fired_;
  pending_ = Fired{std::move(what), wall_ns, now_ns + after_ns_};
}

std::vector<std::string> TriggeredSaves::save_due(Spool& spool, std::int64_t now_ns) {
  std::vector<std::string> problems;
  if (const auto file = saver_.take_done()) {
    take(*file, problems);
  } else if (pending_ && !saver_.is_busy() && now_ns >= pending_->save_at_ns) {
    start(spool, problems);
  }
  return problems;
}

std::vector<std::string> TriggeredSaves::save_rest(Spool& spool) {
  std::vector<std::string> problems;
  if (pending_ && !saver_.is_busy()) start(spool, problems);
  if (const auto file = saver_.wait()) take(*file, problems);
  return problems;
}

void TriggeredSaves::start(Spool& spool, std::vector<std::string>& problems) {
  SavedPart part = spool.part();
  MessageText trigger;
  trigger.add("what", pending_->what).add("time_ns", pending_->wall_ns);
  part.trigger = trigger.text();
  const auto error = saver_.start(std::move(part));
  if (!error) return;
  problems.push_back("the last seconds could not be saved: " + error->message);
  pending_.reset();
}

void TriggeredSaves::take(const SavedPartFile& file, std::vector<std::string>& problems) {
  LANESCOPE_CHECK(pending_.has_value(), "something that fired, for {}", file.path);
  if (file.problem.empty()) {
    saved_.push_back({file.path, file.bytes, pending_->what});
  } else {
    problems.push_back(file.path + " could not be saved: " + file.problem);
  }
  pending_.reset();
}

bool TriggeredSaves::is_done() const {
  return times_ != 0 && fired_ >= times_ && !pending_;
}

std::string TriggeredSaves::never_fired_text(
    const std::function<std::int64_t(std::uint32_t)>& pid_of) const {
  return watch_ && fired_ == 0 ? lanescope::never_fired_text(*watch_, pid_of) : std::string();
}

}  // namespace lanescope
