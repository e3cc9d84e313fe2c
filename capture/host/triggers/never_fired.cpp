#include "capture/host/triggers/never_fired.h"

#include <string_view>

#include <fmt/format.h>

#include "core/base/time.h"

namespace lanescope {
namespace {

using PidOf = std::function<std::int64_t(std::uint32_t)>;

/// "the main thread of process 4711", "thread 4712 of process 4711".
std::string thread_text(std::uint32_t process, std::uint32_t tid, const PidOf& pid_of) {
  const std::int64_t pid = pid_of(process);
  if (tid == pid) return fmt::format("the main thread of process {}", pid);
  return fmt::format("thread {} of process {}", tid, pid);
}

/// What is not a range of that name, but like one: a clause, or nothing.
std::string near_text(const RangeWatch& watch, const PidOf& pid_of) {
  const auto& near = watch.near();
  if (!near) return {};
  const std::string where = thread_text(near->process, near->tid, pid_of);
  switch (near->kind) {
    case NearRange::Kind::Mark:
      return fmt::format("; {} is a mark in {}, and marks have no length", near->name, where);
    case NearRange::Kind::OtherCase:
      return fmt::format("; there was {} in {}, but upper and lower case differ", near->name,
                         where);
    case NearRange::Kind::Longer:
      return fmt::format("; there was {} in {}: range:{}* includes it", near->name, where,
                         near->name.substr(0, watch.condition().range.size()));
  }
  return {};
}

std::string none_ended_text(const RangeWatch& watch, const PidOf& pid_of) {
  const bool steps = watch.condition().kind == TriggerCondition::Kind::Step;
  const std::string& name = watch.condition().range;
  if (const auto& begun = watch.last_begun()) {
    return fmt::format(
        "{} began in {} but never ended there; a range that is pushed has to be popped by the "
        "same thread",
        steps ? begun->name : "range " + begun->name,
        thread_text(begun->process, begun->tid, pid_of));
  }
  if (!steps) return fmt::format("no range named {} was seen", name) + near_text(watch, pid_of);
  const std::string near = near_text(watch, pid_of);
  return "no step was seen" +
         (near.empty() ? "; steps are ranges named ProfilerStep#N, step or step N" : near);
}

}  // namespace

std::string never_fired_text(const RangeWatch& watch, const PidOf& pid_of) {
  if (watch.ended() == 0) return none_ended_text(watch, pid_of);
  const TriggerCondition& condition = watch.condition();
  const bool steps = condition.kind == TriggerCondition::Kind::Step;
  const std::string seen = format_count(static_cast<std::int64_t>(watch.ended())) + " seen";
  if (condition.medians > 0 && watch.ended() < RangeWatch::kLeastForMedian)
    return fmt::format("a median needs at least {} {} ({})", RangeWatch::kLeastForMedian,
                       steps ? "steps" : "ranges named " + condition.range, seen);
  return fmt::format("the longest {} took {} ({})",
                     steps ? "step" : "range named " + condition.range,
                     format_duration(watch.longest_ns()), seen);
}

}  // namespace lanescope
